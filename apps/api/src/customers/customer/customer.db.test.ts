import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { asSystem, createDatabase, seedCustomer, seedUser } from '../../../../../test/fixtures/base.ts';
import { createCustomer } from './create-customer.ts';
import { findCustomer } from './customer.sql.ts';
import { usersWithAnyAccess } from './customer.ts';
import { findMember } from './membership.sql.ts';

const { db } = await createDatabase();

test('finds active users by access right, but not removed ones', async () => {
  const { customer, user } = await seedCustomer(db);
  const payer = await seedUser(db, customer, { access: ['payment'], role: 'payer' });
  const reader = await seedUser(db, customer, { access: ['dashboard'], role: 'payer' });
  const gone = await seedUser(db, customer, { role: 'payer' });
  await db.updateTable('customer.membership').set({ state: 'removed' }).where('userId', '=', gone.id).execute();
  const find = (...keys: ('payment' | 'statement' | 'dashboard' | 'card')[]) =>
    asSystem(db, ({ tx }) => usersWithAnyAccess(tx, customer.id, keys));
  expect(await find('payment', 'statement')).toEqual([user.id, payer.id]);
  expect(await find('dashboard')).toEqual([user.id, reader.id]);
});

test('ignores an unknown access key in the database', async () => {
  const { customer, user } = await seedCustomer(db, { access: ['payment'] });
  await db
    .updateTable('customer.membership')
    .set({ access: sql`array['payment', 'everything']` })
    .where('userId', '=', user.id)
    .execute();
  const found = await asSystem(db, ({ tx }) => findMember(tx, { userId: user.id, customerId: customer.id }));
  expect(found?.access).toEqual(['payment']);
});

test('stores a customer with the state of the identity check', async () => {
  const created = await asSystem(db, (ctx) =>
    createCustomer(ctx, { memberCode: 'LM-APPROVED', kind: 'plus', name: 'Ann', kycStatus: 'approved_conditional' }),
  );
  expect(created.kycStatus).toBe('approved_conditional');
  expect(await asSystem(db, ({ tx }) => findCustomer(tx, created.id))).toEqual(created);
});
