import { randomUUID } from 'node:crypto';
import { contract } from '@larkmere/contract/contract';
import type { Input } from '@larkmere/contract/endpoint';
import type { NameCheckResult } from '@larkmere/contract/payee';
import type { PayeeRequirements } from '@larkmere/contract/payee-requirements';
import { beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  asCustomer,
  asTyped,
  expectRefusal,
  type Given,
  givenAccount,
  givenCustomer,
  givenDatabase,
  givenPayee,
  ukDetails,
} from '../../../../test/given.ts';
import { givenPaymentRow } from '../../../../test/given-payment.ts';
import { givenServer } from '../../../../test/given-server.ts';
import { addPayee } from './add-payee.ts';
import { type AskName, checkName } from './check-name.ts';
import { editPayee } from './edit-payee.ts';
import { listPayees } from './list-payees.ts';
import { listUsableEur } from './list-usable-eur.ts';
import { listUsableGbp } from './list-usable-gbp.ts';
import { listUsableSwt } from './list-usable-swt.ts';
import { payeeRoutes } from './payee.routes.ts';
import { removePayee } from './remove-payee.ts';
import { viewPayee } from './view-payee.ts';

type Typed = Pick<Input<typeof contract.payee.add>, 'type' | 'currency' | 'name' | 'entityType' | 'details'>;
type Result = z.infer<typeof NameCheckResult>;

const { db } = await givenDatabase();
const answering =
  (result: Result, actualName?: string): AskName =>
  async ({ type }) => ({
    scheme: type === 'eur' ? 'vop' : 'cop',
    code: 'TEST',
    result,
    ...(actualName ? { actualName } : {}),
  });
const server = await givenServer(db, (bind) => payeeRoutes(bind, { checkName: answering('match') }));

const address = { addressLine1: '12 Quay Street', townName: 'Lagos', addressCountry: 'NG' };
const somebody = { name: 'Greta Lindqvist', entityType: 'individual' } as const;
const eur = {
  ...somebody,
  type: 'eur',
  currency: 'EUR',
  details: { country: 'DE', iban: 'DE89370400440532013000' },
} as const;
const thb: Typed = { ...somebody, type: 'thb', currency: 'THB', details: { payTo: 'mobile', proxy: '081 234 5678' } };
const swt: Typed = {
  ...somebody,
  type: 'swt',
  currency: 'USD',
  details: { country: 'NG', bic: 'ABNGNGLA', accountNumber: '0123456789', ...address },
};
const usd: Typed = {
  ...somebody,
  type: 'usd',
  currency: 'USD',
  details: { abaRouting: '021000021', accountNumber: '123456789', accountType: 'checking', ...address },
};
const local: Typed = {
  ...somebody,
  type: 'localatw',
  currency: 'AUD',
  details: { bsb: '062-000', accountNumber: '12345678', ...address },
};
const swiftatw: Typed = { ...swt, type: 'swiftatw' };

let ann: Given;
beforeAll(async () => {
  ann = await givenCustomer(db);
});

async function checked(who: Given, typed: Typed, result: Result = 'match', actualName?: string): Promise<string> {
  return (await asCustomer(db, who).proceed(checkName(answering(result, actualName)), typed)).checkId;
}

const add = (who: Given, typed: Typed, more: Partial<Input<typeof contract.payee.add>> = {}) =>
  asCustomer(db, who).run(addPayee, { ...typed, idempotency: randomUUID(), ...more });

test('requirements are data over the wire, and follow the answers that they ask for', async () => {
  const fieldsOf = async (input: Record<string, unknown>) => {
    const { body } = await server.call(contract.payee.requirements, input, ann);
    return (body.data as PayeeRequirements[])[0]?.fields ?? [];
  };
  const keys = async (input: Record<string, unknown>) => (await fieldsOf(input)).map(({ key }) => key);
  expect(await keys({ type: 'eur' })).not.toContain('iban');
  expect((await fieldsOf({ type: 'eur', country: 'NO' })).find(({ key }) => key === 'iban')).toMatchObject({
    maxLength: 15,
  });
  expect(await keys({ type: 'swt', country: 'DE' })).toContain('iban');
  expect(await keys({ type: 'swt', country: 'US' })).toContain('accountNumber');
  expect(await keys({ type: 'thb', payTo: 'mobile' })).toContain('proxy');
  const ways = async (amount: string) =>
    (await fieldsOf({ type: 'thb', currency: 'THB', amount })).find(({ key }) => key === 'payTo')?.options?.length;
  expect([await ways('2000000.00'), await ways('2000000.01')]).toEqual([4, 1]);
  const bank = (await fieldsOf({ type: 'thb', payTo: 'account', bankCode: '071' })).find(
    ({ key }) => key === 'bankCode',
  );
  expect(bank?.hint).toBe('By PromptPay this bank takes up to 49,999.00 THB at a time.');
  const name = (await fieldsOf({ type: 'gbp', entityType: 'company' }))[0];
  expect(name?.hint).toBe('The registered name, as it stands on its bank account.');
  expect(await server.call(contract.payee.requirements, { currency: 'THB', amount: '1.001' }, ann)).toMatchObject({
    status: 400,
  });
  expect(await server.call(contract.payee.requirements, { type: 'xyz' }, ann)).toMatchObject({ status: 400 });
});

test.each([thb, swt, usd, local, swiftatw])(
  'a payee of type $type is added where nobody can check the name',
  async (typed) => {
    const who = await givenCustomer(db);
    const added = await add(who, typed);
    expect(added).toMatchObject({ type: typed.type, currency: typed.currency, status: 'approved', nameCheck: null });
    const { run } = asCustomer(db, who);
    expect(await run(viewPayee, { uid: added.uid })).toEqual(added);
    expect(await run(listUsableGbp, {})).toEqual([]);
    expect(await run(listUsableEur, {})).toEqual([]);
    expect(await run(listUsableSwt, { x: typed.currency })).toEqual([added]);
    expect(await run(listUsableSwt, { x: 'JPY' })).toEqual([]);
    const edited = await run(editPayee, {
      uid: added.uid,
      version: 1,
      ...somebody,
      name: 'Greta L',
      details: typed.details,
      idempotency: randomUUID(),
    });
    expect(edited).toMatchObject({ version: 2, name: 'Greta L', details: added.details });
    await expectRefusal(db, 'payee_exists', () => add(who, { ...typed, name: 'Somebody Else' }));
  },
);

test('a payee in euros needs the answer of Verification of Payee about exactly its IBAN', async () => {
  const who = await givenCustomer(db);
  await expectRefusal(db, 'name_check_required', () => add(who, eur));
  const other = { ...eur, details: { country: 'FR', iban: 'FR1420041010050500013M02606' } } as const;
  const ofOther = await checked(who, other);
  await expectRefusal(db, 'name_check_required', () => add(who, eur, { nameCheckId: ofOther }));
  const asPounds = await checked(who, asTyped(ukDetails.somchai));
  await expectRefusal(db, 'name_check_required', () => add(who, eur, { nameCheckId: asPounds }));
  const added = await add(who, eur, { nameCheckId: await checked(who, eur) });
  expect(added).toMatchObject({ summary: 'DE89 3704 0044 0532 0130 00', nameCheck: { result: 'match' } });
  expect(await asCustomer(db, who).run(listUsableEur, {})).toEqual([added]);
});

test.each([
  ['pending', { status: 'pending' }],
  ['reject', { status: 'reject' }],
  ['disabled', { status: 'disabled' }],
])('a payee that is %s is in the list and in no picker', async (status, set) => {
  const who = await givenCustomer(db);
  for (const typed of [swt, thb]) await add(who, typed);
  await add(who, eur, { nameCheckId: await checked(who, eur) });
  await db.updateTable('payee.payee').set(set).where('customer_id', '=', who.customer.id).execute();
  const { run } = asCustomer(db, who);
  expect((await run(listPayees, {})).map((payee) => payee.status)).toEqual([status, status, status]);
  expect(await run(listUsableEur, {})).toEqual([]);
  for (const x of ['USD', 'THB'] as const) expect(await run(listUsableSwt, { x })).toEqual([]);
});

test('every fault is named, and none of them leaves anything behind', async () => {
  const refusal = await expectRefusal(db, 'payee_details_invalid', () =>
    add(ann, { ...usd, name: 'สมชาย', details: { ...usd.details, abaRouting: '021000022', townName: '', payTo: 'x' } }),
  );
  expect(refusal.errors?.map(({ field }) => field)).toEqual(['name', 'abaRouting', 'townName', 'payTo']);
  await expectRefusal(db, 'payee_details_invalid', () => add(ann, { ...swt, currency: 'THB', type: 'usd' }));
});

test('an address is judged by its country: what its postcodes look like, and whether a state belongs to it', async () => {
  const who = await givenCustomer(db);
  const inUsa = (over: object) => ({ ...usd, details: { ...usd.details, addressCountry: 'US', ...over } });
  const refusal = await expectRefusal(db, 'payee_details_invalid', () => add(who, inUsa({ postCode: 'EC1A 9HF' })));
  expect(refusal.errors).toMatchObject([
    { field: 'postCode', message: 'United States has no such postcode' },
    { field: 'countrySubDivision', message: 'Enter the state or province' },
  ]);
  const state = { postCode: '43004-1234', countrySubDivision: 'Ohio' };
  expect((await add(who, inUsa(state))).details).toMatchObject(state);
});

test.each(['close_match', 'unavailable'] as const)(
  '%s that was accepted is not asked about again for 90 days',
  async (result) => {
    const who = await givenCustomer(db);
    const name = result === 'close_match' ? 'Greta M Lindqvist' : undefined;
    const again = () => asCustomer(db, who).proceed(checkName(answering(result, name)), eur);
    expect(await again()).toMatchObject({ acceptedAt: null });
    const { uid } = await add(who, eur, { nameCheckId: await checked(who, eur, result, name), acceptNameCheck: true });
    await asCustomer(db, who).run(removePayee, { uid, idempotency: randomUUID() });

    const { checkId, acceptedAt } = await again();
    expect(acceptedAt).not.toBeNull();
    const back = await add(who, eur, { nameCheckId: checkId });
    expect(back.status).toBe('approved');
    const stranger = await givenCustomer(db);
    expect(await asCustomer(db, stranger).proceed(checkName(answering(result, name)), eur)).toMatchObject({
      acceptedAt: null,
    });
    const renamed = { ...eur, name: 'Greta Lind' };
    expect(await asCustomer(db, who).proceed(checkName(answering(result, name)), renamed)).toMatchObject({
      acceptedAt: null,
    });
  },
);

/** As somebody does who has read the warning for ten seconds. */
const accept = (who: Given, nameCheckId: string) =>
  asCustomer(db, who).inside((ctx) =>
    addPayee(
      { ...ctx, now: new Date(ctx.now.getTime() + 10_000) },
      { ...eur, nameCheckId, acceptNameCheck: true, nameCheckReason: 'She has married', idempotency: randomUUID() },
    ),
  );

test('90 days later it is asked about again, and a name that does not match is asked about every time', async () => {
  const who = await givenCustomer(db);
  const nameCheckId = await checked(who, eur, 'close_match', 'Greta M Lindqvist');
  const longAgo = new Date(Date.now() - 91 * 24 * 3_600_000);
  const accepted = { name_check_id: nameCheckId, customer_id: who.customer.id, person_id: who.person.id };
  await db
    .insertInto('payee.name_acceptance')
    .values({ ...accepted, accepted_at: longAgo })
    .execute();
  const ofNow = await checked(who, eur, 'close_match', 'Greta M Lindqvist');
  await expectRefusal(db, 'name_check_unconfirmed', () => add(who, eur, { nameCheckId: ofNow }));

  const noMatch = await checked(who, eur, 'no_match');
  const { uid } = await accept(who, noMatch);
  await asCustomer(db, who).run(removePayee, { uid, idempotency: randomUUID() });
  const asked = await asCustomer(db, who).proceed(checkName(answering('no_match')), eur);
  expect(asked.acceptedAt).toBeNull();
  await expectRefusal(db, 'name_check_unconfirmed', () => add(who, eur, { nameCheckId: asked.checkId }));
});

test('what was accepted is evidence, and cannot be changed', async () => {
  const who = await givenCustomer(db);
  await accept(who, await checked(who, eur, 'no_match'));
  const kept = db.selectFrom('payee.name_acceptance').selectAll().where('person_id', '=', who.person.id);
  expect(await kept.execute()).toHaveLength(1);
  await expect(db.deleteFrom('payee.name_acceptance').execute()).rejects.toThrow('permission denied');
});

test.each([
  ['bank_details_invalid', 'approved'],
  ['compliance', 'pending'],
  ['team_approval', 'approved'], // no rule of theirs asks for it any more
])('a payee turned down for %s is %s once it is corrected', async (reason_code, status) => {
  const who = await givenCustomer(db);
  const { uid, version, details } = await add(who, swt);
  const turnedDown = { status: 'reject', reason_code, reason: 'We could not accept this payee.' };
  await db.updateTable('payee.payee').set(turnedDown).where('id', '=', uid).execute();
  const corrected = { ...details, accountNumber: '9876543210' };
  const edit = { uid, version, ...somebody, details: corrected, idempotency: randomUUID() };
  expect(await asCustomer(db, who).run(editPayee, edit)).toMatchObject({ status });
});

test('a telephone number that cannot exist is refused, and one that can is kept without its spaces', async () => {
  const who = await givenCustomer(db);
  const nameCheckId = await checked(who, eur);
  const withPhone = (phone: string) => ({ ...eur, details: { ...eur.details, phone } });
  const refusal = await expectRefusal(db, 'payee_details_invalid', () => add(who, withPhone('+44 1'), { nameCheckId }));
  expect(refusal.errors).toMatchObject([{ field: 'phone' }]);
  const impossible = await expectRefusal(db, 'payee_details_invalid', () =>
    add(who, withPhone('+44 1234567'), { nameCheckId }),
  );
  expect(impossible.errors).toMatchObject([{ field: 'phone', message: 'There can be no such telephone number' }]);
  const added = await add(who, withPhone('+44 20 7946 0958'), { nameCheckId });
  expect(added.details.phone).toBe('+442079460958');
});

test('a payee in use says by which payment', async () => {
  const who = await givenCustomer(db);
  const payee = await givenPayee(db, who);
  const uid = await givenPaymentRow(db, who, await givenAccount(db, who), payee, { state: 'sent' });
  const { reference } = await db
    .selectFrom('payment.payment')
    .select('reference')
    .where('id', '=', uid)
    .executeTakeFirstOrThrow();
  const refusal = await expectRefusal(db, 'payee_in_use', () =>
    asCustomer(db, who).run(removePayee, { uid: payee.id, idempotency: randomUUID() }),
  );
  expect(refusal.data).toEqual({ uses: [{ by: 'payment', uid, reference }] });
  expect(refusal.message).toContain(reference);
});

test('a search for what no text has is refused, and breaks nothing', async () => {
  expect(await server.call(contract.payee.list, { search: 'a\u0000' }, ann)).toMatchObject({ status: 400 });
});

test('an account is found however it is typed, by letters too', async () => {
  const who = await givenCustomer(db);
  await add(who, eur, { nameCheckId: await checked(who, eur) });
  await add(who, swt);
  const found = async (search: string) =>
    (await asCustomer(db, who).run(listPayees, { search })).map(({ type }) => type);
  expect(await found('de89 3704')).toEqual(['eur']);
  expect(await found('0123-4567')).toEqual(['swt']);
  expect(await found('XX99')).toEqual([]);
});

test('an account of one’s own is marked as that, and texts with the number of a card are told of', async () => {
  const who = await givenCustomer(db);
  const nickname = 'Card 4111 1111 1111 1111';
  const mine = await add(who, { ...swt, ownAccount: true, nickname } as never);
  expect(mine).toMatchObject({ ownAccount: true, cardNumberIn: ['nickname'] });
  const { run } = asCustomer(db, who);
  const { name, entityType, details } = swt;
  const again = { uid: mine.uid, name, entityType, details, idempotency: randomUUID() };
  expect(await run(editPayee, { ...again, version: 1, nickname: 'Lagos' })).toMatchObject({
    version: 2,
    ownAccount: true,
    cardNumberIn: [],
  });
  const edited = await run(editPayee, { ...again, idempotency: randomUUID(), version: 2, ownAccount: false });
  expect(edited).toMatchObject({ version: 3, ownAccount: false });
  const related = { ...swt, details: { ...details, accountNumber: '0123456780', relationship: 'own_account' } };
  expect(await add(who, related)).toMatchObject({ ownAccount: true });
});
