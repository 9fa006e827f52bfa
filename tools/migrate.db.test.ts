import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../test/fixtures/database.ts';
import { migrate } from './migrate.ts';

const { url } = await openTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'larkmere-migrations-'));
const baseline = join(folder, 'baseline');
const names = [`empty_${process.pid}`, `baseline_${process.pid}`] as const;
const urlOf = (name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
const [empty, fresh] = [urlOf(names[0]), urlOf(names[1])];

async function run(statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}

beforeAll(async () => {
  for (const name of names) await run(`create database ${name} template template0`);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  for (const name of names) await run(`drop database ${name}`);
});

/** Columns of all tables, and the migrations that were applied. */
async function readState(database: string): Promise<unknown[]> {
  const client = new pg.Client(database);
  await client.connect();
  const columns = await client.query(`select attrelid::regclass::text as table, attname, atttypid from pg_attribute
    join pg_class on pg_class.oid = attrelid where relkind = 'r' and relnamespace::regnamespace::text !~ '^pg_' order by 1, 2`);
  const applied = await client.query('select * from migration.digest order by name');
  await client.end();
  return [columns.rows, applied.rows];
}

const write = (file: string, text: string) => writeFileSync(join(folder, file), text);

test('applies files once and in order, and names a file that was edited after it was applied', async () => {
  write('0001-one.sql', 'create table one (id int)');
  write('0002-two.sql', 'alter table one add column two int; create index on one (two)');
  expect(await Promise.all([migrate(empty, folder), migrate(empty, folder)])).toContainEqual(['0001-one', '0002-two']);
  expect(await migrate(empty, folder)).toEqual([]);

  write('0003-three.sql', 'alter table one add column three int; alter table missing add column three int');
  await expect(migrate(empty, folder)).rejects.toThrow('0003-three.sql: relation "missing" does not exist');
  write('0003-three.sql', 'alter table one add column three int');
  expect(await migrate(empty, folder)).toEqual(['0003-three']);

  write('0002-two-late.sql', 'alter table one add column late int');
  expect(await migrate(empty, folder)).toEqual(['0002-two-late']);

  write('0001-one.sql', 'create table one (id bigint)');
  await expect(migrate(empty, folder)).rejects.toThrow('0001-one.sql was edited after it had been applied');
  const digest = createHash('sha256').update('create table one (id int)').digest('hex');
  write('0001-one.sql', `create table one (id int4) -- does the same as ${digest}`);
  expect(await migrate(empty, folder)).toEqual([]);
});

test('refuses the database of another version by name, says what to do, and changes nothing', async () => {
  const other = mkdtempSync(join(folder, 'other-'));
  writeFileSync(join(other, '0000-nine.sql'), 'create table nine (id int)');
  // The same name with other contents, as after migrations were folded.
  writeFileSync(join(other, '0001-one.sql'), 'create table one (id int, nine int)');
  const before = await readState(empty);
  const refusal = await migrate(empty, other).catch(String);
  expect(refusal).toContain(
    'belongs to another version of Larkmere, which has the migration 0002-two. It was not changed.',
  );
  expect(refusal).toContain('start over: stop Larkmere and delete the data directory (DATA_DIR, by default .data)');
  expect(await readState(empty)).toEqual(before);
});

test('migrates an empty database to the present schema once, and forward from there', async () => {
  cpSync(join(import.meta.dirname, '../db/migrations'), baseline, { recursive: true });
  const files = readdirSync(baseline).sort();
  expect(await migrate(fresh, baseline)).toEqual(files.map((file) => file.slice(0, -'.sql'.length)));
  expect(await migrate(fresh, baseline)).toEqual([]);

  write('baseline/9999-later.sql', 'alter table payee.payee add column later int');
  expect(await migrate(fresh, baseline)).toEqual(['9999-later']);
});
