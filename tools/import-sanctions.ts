import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseSanctionsList } from '../apps/api/src/checks/screening/parse-sanctions-list.ts';
import { importSanctionsList } from '../apps/api/src/checks/screening/screening.ts';
import { openDb } from '../apps/api/src/platform/db/db.ts';
import { inTransaction } from '../apps/api/src/platform/db/transaction.ts';
import { withDatabase } from './database.ts';

type Imported = Awaited<ReturnType<typeof importSanctionsList>>;

export async function importSanctions(databaseUrl: string, path: string): Promise<Imported> {
  const names = parseSanctionsList(readFileSync(path, 'utf8'));
  const db = openDb(databaseUrl, 1);
  try {
    const actor = { kind: 'system', name: 'import-sanctions' } as const;
    return await inTransaction(db, (tx, now) =>
      importSanctionsList({ tx, now, actor, requestId: randomUUID() }, basename(path), names),
    );
  } finally {
    await db.destroy();
  }
}

if (import.meta.main) {
  const [path] = process.argv.slice(2);
  if (path === undefined) {
    console.error('Name the file: npm run screening:import -- UK-Sanctions-List.csv');
    process.exitCode = 1;
  } else {
    const { names, isNew } = await withDatabase((url) => importSanctions(url, path));
    console.log(
      isNew ? `${names} names are in force.` : `These ${names} names are in force already. Nothing was changed.`,
    );
  }
}
