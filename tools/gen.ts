import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from './migrate.ts';
import { startPostgres } from './postgres.ts';

const target = join(import.meta.dirname, '../apps/api/src/kernel/schema.gen.ts');

/** Writes the table types of the API from a database migrated a moment ago, so that code and tables cannot drift apart. */
async function generate(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'larkmere-gen-'));
  const postgres = await startPostgres({ dir, settings: ['fsync=off'] });
  try {
    await migrate(postgres.url);
    const options = [
      '--dialect',
      'postgres',
      '--url',
      postgres.url,
      '--out-file',
      target,
      '--type-mapping',
      '{"int8":"bigint","date":"string"}',
    ];
    execFileSync('kysely-codegen', [...options, '--exclude-pattern', '(migration|public).*'], { stdio: 'inherit' });
  } finally {
    await postgres.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

await generate();
