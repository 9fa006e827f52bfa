import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../../test/database.ts';
import { migrate } from '../../../../tools/migrate.ts';

const { url } = await openTestDatabase();
const migrations = join(import.meta.dirname, '../../../../db/migrations');
const before = mkdtempSync(join(tmpdir(), 'larkmere-before-'));
const name = `older_${process.pid}`;
const older = Object.assign(new URL(url), { pathname: `/${name}` }).href;

async function run(database: string, statement: string): Promise<pg.QueryResult['rows']> {
  const client = new pg.Client(database);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  for (const file of readdirSync(migrations).filter((each) => each < '0020'))
    copyFileSync(join(migrations, file), join(before, file));
  await run(url, `create database ${name} template template0`);
});
afterAll(async () => {
  rmSync(before, { recursive: true });
  await run(url, `drop database ${name}`);
});

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;

test('payees from before there were types keep their account, their versions and their evidence', async () => {
  await migrate(older, before);
  await run(
    older,
    `insert into customer.customer (id, member_code, kind, name, kyc_status) values ('${id(1)}', 'LM-10001', 'plus', 'Ann', 'approved');
     insert into customer.person (id, customer_id, username, email, name, role, access) values
       ('${id(2)}', '${id(1)}', 'ann', 'ann@example.com', 'Ann', 'owner', '{}');
     insert into payee.name_check (id, customer_id, person_id, scheme, result, code, name, entity_type, sort_code,
       account_number, expires_at) values ('${id(3)}', '${id(1)}', '${id(2)}', 'cop', 'match', 'MTCH',
       'Somchai Prasert', 'individual', '202959', '63748472', now());
     insert into payee.payee (id, customer_id, type, currency, entity_type, name, sort_code, account_number, status,
       name_check_id, created_by) values ('${id(4)}', '${id(1)}', 'gbp', 'GBP', 'individual', 'Somchai Prasert',
       '202959', '63748472', 'reject', '${id(3)}', '${id(2)}');
     insert into payee.version (payee_id, version, details, changed_by) values ('${id(4)}', 1,
       '{"name": "Somchai Prasert", "sortCode": "202959", "accountNumber": "63748472"}', '${id(2)}');`,
  );
  expect(await migrate(older)).toContain('0020-payee-types');

  const account = '202959 63748472';
  const details = { sortCode: '202959', accountNumber: '63748472' };
  expect(await run(older, 'select account, details, reason_code, status from payee.payee')).toEqual([
    { account, details, reason_code: 'bank_details_invalid', status: 'reject' },
  ]);
  expect(await run(older, 'select account, payee_type, result from payee.name_check')).toEqual([
    { account, payee_type: 'gbp', result: 'match' },
  ]);
  const version = { name: 'Somchai Prasert', type: 'gbp', currency: 'GBP', reasonCode: null, account, details };
  expect(await run(older, 'select details from payee.version')).toEqual([{ details: version }]);
});
