import { warnings } from '@larkmere/contract/payment-warning';
import type { StandingOrderTerms } from '@larkmere/contract/standing-order-terms';
import { v7 } from 'uuid';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type Given,
  givenAccount,
  givenCustomer,
  givenDatabase,
  givenPayee,
  ukDetails,
} from '../../../../test/given.ts';
import { background, forgetAsks, givenAsks, givenPayeeOf, payees } from '../../../../test/given-payment.ts';
import {
  berlinPayee,
  type Clock,
  clockAt,
  livesInLondon,
  standing,
  standingTerms,
  turnAt,
} from '../../../../test/given-standing-order.ts';
import { approveAs, givenColleague, giveRule } from '../../../../test/given-team.ts';
import type { BankAccount } from '../bank-account/bank-account.ts';
import type { Payee } from '../payee/payee.ts';
import { previewDates } from './preview-dates.ts';

const { db } = await givenDatabase();
const setUpAt = '2026-11-21T10:00:00.000Z';
let who: Given;
let clock: Clock;
let me: Awaited<ReturnType<typeof standing>>;

beforeEach(async () => {
  who = await givenCustomer(db, { business: true });
  clock = clockAt(setUpAt);
  me = await standing(db, who, clock);
});

const inBaht = async (details: Record<string, string> = {}): Promise<[BankAccount, Payee]> => [
  await givenAccount(db, who, { currency: 'THB', iban: 'GB31LARK04062141728852', balance: '50000.00' }),
  await givenPayeeOf(db, who, { ...payees.malee, account: v7(), details: { ...payees.malee.details, ...details } }),
];
const turn = (moment: string): Promise<number> => {
  clock.now = new Date(moment);
  return turnAt(db, clock);
};
const paid = () =>
  db
    .selectFrom('payment.payment')
    .select(['purpose', 'relationship', 'source_of_funds', 'note', 'warning_code', 'warning_text', 'warned_at'])
    .where('customer_id', '=', who.customer.id)
    .orderBy('created_at')
    .execute();

it('sends the regulatory information that the THB partner requires with each payment', async () => {
  const [account, payee] = await inBaht();
  await expect(me.create(standingTerms(account, payee, { purposeCode: 'RENT' }))).rejects.toMatchObject({
    code: 'background_missing',
    errors: [{ field: 'relationship' }, { field: 'sourceOfFunds' }],
  });
  expect(await me.list()).toEqual([]);
  const order = await me.create(standingTerms(account, payee, { ...background, note: 'Flat 24', frequency: 'weekly' }));
  expect(order.terms).toMatchObject({ ...background, note: 'Flat 24' });
  await turn('2026-11-30T23:00:00Z');
  await turn('2026-12-07T23:00:00Z');
  const said = { purpose: 'GIFT', relationship: 'family', source_of_funds: 'salary', note: 'Flat 24', warned_at: null };
  expect(await paid()).toMatchObject([said, said]);
  await expect(me.edit(await me.only(), standingTerms(account, payee))).rejects.toMatchObject({
    code: 'background_missing',
  });
});

it('does not ask for information stored with the payee', async () => {
  const [account, payee] = await inBaht({ purpose: 'RENT', relationship: 'client' });
  await me.create(standingTerms(account, payee, { sourceOfFunds: 'business' }));
  await turn('2026-11-30T23:00:00Z');
  expect(await paid()).toMatchObject([{ purpose: 'RENT', relationship: 'client', source_of_funds: 'business' }]);
});

const asked = async (currency: 'GBP' | 'EUR' | 'THB', abroad = false) => {
  const plan = { frequency: 'monthly', startDate: '2026-12-01', nonWorkingDay: 'next' } as const;
  return (await me.inside((ctx) => previewDates(ctx, { currency, abroad, ...plan }))).asks;
};
afterEach(() => forgetAsks(db));

it('the form asks for what the partner rules require, and creation refuses without it', async () => {
  const account = await givenAccount(db, who, { balance: '500.00' });
  const payee = await givenPayee(db, who);
  const all = ['purposeCode', 'relationship', 'sourceOfFunds'];
  expect([await asked('GBP'), await asked('THB'), await asked('THB', true)]).toEqual([[], all, []]);
  await givenAsks(db, 'faster-payments', 'GBP', ['relationship']);
  expect([await asked('GBP'), await asked('GBP', true), await asked('THB')]).toEqual([['relationship'], [], all]);
  await expect(me.create(standingTerms(account, payee))).rejects.toMatchObject({
    code: 'background_missing',
    errors: [{ field: 'relationship' }],
  });
  await me.create(standingTerms(account, payee, { relationship: 'friend' }));
});

it('asks the same of payments abroad', async () => {
  await livesInLondon(db, who);
  const euros = await givenAccount(db, who, { currency: 'EUR', balance: '500.00' });
  const berlin = await givenPayeeOf(db, who, { name: 'Werkstatt Berlin', ...berlinPayee });
  const terms = standingTerms(euros, berlin, { chargeType: 'SHA' });
  await givenAsks(db, 'sepa-instant', 'EUR', ['relationship']);
  expect(await asked('EUR', true)).toEqual([]);
  await givenAsks(db, 'swift', 'EUR', ['sourceOfFunds']);
  expect([await asked('EUR', true), await asked('EUR')]).toEqual([['sourceOfFunds'], ['relationship']]);
  await expect(me.create(terms)).rejects.toMatchObject({ errors: [{ field: 'sourceOfFunds' }] });
  await me.create({ ...terms, sourceOfFunds: 'savings' });
});

async function weekly(over: Partial<StandingOrderTerms>): Promise<StandingOrderTerms> {
  const account = await givenAccount(db, who, { balance: '500.00' });
  return standingTerms(account, await givenPayee(db, who), { frequency: 'weekly', ...over });
}
const read = (at: string) => ({
  warning_code: 'rent.1',
  warning_text: warnings['rent.1'],
  warned_at: new Date(at),
});

it('attaches the confirmed warning, its text and time, to each payment', async () => {
  const { warning, ...unwarned } = await weekly({ purposeCode: 'RENT', warning: 'rent.1' });
  await me.create({ ...unwarned, warning });
  await turn('2026-12-01T06:00:00Z');
  await me.edit(await me.only(), { ...unwarned, amount: '30.00' });
  await turn('2026-12-08T06:00:00Z');
  expect(await paid()).toMatchObject([read(setUpAt), read(setUpAt)]);
  const other = await givenPayee(db, who, ukDetails.northgate);
  await me.edit(await me.only(), { ...unwarned, payeeUid: other.id, payeeVersion: other.version });
  await turn('2026-12-15T06:00:00Z');
  expect((await paid())[2]).toMatchObject({ warning_code: null, warned_at: null });
});

it('keeps the time a warning was confirmed when colleagues approve a change, and shows them the purpose', async () => {
  const colleague = await givenColleague(db, who, 'approver');
  const terms = await weekly({ amount: '10.00' });
  await me.create(terms);
  await giveRule(db, who);
  clock.now = new Date('2026-11-22T10:00:00Z');
  const said = { purposeCode: 'RENT', warning: 'rent.1' } as const;
  const { teamApproval } = await me.edit(await me.only(), { ...terms, ...said, amount: '40.00' });
  const asked = await approveAs(db, colleague, teamApproval?.uid ?? '', {}, new Date('2026-11-23T10:00:00Z'));
  expect(asked.facts).toContainEqual({ label: 'What it is for', value: 'Rent' });
  await turn('2026-12-01T06:00:00Z');
  expect(await paid()).toMatchObject([read('2026-11-22T10:00:00Z')]);
});
