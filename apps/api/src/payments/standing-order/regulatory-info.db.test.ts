import { scamWarnings } from '@larkmere/contract/payments/scam-warning';
import type { StandingOrderTerms } from '@larkmere/contract/payments/standing-order-terms';
import { v7 } from 'uuid';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { approveAs, seedApprovalRule, seedColleague } from '../../../../../test/fixtures/approval.ts';
import {
  createDatabase,
  seedAccount,
  seedCustomer,
  seedPayee,
  type TestUser,
  ukDetails,
} from '../../../../../test/fixtures/base.ts';
import {
  deleteRegulatoryRules,
  payees,
  regulatoryInformation,
  seedPayeeOf,
  seedRegulatoryRule,
} from '../../../../../test/fixtures/payment.ts';
import {
  berlinPayee,
  clockAt,
  createStandingOrderUser,
  runStandingOrdersAt,
  setLondonAddress,
  standingOrderTerms,
  type TestClock,
} from '../../../../../test/fixtures/standing-order.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import type { Payee } from '../../payees/payee/payee.ts';
import { previewDates } from './standing-order.read.ts';

const { db } = await createDatabase();
const setUpAt = '2026-11-21T10:00:00.000Z';
let who: TestUser;
let clock: TestClock;
let me: Awaited<ReturnType<typeof createStandingOrderUser>>;

beforeEach(async () => {
  who = await seedCustomer(db, { business: true });
  clock = clockAt(setUpAt);
  me = await createStandingOrderUser(db, who, clock);
});

const createThbSides = async (details: Record<string, string> = {}): Promise<[BankAccount, Payee]> => [
  await seedAccount(db, who, { currency: 'THB', iban: 'GB31LARK04062141728852', balance: '50000.00' }),
  await seedPayeeOf(db, who, { ...payees.malee, account: v7(), details: { ...payees.malee.details, ...details } }),
];
const runAt = (moment: string): Promise<number> => {
  clock.now = new Date(moment);
  return runStandingOrdersAt(db, clock);
};
const listPayments = () =>
  db
    .selectFrom('payment.payment')
    .select(['purpose', 'relationship', 'sourceOfFunds', 'note', 'warningCode', 'warningText', 'warnedAt'])
    .where('customerId', '=', who.customer.id)
    .orderBy('createdAt')
    .execute();

it('sends the regulatory information that the THB partner requires with each payment', async () => {
  const [account, payee] = await createThbSides();
  await expect(me.create(standingOrderTerms(account, payee, { purposeCode: 'RENT' }))).rejects.toMatchObject({
    code: 'regulatory_information_missing',
    errors: [{ field: 'relationship' }, { field: 'sourceOfFunds' }],
  });
  expect(await me.list()).toEqual([]);
  const order = await me.create(
    standingOrderTerms(account, payee, { ...regulatoryInformation, note: 'Flat 24', frequency: 'weekly' }),
  );
  expect(order.terms).toMatchObject({ ...regulatoryInformation, note: 'Flat 24' });
  await runAt('2026-11-30T23:00:00Z');
  await runAt('2026-12-07T23:00:00Z');
  const said = { purpose: 'GIFT', relationship: 'family', sourceOfFunds: 'salary', note: 'Flat 24', warnedAt: null };
  expect(await listPayments()).toMatchObject([said, said]);
  await expect(me.edit(await me.only(), standingOrderTerms(account, payee))).rejects.toMatchObject({
    code: 'regulatory_information_missing',
  });
});

it('does not ask for information stored with the payee', async () => {
  const [account, payee] = await createThbSides({ purpose: 'RENT', relationship: 'client' });
  await me.create(standingOrderTerms(account, payee, { sourceOfFunds: 'business' }));
  await runAt('2026-11-30T23:00:00Z');
  expect(await listPayments()).toMatchObject([{ purpose: 'RENT', relationship: 'client', sourceOfFunds: 'business' }]);
});

const requiredFields = async (currency: 'GBP' | 'EUR' | 'THB', abroad = false) => {
  const plan = { frequency: 'monthly', startDate: '2026-12-01', nonWorkingDay: 'next' } as const;
  return (await me.inside((ctx) => previewDates(ctx, { currency, isCrossBorder: abroad, ...plan }))).requiredFields;
};
afterEach(() => deleteRegulatoryRules(db));

it('the form asks for what the partner rules require, and creation refuses without it', async () => {
  const account = await seedAccount(db, who, { balance: '500.00' });
  const payee = await seedPayee(db, who);
  const all = ['purposeCode', 'relationship', 'sourceOfFunds'];
  expect([await requiredFields('GBP'), await requiredFields('THB'), await requiredFields('THB', true)]).toEqual([
    [],
    all,
    [],
  ]);
  await seedRegulatoryRule(db, 'faster-payments', 'GBP', ['relationship']);
  expect([await requiredFields('GBP'), await requiredFields('GBP', true), await requiredFields('THB')]).toEqual([
    ['relationship'],
    [],
    all,
  ]);
  await expect(me.create(standingOrderTerms(account, payee))).rejects.toMatchObject({
    code: 'regulatory_information_missing',
    errors: [{ field: 'relationship' }],
  });
  await me.create(standingOrderTerms(account, payee, { relationship: 'friend' }));
});

it('asks the same of payments abroad', async () => {
  await setLondonAddress(db, who);
  const euros = await seedAccount(db, who, { currency: 'EUR', balance: '500.00' });
  const berlin = await seedPayeeOf(db, who, { name: 'Werkstatt Berlin', ...berlinPayee });
  const terms = standingOrderTerms(euros, berlin, { chargeType: 'SHA' });
  await seedRegulatoryRule(db, 'sepa-instant', 'EUR', ['relationship']);
  expect(await requiredFields('EUR', true)).toEqual([]);
  await seedRegulatoryRule(db, 'swift', 'EUR', ['sourceOfFunds']);
  expect([await requiredFields('EUR', true), await requiredFields('EUR')]).toEqual([
    ['sourceOfFunds'],
    ['relationship'],
  ]);
  await expect(me.create(terms)).rejects.toMatchObject({ errors: [{ field: 'sourceOfFunds' }] });
  await me.create({ ...terms, sourceOfFunds: 'savings' });
});

async function weekly(over: Partial<StandingOrderTerms>): Promise<StandingOrderTerms> {
  const account = await seedAccount(db, who, { balance: '500.00' });
  return standingOrderTerms(account, await seedPayee(db, who), { frequency: 'weekly', ...over });
}
const confirmedWarning = (at: string) => ({
  warningCode: 'rent.1',
  warningText: scamWarnings['rent.1'],
  warnedAt: new Date(at),
});

it('attaches the confirmed warning, its text and time, to each payment', async () => {
  const { warning, ...unwarned } = await weekly({ purposeCode: 'RENT', warning: 'rent.1' });
  await me.create({ ...unwarned, warning });
  await runAt('2026-12-01T06:00:00Z');
  await me.edit(await me.only(), { ...unwarned, amount: '30.00' });
  await runAt('2026-12-08T06:00:00Z');
  expect(await listPayments()).toMatchObject([confirmedWarning(setUpAt), confirmedWarning(setUpAt)]);
  const other = await seedPayee(db, who, ukDetails.northgate);
  await me.edit(await me.only(), { ...unwarned, payeeUid: other.id, payeeVersion: other.version });
  await runAt('2026-12-15T06:00:00Z');
  expect((await listPayments())[2]).toMatchObject({ warningCode: null, warnedAt: null });
});

it('keeps the time a warning was confirmed when colleagues approve a change, and shows them the purpose', async () => {
  const colleague = await seedColleague(db, who, 'approver');
  const terms = await weekly({ amount: '10.00' });
  await me.create(terms);
  await seedApprovalRule(db, who);
  clock.now = new Date('2026-11-22T10:00:00Z');
  const said = { purposeCode: 'RENT', warning: 'rent.1' } as const;
  const { approvalRequest } = await me.edit(await me.only(), { ...terms, ...said, amount: '40.00' });
  const asked = await approveAs(db, colleague, approvalRequest?.uid ?? '', {}, new Date('2026-11-23T10:00:00Z'));
  expect(asked.details).toContainEqual({ label: 'Purpose', value: 'Rent' });
  await runAt('2026-12-01T06:00:00Z');
  expect(await listPayments()).toMatchObject([confirmedWarning('2026-11-22T10:00:00Z')]);
});
