import { randomUUID } from 'node:crypto';
import { contract } from '@larkmere/contract/contract';
import type { NameCheckResult, PayeeView } from '@larkmere/contract/payees/payee';
import type { PayeeRequirements } from '@larkmere/contract/payees/payee-requirements';
import type { Input } from '@larkmere/contract/platform/endpoint';
import { beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { approveAs, seedApprovalRule, seedColleague } from '../../../../../test/fixtures/approval.ts';
import {
  asCustomer,
  asSystem,
  createDatabase,
  expectRefusal,
  seedAccount,
  seedCustomer,
  seedPayee,
  type TestUser,
  toPayeeForm,
  ukDetails,
} from '../../../../../test/fixtures/base.ts';
import { seedDealer } from '../../../../../test/fixtures/manual-fx.ts';
import { seedPaymentRow } from '../../../../../test/fixtures/payment.ts';
import { startRouteServer } from '../../../../../test/fixtures/route-server.ts';
import { fieldErrorText } from '../../platform/requests/refusal.ts';
import { importBanks } from '../../reference/bank-directory/import-banks.ts';
import { releasePayee } from './decide-payee.ts';
import { checkName, type NameChecker } from './name-check/name-check.ts';
import { listPayees, listUsableEur, listUsableGbp, listUsableSwt, viewPayee } from './payee.read.ts';
import { payeeRoutes } from './payee.routes.ts';
import { requireOwnPayee } from './payee.ts';
import { removePayee } from './remove-payee.ts';
import { addPayee, editPayee } from './save-payee.ts';

type Typed = Pick<Input<typeof contract.payee.add>, 'type' | 'currency' | 'name' | 'entityType' | 'details'>;
type Result = z.infer<typeof NameCheckResult>;

const { db } = await createDatabase();
const answering =
  (result: Result, actualName?: string): NameChecker =>
  async ({ type }) => ({
    scheme: type === 'eur' ? 'vop' : 'cop',
    code: 'TEST',
    result,
    ...(actualName ? { actualName } : {}),
  });
const server = await startRouteServer(db, (bind) => payeeRoutes(bind, { checkName: answering('match') }));

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

let ann: TestUser;
beforeAll(async () => {
  ann = await seedCustomer(db);
});

async function checked(who: TestUser, typed: Typed, result: Result = 'match', actualName?: string): Promise<string> {
  return (await asCustomer(db, who).proceed(checkName(answering(result, actualName)), typed)).checkId;
}

const add = (who: TestUser, typed: Typed, more: Partial<Input<typeof contract.payee.add>> = {}) =>
  asCustomer(db, who).run(addPayee, { ...typed, idempotency: randomUUID(), ...more });

test('returns requirements as data that follow the answers', async () => {
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
  expect(bank?.hint).toBe('By PromptPay, this bank takes up to 49,999.00 THB at a time.');
  const name = (await fieldsOf({ type: 'gbp', entityType: 'company' }))[0];
  expect(name?.hint).toBe('The registered name, as on the bank account.');
  expect(await server.call(contract.payee.requirements, { currency: 'THB', amount: '1.001' }, ann)).toMatchObject({
    status: 400,
  });
  expect(await server.call(contract.payee.requirements, { type: 'xyz' }, ann)).toMatchObject({ status: 400 });
});

test.each([thb, swt, usd, local, swiftatw])('adds a payee of type $type without a name check', async (typed) => {
  const who = await seedCustomer(db);
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
});

test('requires a Verification of Payee check for exactly the IBAN of a EUR payee', async () => {
  const who = await seedCustomer(db);
  await expectRefusal(db, 'name_check_required', () => add(who, eur));
  const other = { ...eur, details: { country: 'FR', iban: 'FR1420041010050500013M02606' } } as const;
  const ofOther = await checked(who, other);
  await expectRefusal(db, 'name_check_required', () => add(who, eur, { nameCheckId: ofOther }));
  const asPounds = await checked(who, toPayeeForm(ukDetails.somchai));
  await expectRefusal(db, 'name_check_required', () => add(who, eur, { nameCheckId: asPounds }));
  const added = await add(who, eur, { nameCheckId: await checked(who, eur) });
  expect(added).toMatchObject({ summary: 'DE89 3704 0044 0532 0130 00', nameCheck: { result: 'match' } });
  expect(await asCustomer(db, who).run(listUsableEur, {})).toEqual([added]);
});

test.each([
  ['pending', { status: 'pending' }],
  ['reject', { status: 'reject' }],
  ['disabled', { status: 'disabled' }],
] as const)('lists a payee that is %s but does not offer it for payment', async (status, set) => {
  const who = await seedCustomer(db);
  for (const typed of [swt, thb]) await add(who, typed);
  await add(who, eur, { nameCheckId: await checked(who, eur) });
  await db.updateTable('payee.payee').set(set).where('customerId', '=', who.customer.id).execute();
  const { run } = asCustomer(db, who);
  expect((await run(listPayees, {})).map((payee) => payee.status)).toEqual([status, status, status]);
  expect(await run(listUsableEur, {})).toEqual([]);
  for (const x of ['USD', 'THB'] as const) expect(await run(listUsableSwt, { x })).toEqual([]);
});

test('returns every fault and stores nothing', async () => {
  const refusal = await expectRefusal(db, 'payee_details_invalid', () =>
    add(ann, { ...usd, name: 'สมชาย', details: { ...usd.details, abaRouting: '021000022', townName: '', payTo: 'x' } }),
  );
  expect(refusal.errors?.map(({ field }) => field)).toEqual(['name', 'abaRouting', 'townName', 'payTo']);
  await expectRefusal(db, 'payee_details_invalid', () => add(ann, { ...swt, currency: 'THB', type: 'usd' }));
});

test('validates an address by the postcodes and states of its country', async () => {
  const who = await seedCustomer(db);
  const inUsa = (over: object) => ({ ...usd, details: { ...usd.details, addressCountry: 'US', ...over } });
  const refusal = await expectRefusal(db, 'payee_details_invalid', () => add(who, inUsa({ postCode: 'EC1A 9HF' })));
  expect(refusal.errors?.map((each) => ({ field: each.field, message: fieldErrorText(each) }))).toMatchObject([
    { field: 'postCode', message: 'Enter a postcode in the format used in United States' },
    { field: 'countrySubDivision', message: 'Enter the state or province' },
  ]);
  const state = { postCode: '43004-1234', countrySubDivision: 'Ohio' };
  expect((await add(who, inUsa(state))).details).toMatchObject(state);
});

test.each(['close_match', 'unavailable'] as const)('remembers an accepted %s for 90 days', async (result) => {
  const who = await seedCustomer(db);
  const name = result === 'close_match' ? 'Greta M Lindqvist' : undefined;
  const again = () => asCustomer(db, who).proceed(checkName(answering(result, name)), eur);
  expect(await again()).toMatchObject({ acceptedAt: null });
  const { uid } = await add(who, eur, { nameCheckId: await checked(who, eur, result, name), acceptNameCheck: true });
  await asCustomer(db, who).run(removePayee, { uid, idempotency: randomUUID() });

  const { checkId, acceptedAt } = await again();
  expect(acceptedAt).not.toBeNull();
  const back = await add(who, eur, { nameCheckId: checkId });
  expect(back.status).toBe('approved');
  const stranger = await seedCustomer(db);
  expect(await asCustomer(db, stranger).proceed(checkName(answering(result, name)), eur)).toMatchObject({
    acceptedAt: null,
  });
  const renamed = { ...eur, name: 'Greta Lind' };
  expect(await asCustomer(db, who).proceed(checkName(answering(result, name)), renamed)).toMatchObject({
    acceptedAt: null,
  });
});

const addWithOverride = (who: TestUser, nameCheckId: string) =>
  asCustomer(db, who).inside((ctx) =>
    addPayee(
      { ...ctx, now: new Date(ctx.now.getTime() + 10_000) },
      { ...eur, nameCheckId, acceptNameCheck: true, nameCheckReason: 'She has married', idempotency: randomUUID() },
    ),
  );

test('asks again after 90 days, and every time for a mismatch', async () => {
  const who = await seedCustomer(db);
  const nameCheckId = await checked(who, eur, 'close_match', 'Greta M Lindqvist');
  const longAgo = new Date(Date.now() - 91 * 24 * 3_600_000);
  const accepted = { nameCheckId, customerId: who.customer.id, userId: who.user.id };
  await db
    .insertInto('payee.name_check_override')
    .values({ ...accepted, acceptedAt: longAgo })
    .execute();
  const ofNow = await checked(who, eur, 'close_match', 'Greta M Lindqvist');
  await expectRefusal(db, 'name_check_unconfirmed', () => add(who, eur, { nameCheckId: ofNow }));

  const noMatch = await checked(who, eur, 'no_match');
  const { uid } = await addWithOverride(who, noMatch);
  await asCustomer(db, who).run(removePayee, { uid, idempotency: randomUUID() });
  const asked = await asCustomer(db, who).proceed(checkName(answering('no_match')), eur);
  expect(asked.acceptedAt).toBeNull();
  await expectRefusal(db, 'name_check_unconfirmed', () => add(who, eur, { nameCheckId: asked.checkId }));
});

test('stores overrides that cannot be changed', async () => {
  const who = await seedCustomer(db);
  await addWithOverride(who, await checked(who, eur, 'no_match'));
  const kept = db.selectFrom('payee.name_check_override').selectAll().where('userId', '=', who.user.id);
  expect(await kept.execute()).toHaveLength(1);
  await expect(db.deleteFrom('payee.name_check_override').execute()).rejects.toThrow('permission denied');
});

const corrected = { ...swt.details, accountNumber: '9876543210' };
const setStatus = (uid: string, standing: object) =>
  db.updateTable('payee.payee').set(standing).where('id', '=', uid).execute();

test.each([
  ['reject', 'bank_details_invalid', 'pending', 'bank_details_invalid'],
  ['reject', 'name_check', 'pending', 'name_check'],
  ['reject', 'compliance', 'pending', 'compliance'],
  ['pending', 'bank_details_invalid', 'pending', 'bank_details_invalid'],
  ['pending', 'compliance', 'pending', 'compliance'],
  ['disabled', 'compliance', 'disabled', 'compliance'],
  ['reject', 'team_approval', 'approved', null],
])('turns a payee that is %s for %s into %s once it is corrected', async (status, before, then, reasonCode) => {
  const who = await seedCustomer(db);
  const { uid, version } = await add(who, swt);
  await setStatus(uid, { status, reasonCode: before, reason: 'We could not accept this payee.' });
  const edit = { uid, version, ...somebody, details: corrected, idempotency: randomUUID() };
  const edited = await asCustomer(db, who).run(editPayee, edit);
  expect(edited).toMatchObject({ status: then, reasonCode });
  if (status !== 'pending') expect(edited.reason).toBeNull();
});

test('sends a corrected payee through staff review and then through approval', async () => {
  const who = await seedCustomer(db);
  const admin = await seedColleague(db, who, 'admin');
  const { uid, version } = await add(who, swt);
  await setStatus(uid, { status: 'reject', reasonCode: 'bank_details_invalid' });
  await seedApprovalRule(db, who, { scope: 'payee', minAmount: '0' });
  const edit = { uid, version, ...somebody, details: corrected, idempotency: randomUUID() };
  expect(await asCustomer(db, who).run(editPayee, edit)).toMatchObject({
    status: 'pending',
    reasonCode: 'bank_details_invalid',
    approvalRequest: { state: 'open' },
  });
  const operations = await seedDealer(db, 'payment_operations');
  const release = { uid, version: version + 1, note: 'Looked at it', idempotency: randomUUID() };
  const released = (await operations.act(releasePayee, release)) as unknown as PayeeView;
  expect(released).toMatchObject({ status: 'pending', reasonCode: 'team_approval' });
  await approveAs(db, admin, released.approvalRequest?.uid ?? '');
  expect(await asCustomer(db, who).run(viewPayee, { uid })).toMatchObject({
    status: 'approved',
    approvedBy: { by: 'colleagues', names: [admin.user.name] },
  });
});

test('keeps a block by staff when a payee is deleted and added again', async () => {
  const who = await seedCustomer(db);
  const { run } = asCustomer(db, who);
  const remove = (uid: string) => run(removePayee, { uid, idempotency: randomUUID() });
  for (const [status, reasonCode] of [
    ['reject', 'bank_details_invalid'],
    ['disabled', 'compliance'],
    ['pending', 'compliance'],
  ] as const) {
    const { uid } = await add(who, swt);
    await setStatus(uid, { status, reasonCode });
    await remove(uid);
    const back = await add(who, { ...swt, name: 'Another Name' });
    expect(back).toMatchObject({ status: 'pending', reasonCode });
    await remove(back.uid);
    const moved = await add(who, { ...swt, details: corrected });
    const edit = { uid: moved.uid, version: 1, ...somebody, details: swt.details, idempotency: randomUUID() };
    expect(await run(editPayee, edit)).toMatchObject({ status: 'pending', reasonCode });
    await setStatus(moved.uid, { status: 'approved', reasonCode: null });
    await remove(moved.uid);
    expect((await add(who, swt)).status).toBe('approved');
    const { uid: last } = (await run(listPayees, {}))[0] ?? { uid: '' };
    await remove(last);
  }
  const stranger = await seedCustomer(db);
  expect((await add(stranger, swt)).status).toBe('approved');
});

test('requires a name check and approval again when the account of an approved payee changes', async () => {
  const who = await seedCustomer(db);
  await seedColleague(db, who, 'admin');
  const payee = await seedPayee(db, who, ukDetails.somchai);
  await seedApprovalRule(db, who, { scope: 'payee', minAmount: '0' });
  const { name, entityType, sortCode, accountNumber } = ukDetails.northgate;
  const moved = { uid: payee.id, version: 1, name, entityType, details: { sortCode, accountNumber } };
  const edit = (nameCheckId?: string) =>
    asCustomer(db, who).run(editPayee, { ...moved, ...(nameCheckId && { nameCheckId }), idempotency: randomUUID() });
  await expectRefusal(db, 'name_check_required', () => edit());
  const before = Date.now();
  const edited = await edit(await checked(who, toPayeeForm(ukDetails.northgate)));
  expect(edited).toMatchObject({ status: 'pending', reasonCode: 'team_approval', approvalRequest: { state: 'open' } });
  const { accountSince } = await asCustomer(db, who).inside((ctx) => requireOwnPayee(ctx, payee.id));
  expect(accountSince.getTime()).toBeGreaterThan(before - 60_000);
});

test('refuses an impossible phone number and stores a possible one without spaces', async () => {
  const who = await seedCustomer(db);
  const nameCheckId = await checked(who, eur);
  const withPhone = (phone: string) => ({ ...eur, details: { ...eur.details, phone } });
  const refusal = await expectRefusal(db, 'payee_details_invalid', () => add(who, withPhone('+44 1'), { nameCheckId }));
  expect(refusal.errors).toMatchObject([{ field: 'phone' }]);
  const impossible = await expectRefusal(db, 'payee_details_invalid', () =>
    add(who, withPhone('+44 1234567'), { nameCheckId }),
  );
  expect(impossible.errors).toMatchObject([{ field: 'phone', reason: { code: 'phone_invalid' } }]);
  const added = await add(who, withPhone('+44 20 7946 0958'), { nameCheckId });
  expect(added.details.phone).toBe('+442079460958');
});

const optional = ['addressCountry', 'addressLine1', 'addressLine2', 'townName', 'postCode', 'countrySubDivision'];

test.each(['gbp', 'eur', 'thb'])(
  'takes an optional address for a payee of type %s, but no partial one',
  async (type) => {
    const who = await seedCustomer(db);
    const typed = { gbp: toPayeeForm(ukDetails.somchai), eur, thb }[type] as Typed;
    const asked = async (more: object) => {
      const { body } = await server.call(contract.payee.requirements, { type, ...more }, who);
      return (body.data as PayeeRequirements[])[0]?.fields.filter(({ key }) => optional.includes(key)) ?? [];
    };
    expect((await asked({})).map(({ key, extra, required }) => [key, extra, required])).toEqual([
      ['addressCountry', true, false],
    ]);
    const inUsa = await asked({ addressCountry: 'US' });
    expect(inUsa.map(({ key }) => key)).toEqual(optional);
    expect(inUsa.flatMap(({ key, required }) => (required ? [key] : []))).toEqual(['townName']);
    const nameCheckId = await checked(who, typed);
    const at = (over: object): Typed => ({ ...typed, details: { ...typed.details, ...over } });
    const halves = [[{ addressCountry: 'GB' }, 'townName'] as const, [{ townName: 'Leeds' }, 'townName'] as const];
    for (const [half, field] of halves) {
      const refusal = await expectRefusal(db, 'payee_details_invalid', () => add(who, at(half), { nameCheckId }));
      expect(refusal.errors).toMatchObject([{ field }]);
    }
    const whole = { addressCountry: 'GB', townName: 'Leeds', postCode: 'LS1 4DY', addressLine1: '4 Park Row' };
    expect((await add(who, at(whole), { nameCheckId })).details).toMatchObject(whole);
  },
);

test('takes the bank name from the directory, the Thai list or the customer, and derives a BIC only without one', async () => {
  const who = await seedCustomer(db);
  const table = ['country,bank_code,bic,name', 'DE,37040044,COBADEFFXXX,Commerzbank', 'GB,202959,,Rook Bank'];
  const abroad = ['US,021000021,,Ohio Bank', 'NG,044,ABNGNGLAXXX,Access Lagos'];
  await asSystem(db, (ctx) => importBanks(ctx, [...table, ...abroad].join('\n')));
  const nameCheckId = await checked(who, eur);
  const bare = await add(who, eur, { nameCheckId });
  expect(bare).toMatchObject({ bankName: 'Commerzbank', derivedBic: 'COBADEFFXXX' });
  expect(bare.details.bic).toBeUndefined();
  const told = { ...eur, details: { ...eur.details, bic: 'DEUTDEFF' } };
  const edited = await asCustomer(db, who).run(editPayee, {
    uid: bare.uid,
    version: 1,
    ...somebody,
    details: told.details,
    nameCheckId,
    idempotency: randomUUID(),
  });
  expect(edited).toMatchObject({ bankName: 'Commerzbank', derivedBic: null, details: { bic: 'DEUTDEFF' } });
  const of = async (typed: Typed) => (await add(who, typed)).bankName;
  expect(await of(swt)).toBe('Access Lagos');
  expect(await of({ ...swiftatw, details: { ...swt.details, bankName: 'Lagoon Bank' } })).toBe('Lagoon Bank');
  expect(await of(usd)).toBe('Ohio Bank');
  expect(await of({ ...thb, details: { payTo: 'account', bankCode: '014', accountNumber: '4123456789' } })).toBe(
    'Siam Commercial Bank',
  );
  expect(await of(thb)).toBeNull();
  expect(await of(local)).toBeNull();
  expect((await createPayeeView(who)).bankName).toBe('Rook Bank');
});

const createPayeeView = async (who: TestUser) =>
  asCustomer(db, who).run(viewPayee, { uid: (await seedPayee(db, who, ukDetails.somchai)).id });

test('returns who added a payee and who approved it', async () => {
  const who = await seedCustomer(db, { name: 'Ines Calder' });
  const alone = await add(who, swt);
  expect(alone).toMatchObject({ createdBy: 'Ines Calder', approvedBy: null, lastPaidAt: null });
  await setStatus(alone.uid, { status: 'pending', reasonCode: 'compliance' });
  const compliance = await seedDealer(db, 'compliance');
  const release = { uid: alone.uid, version: 1, note: 'Looked at it', idempotency: randomUUID() };
  await db
    .insertInto('payee.version')
    .values({ payeeId: alone.uid, version: 2, details: '{"status": "pending"}', changedBy: compliance.id })
    .execute();
  await db.updateTable('payee.payee').set({ version: 2 }).where('id', '=', alone.uid).execute();
  await compliance.act(releasePayee, { ...release, version: 2 });
  const seen = await asCustomer(db, who).run(viewPayee, { uid: alone.uid });
  expect(seen.approvedBy).toMatchObject({ by: 'larkmere', names: [] });

  const admin = await seedColleague(db, who, 'admin');
  const second = await seedColleague(db, who, 'admin');
  await seedApprovalRule(db, who, { scope: 'payee', minAmount: '0', approvers: 2 });
  const asked = await add(who, usd);
  expect(asked).toMatchObject({ status: 'pending', approvedBy: null });
  for (const each of [second, admin]) await approveAs(db, each, asked.approvalRequest?.uid ?? '');
  const approved = await asCustomer(db, who).run(viewPayee, { uid: asked.uid });
  expect(approved).toMatchObject({
    status: 'approved',
    approvedBy: { by: 'colleagues', names: [second.user.name, admin.user.name] },
  });
  const { uid, version, name, entityType, details } = approved;
  const named = { uid, version, name, entityType, details, nickname: 'Ohio', idempotency: randomUUID() };
  expect(await asCustomer(db, who).run(editPayee, named)).toMatchObject({ approvedBy: approved.approvedBy });
});

test('names the payment that uses a payee', async () => {
  const who = await seedCustomer(db);
  const payee = await seedPayee(db, who);
  const uid = await seedPaymentRow(db, who, await seedAccount(db, who), payee, { state: 'sent' });
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

test('refuses a search with characters that no text has', async () => {
  expect(await server.call(contract.payee.list, { search: 'a\u0000' }, ann)).toMatchObject({ status: 400 });
});

test('finds an account in any spelling, also by letters', async () => {
  const who = await seedCustomer(db);
  await add(who, eur, { nameCheckId: await checked(who, eur) });
  await add(who, swt);
  const found = async (search: string) =>
    (await asCustomer(db, who).run(listPayees, { search })).map(({ type }) => type);
  expect(await found('de89 3704')).toEqual(['eur']);
  expect(await found('0123-4567')).toEqual(['swt']);
  expect(await found('XX99')).toEqual([]);
});

test('marks an own account and reports card numbers in texts', async () => {
  const who = await seedCustomer(db);
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
