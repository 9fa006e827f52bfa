import { contract } from '@larkmere/contract/contract';
import { expect, test } from 'vitest';
import { asSystem, givenCustomer, givenDatabase, givenPerson } from '../../../../test/given.ts';
import { givenServer } from '../../../../test/given-server.ts';
import { customerRoutes } from './customer.routes.ts';
import { createCustomer, findCustomer, findPersonByLogin, isKycVerified, peopleWithAny } from './customer.ts';

const { db } = await givenDatabase();
const { call } = await givenServer(db, customerRoutes);

test('shows the state of the identity check before it is completed, but not to anonymous callers', async () => {
  const requirements = [
    { key: 'identity', title: 'Proof of identity', state: 'verified', reason: null },
    { key: 'address', title: 'Proof of address', state: 'rejected', reason: 'The letter is older than three months.' },
  ] as const;
  const dueBy = new Date('2026-12-01T00:00:00.000Z');
  const who = await givenCustomer(db, { kycStatus: 'action_required', kycDueBy: dueBy, requirements });
  await givenCustomer(db, { kycStatus: 'pending', requirements: [{ ...requirements[0], title: 'Somebody else’s' }] });
  expect(await call(contract.customer.kycState)).toMatchObject({ status: 401 });
  expect(await call(contract.customer.kycState, {}, who)).toMatchObject({
    status: 200,
    body: {
      data: {
        status: 'action_required',
        submittedAt: null,
        dueBy: '2026-12-01T00:00:00.000Z',
        requirements,
        nextStep: 'We need something more from you. See the list.',
      },
    },
  });
});

test('finds a user by username, email or, for an owner, member code', async () => {
  const { customer, person } = await givenCustomer(db);
  await givenPerson(db, customer, { role: 'user' });
  const find = async (login: string) => (await asSystem(db, ({ tx }) => findPersonByLogin(tx, login)))?.id;
  for (const login of [person.username, person.email, customer.memberCode])
    for (const typed of [login, login.toUpperCase(), login.toLowerCase()])
      expect(await find(typed), typed).toBe(person.id);
  for (const nobody of ['', 'nobody', '%', "' or true --", `${person.username} `])
    expect(await find(nobody)).toBeUndefined();
});

test('prefers a username over an equal email', async () => {
  const [first, second] = [await givenCustomer(db), await givenCustomer(db)];
  await db
    .updateTable('customer.person')
    .set({ email: second.person.username })
    .where('id', '=', first.person.id)
    .execute();
  const found = await asSystem(db, ({ tx }) => findPersonByLogin(tx, second.person.username));
  expect(found?.id).toBe(second.person.id);
});

test('finds active users by access right, but not removed ones', async () => {
  const { customer, person } = await givenCustomer(db);
  const payer = await givenPerson(db, customer, { access: ['payment'], role: 'user' });
  const reader = await givenPerson(db, customer, { access: ['dashboard'], role: 'user' });
  const gone = await givenPerson(db, customer, { role: 'user' });
  await db.updateTable('customer.person').set({ status: 'removed' }).where('id', '=', gone.id).execute();
  const find = (...keys: ('payment' | 'statement' | 'dashboard' | 'card')[]) =>
    asSystem(db, ({ tx }) => peopleWithAny(tx, customer.id, keys));
  expect(await find('payment', 'statement')).toEqual([person.id, payer.id]);
  expect(await find('dashboard')).toEqual([person.id, reader.id]);
});

test('ignores an unknown access key in the database', async () => {
  const { person } = await givenCustomer(db, { access: ['payment'] });
  await db
    .updateTable('customer.person')
    .set({ access: ['payment', 'everything'] })
    .where('id', '=', person.id)
    .execute();
  const found = await asSystem(db, ({ tx }) => findPersonByLogin(tx, person.username));
  expect(found?.access).toEqual(['payment']);
});

test.each([
  ['approved', true],
  ['approved_conditional', true],
  ['in_review', false],
  ['expired', false],
] as const)('treats an identity check that is %s as verified: %s', async (kycStatus, opens) => {
  const created = await asSystem(db, ({ tx }) =>
    createCustomer(tx, { memberCode: `LM-${kycStatus}`, kind: 'plus', name: 'Ann', kycStatus }),
  );
  expect(isKycVerified(created)).toBe(opens);
  expect(await asSystem(db, ({ tx }) => findCustomer(tx, created.id))).toEqual(created);
});
