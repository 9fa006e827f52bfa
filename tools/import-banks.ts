import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { openDb } from '../apps/api/src/platform/db/db.ts';
import { inTransaction } from '../apps/api/src/platform/db/transaction.ts';
import { importBanks } from '../apps/api/src/reference/bank-directory/import-banks.ts';
import { withDatabase } from './database.ts';

async function importInto(databaseUrl: string, path: string): Promise<{ lines: number; banks: number }> {
  const db = openDb(databaseUrl, 1);
  try {
    const file = readFileSync(path, 'utf8');
    const actor = { kind: 'system', name: 'import-banks' } as const;
    return await inTransaction(db, (tx, now) => importBanks({ tx, now, actor, requestId: randomUUID() }, file));
  } finally {
    await db.destroy();
  }
}

const [path] = process.argv.slice(2);
if (path === undefined) {
  console.error(
    'Name the file, with the columns country,bank_code,bic,name and, if wanted, name_th: npm run banks -- banks.csv',
  );
  process.exitCode = 1;
} else {
  const { lines, banks } = await withDatabase((url) => importInto(url, path));
  console.log(`${lines} lines read, ${banks} banks kept.`);
}
