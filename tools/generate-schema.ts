import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { migrate } from './migrate.ts';
import { startTemporaryPostgres } from './postgres/temporary.ts';

const target = join(import.meta.dirname, '../apps/api/src/platform/db/schema.gen.ts');

async function generate(): Promise<void> {
  const { url, stop } = await startTemporaryPostgres();
  try {
    await migrate(url);
    const options = [
      '--dialect',
      'postgres',
      '--url',
      url,
      '--out-file',
      target,
      '--exclude-pattern',
      '(migration|public).*',
    ];
    const types = JSON.stringify({ int8: 'bigint', date: 'string' });
    execFileSync('kysely-codegen', [...options, '--type-mapping', types], { stdio: 'inherit' });
  } finally {
    await stop();
  }
}

await generate();
