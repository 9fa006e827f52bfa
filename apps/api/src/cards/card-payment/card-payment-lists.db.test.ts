import { randomUUID } from 'node:crypto';
import type { CardIssuerReport } from '@larkmere/contract/cards/card-issuer';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { seedColleague } from '../../../../../test/fixtures/approval.ts';
import {
  asCustomer,
  createDatabase,
  runJob,
  seedAccount,
  seedCustomer,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import {
  type AuthorisationOverrides,
  authorisationOf,
  reportOf,
  seedPayingCard,
} from '../../../../../test/fixtures/card-payment.ts';
import { seedRates } from '../../../../../test/fixtures/rates.ts';
import { showBalance } from '../../accounts/bank-account/bank-account.read.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import { showActivity } from '../../accounts/statement/show-statement.ts';
import { find } from '../../payments/search/search.read.ts';
import { searchIndex } from '../../payments/search/search.sql.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { authoriseCardPayment } from './authorise.ts';
import { receiveIssuerEvent } from './receive-event.ts';

const { db } = await createDatabase();
let who: TestUser;
let account: BankAccount;
let cardId: string;

beforeEach(async () => {
  who = await seedCustomer(db);
  account = await seedAccount(db, who, { balance: '500.00' });
  cardId = await seedPayingCard(db, who, account);
  await seedRates(db);
});

const actor = { kind: 'rail', ip: '127.0.0.1' } as const;
const pay = async (amount: string, over: AuthorisationOverrides = {}) => {
  const request = authorisationOf(cardId, amount, over);
  const answer = await inTransaction(db, (tx, now) =>
    authoriseCardPayment({ tx, now, actor, requestId: 'test' }, request),
  );
  expect(answer.decision).toBe('approved');
  return request;
};
const send = (report: CardIssuerReport) =>
  inTransaction(db, (tx, now) =>
    receiveIssuerEvent({ tx, now, actor, requestId: 'test' }, { eventId: randomUUID(), at: now.toISOString(), report }),
  );
const euros = (amount: string) => ({ amount, currency: 'EUR' as const });
const activity = (reader = who) => asCustomer(db, reader).run(showActivity, { size: 3 });

/** The index waits for every older transaction of the server, also those of other tests. */
async function search(q: string, reader = who) {
  const { rows } = await sql<{ now: string }>`select pg_snapshot_xmax(pg_current_snapshot()) as now`.execute(db);
  await expect
    .poll(
      async () => {
        await runJob(db, searchIndex);
        const reached = await sql<{ yes: boolean }>`
          select upto >= ${rows[0]?.now}::xid8 as yes from search.progress`.execute(db);
        return reached.rows[0]?.yes;
      },
      { timeout: 15_000 },
    )
    .toBe(true);
  return (await asCustomer(db, reader).run(find, { q, size: 3 })).payments;
}

describe('the activity', () => {
  it('has what a payment holds, once, and its booking afterwards', async () => {
    const request = await pay('25.00');
    expect(await activity()).toMatchObject([
      {
        uid: request.paymentId,
        pending: true,
        state: null,
        type: 'Card payment',
        counterparty: request.merchant.name,
        amount: '-25.00',
        balanceAfter: '475.00',
        paymentUid: null,
        cardPayment: { uid: request.paymentId, cardId, amount: null },
      },
      { amount: '500.00', pending: false, cardPayment: null },
    ]);
    await send(reportOf(request, 1, { cleared: '25.00' }));
    expect(await activity()).toMatchObject([
      { pending: false, amount: '-25.00', cardPayment: { uid: request.paymentId, cardId, amount: null } },
      { amount: '500.00' },
    ]);
  });

  it('has the amount of the merchant beside that of the account, on hold, booked in parts and refunded', async () => {
    const request = await pay('40.00', { billing: euros('40.00'), original: euros('40.00') });
    const amounts = async () => (await activity()).map(({ pending, cardPayment }) => [pending, cardPayment?.amount]);
    expect((await amounts())[0]).toEqual([true, euros('40.00')]);
    await send(
      reportOf(request, 1, { billingCurrency: 'EUR', originalCurrency: 'EUR', held: '30.00', cleared: '10.00' }),
    );
    expect((await amounts()).slice(0, 2)).toEqual(
      expect.arrayContaining([
        [true, euros('30.00')],
        [false, euros('10.00')],
      ]),
    );
    await send(
      reportOf(request, 2, { billingCurrency: 'EUR', originalCurrency: 'EUR', cleared: '40.00', refunded: '5.00' }),
    );
    expect((await amounts())[0]?.[0]).toBe(false);
    expect((await activity())[0]?.cardPayment?.amount?.currency).toBe('EUR');
  });

  it('does not lead a colleague to a card of another person', async () => {
    await pay('25.00');
    const viewer = await seedColleague(db, who, 'viewer', ['statement']);
    expect(await activity(viewer)).toMatchObject([{ pending: true, amount: '-25.00', cardPayment: null }, {}]);
  });
});

it('the reserved money of the account names the merchant and leads to the payment', async () => {
  const request = await pay('25.00');
  const balance = (reader = who) => asCustomer(db, reader).run(showBalance, { bankholderid: account.bankholderId });
  expect(await balance()).toMatchObject({
    reserved: '25.00',
    holds: [{ reason: 'Pepperpot Kitchen, London', link: `/card?card=${cardId}&payment=${request.paymentId}` }],
  });
  const viewer = await seedColleague(db, who, 'viewer', ['statement']);
  expect((await balance(viewer)).holds).toMatchObject([{ reason: 'Pepperpot Kitchen, London', link: null }]);
});

describe('the search', () => {
  it('finds a payment on hold by merchant, town, amounts and reference, and once when it is booked', async () => {
    const merchant = { name: 'Café Lumière', city: 'Paris', country: 'FR', category: '5814' };
    const request = await pay('12.50', { merchant, billing: euros('12.50'), original: euros('12.50') });
    const [held] = (await activity()) ?? [];
    for (const typed of [
      'cafe lum',
      'paris',
      '12.50 eur',
      held?.amount.slice(1) ?? '',
      held?.reference ?? '',
      'card',
    ]) {
      const found = await search(typed);
      expect([typed, found.count, found.list[0]?.uid]).toEqual([typed, 1, request.paymentId]);
    }
    expect((await search('lumiere')).list).toMatchObject([
      { kind: 'card', hold: { cardId }, name: 'Café Lumière', otherAmount: euros('12.50'), direction: 'out' },
    ]);
    const cleared = { billingCurrency: 'EUR', originalCurrency: 'EUR', cleared: '12.50', merchant } as const;
    await send(reportOf(request, 1, cleared));
    for (const typed of ['lumiere', 'paris', '12.50 eur', held?.amount.slice(1) ?? ''])
      expect([typed, await search(typed)]).toMatchObject([
        typed,
        { count: 1, list: [{ hold: null, line: expect.any(String), otherAmount: euros('12.50') }] },
      ]);
  });

  it('finds nothing on hold for another customer, nor without the right to statements', async () => {
    await pay('25.00', { merchant: { name: 'Copper Kettle', city: 'York', country: 'GB', category: '5812' } });
    const other = await seedCustomer(db);
    await seedAccount(db, other, { balance: '10.00' });
    expect(await search('copper', other)).toEqual({ list: [], count: 0 });
    expect(await search('copper', await seedColleague(db, who, 'payer', ['payment']))).toEqual({ list: [], count: 0 });
    const viewer = await seedColleague(db, who, 'viewer', ['statement']);
    expect(await search('copper', viewer)).toMatchObject({ count: 1, list: [{ hold: { cardId: null } }] });
  });
});
