import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type ImportSummary, importFixings } from '../apps/api/src/fx/rate/import-fixings.ts';
import { openDb } from '../apps/api/src/platform/db/db.ts';
import { inTransaction } from '../apps/api/src/platform/db/transaction.ts';
import { withDatabase } from './database.ts';

export async function importRates(databaseUrl: string, path: string): Promise<ImportSummary> {
  const db = openDb(databaseUrl, 1);
  try {
    const file = readFileSync(path, 'utf8');
    const actor = { kind: 'system', name: 'import-rates' } as const;
    return await inTransaction(db, (tx, now) => importFixings({ tx, now, actor, requestId: randomUUID() }, file));
  } finally {
    await db.destroy();
  }
}

if (import.meta.main) {
  const [path] = process.argv.slice(2);
  if (path === undefined) {
    console.error('Name the file: npm run rates -- eurofxref-hist.csv');
    process.exitCode = 1;
  } else {
    const { read, added, from, to } = await withDatabase((url) => importRates(url, path));
    console.log(`${read} rates read, ${added} of them new, from ${from} to ${to}. Source: European Central Bank.`);
  }
}
