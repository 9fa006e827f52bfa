import { entriesByValueDate } from '@larkmere/ledger/value-date';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createDatabase, seedAccount, seedCustomer } from '../../../../../test/fixtures/base.ts';
import { asOwner } from '../../../../../test/fixtures/database.ts';
import { requireAppRole } from './app-role.ts';
import { openDb } from './db.ts';
import { inTransaction } from './transaction.ts';

const { db, url } = await createDatabase();
const { ledgerAccountId } = await seedAccount(db, await seedCustomer(db), { balance: '10.00' });
await asOwner({ url }, 'select platform.grant_to_app()');

const tablesOf = async (schema: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select c.oid::regclass::text as name from pg_class c
    where c.relnamespace = ${schema}::regnamespace and c.relkind in ('r', 'p') order by 1`.execute(db);
  return rows.map(({ name }) => name);
};

const ledger = await tablesOf('ledger');
const appendOnly = [
  'platform.audit',
  'accounting.narrative',
  'payee.name_check_override',
  'payee.name_check',
  'payee.version',
  'payment.transition',
  'payment.message',
  'audit_chain.head',
];

async function refusesAll(statements: readonly string[]): Promise<void> {
  const others: Record<string, unknown> = {};
  for (const statement of statements) {
    const answer = await sql
      .raw(statement)
      .execute(db)
      .then(
        () => 'done',
        ({ code, message }: { code: string; message: string }) => (code === '42501' ? undefined : message),
      );
    if (answer) others[statement] = answer;
  }
  expect(others).toEqual({});
}

test('the API uses the application role', async () => {
  const { rows } = await sql`select current_user as role`.execute(db);
  expect(rows).toEqual([{ role: 'larkmere_app' }]);
  await expect(requireAppRole(db)).resolves.toBeUndefined();
});

test('may read the ledger, also by value date', async () => {
  const days = { accountId: ledgerAccountId, from: '2000-01-01', to: '2100-01-01' };
  const entries = await inTransaction(db, (tx) => entriesByValueDate(tx, days));
  expect(entries).toHaveLength(1);
});

test('cannot write any table or partition of the ledger', async () => {
  expect(ledger.length).toBeGreaterThanOrEqual(16);
  for (const table of ledger)
    await refusesAll([`insert into ${table} default values`, `delete from ${table} where false`, `truncate ${table}`]);
  await refusesAll([
    'update ledger.account set credits_posted = credits_posted + 1',
    'update ledger.entry set amount = 1',
    'update ledger.transfer set amount = 1',
    'update ledger.hold set amount = 1',
    'update ledger.account_name set code = code',
    'update ledger.reversal set op_id = op_id',
    'update ledger.authorisation set reason = reason',
    'select from ledger.account for update',
    `select nextval('ledger.account_id_seq')`,
    `select ledger.make_partition('entry', '1999_01', '1999-01-01', '1999-02-01')`,
  ]);
});

test('can only append to append-only tables', async () => {
  for (const table of appendOnly) await refusesAll([`delete from ${table} where false`, `truncate ${table}`]);
  await refusesAll([
    `update platform.audit set action = action`,
    `update accounting.narrative set kind = kind`,
    `update payee.name_check set result = result`,
    `update payee.version set version = version`,
    `update payment.transition set note = note`,
    `update payment.message set kind = kind`,
    `update audit_chain.head set line = line`,
    `insert into audit_chain.entry default values`,
    `update audit_chain.checkpoint set seq = 0`,
    `insert into audit_chain.row_change (table_name, row_key, changed_by) values ('x', 'x', 'x')`,
    `update audit_chain.row_change set changed_by = changed_by`,
    `update audit_chain.protected_table set columns = columns`,
    `select audit_chain.protect_table('payee.payee', '{}')`,
    `alter table payee.payee disable trigger row_update_recorded`,
  ]);
});

test('cannot create, alter or drop anything', () =>
  refusesAll([
    'create table public.mine (n int)',
    'create temporary table mine (n int)',
    'create schema mine',
    'create table ledger.mine (n int)',
    'create function ledger.mine() returns int language sql as $$ select 1 $$',
    'alter table ledger.entry disable trigger all',
    'alter table ledger.account drop constraint account_not_overdrawn',
    'drop table ledger.hold',
    'drop function ledger.mark_account',
    'create or replace function ledger.first_id(timestamptz) returns uuid language sql as $$ select null::uuid $$',
    'create role mallory superuser',
    'alter role larkmere_app superuser',
    `set session_replication_role = replica`,
    `select pg_read_file('postgresql.conf')`,
    `copy ledger.entry to program 'true'`,
  ]));

test('a login that is only a member of the role cannot leave it, and can run the API', async () => {
  await asOwner(
    { url },
    `drop role if exists larkmere_login; create role larkmere_login login password 'secret' in role larkmere_app`,
  );
  const address = Object.assign(new URL(url), { username: 'larkmere_login', password: 'secret' }).href;
  const own = openDb(address, 1);
  try {
    await sql`reset role`.execute(own);
    await expect(requireAppRole(own)).resolves.toBeUndefined();
    await expect(sql`delete from ledger.entry`.execute(own)).rejects.toMatchObject({ code: '42501' });
    const owner = new URL(url).username;
    await expect(sql.raw(`set role ${owner}`).execute(own)).rejects.toThrow('permission denied to set role');
    await seedAccount(own, await seedCustomer(own), { balance: '10.00' });
  } finally {
    await own.destroy();
  }
});

test('refuses the owner of the tables as application role', async () => {
  const owner = openDb(url, 1);
  try {
    await owner.connection().execute(async (connection) => {
      await sql`reset role`.execute(connection);
      await expect(requireAppRole(connection)).rejects.toThrow('could write the ledger directly');
    });
  } finally {
    await owner.destroy();
  }
});
