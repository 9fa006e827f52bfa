import { expect, test } from 'vitest';
import { createOldDatabase } from '../../../../../test/fixtures/old-database.ts';
import { migrate } from '../../../../../tools/migrate.ts';

const { url, run } = await createOldDatabase('0020');

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;

test('migrates payees from before payee types with account, versions and evidence', async () => {
  await run(
    `insert into customer.customer (id, member_code, kind, name, kyc_status) values ('${id(1)}', 'LM-10001', 'plus', 'Ann', 'approved');
     insert into customer.user (id, customer_id, username, email, name, role, access) values
       ('${id(2)}', '${id(1)}', 'ann', 'ann@example.com', 'Ann', 'owner', '{}');
     insert into payee.name_check (id, customer_id, user_id, scheme, result, code, name, entity_type, sort_code,
       account_number, expires_at) values ('${id(3)}', '${id(1)}', '${id(2)}', 'cop', 'match', 'MTCH',
       'Somchai Prasert', 'individual', '202959', '63748472', now());
     insert into payee.payee (id, customer_id, type, currency, entity_type, name, sort_code, account_number, status,
       name_check_id, created_by) values ('${id(4)}', '${id(1)}', 'gbp', 'GBP', 'individual', 'Somchai Prasert',
       '202959', '63748472', 'reject', '${id(3)}', '${id(2)}');
     insert into payee.version (payee_id, version, details, changed_by) values ('${id(4)}', 1,
       '{"name": "Somchai Prasert", "sortCode": "202959", "accountNumber": "63748472"}', '${id(2)}');`,
  );
  expect(await migrate(url)).toContain('0020-payee-types');

  const account = '202959 63748472';
  const details = { sortCode: '202959', accountNumber: '63748472' };
  expect(await run('select account, details, reason_code, status from payee.payee')).toEqual([
    { account, details, reason_code: 'bank_details_invalid', status: 'reject' },
  ]);
  expect(await run('select account, payee_type, result from payee.name_check')).toEqual([
    { account, payee_type: 'gbp', result: 'match' },
  ]);
  const version = { name: 'Somchai Prasert', type: 'gbp', currency: 'GBP', reasonCode: null, account, details };
  expect(await run('select details from payee.version')).toEqual([{ details: version }]);
});
