import { findViolations } from '@larkmere/ledger/invariants';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { seedApprovalRule, seedColleague } from '../../../../../test/fixtures/approval.ts';
import {
  createDatabase,
  expectRefusal,
  restrict,
  seedAccount,
  seedCustomer,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { requestQuoteAs, seedPinAuthorisation } from '../../../../../test/fixtures/fx.ts';
import { setMarket } from '../../../../../test/fixtures/market.ts';
import { balancesOf, inSession, payees, seedPayeeOf, seedSession } from '../../../../../test/fixtures/payment.ts';
import { seedRates } from '../../../../../test/fixtures/rates.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import type { Payee } from '../../payees/payee/payee.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { sendEur } from '../domestic/send-domestic.ts';
import { sendSameCurrency } from '../international/send-international.ts';
import { findPayment } from '../payment/payment.sql.ts';
import { viewPayment } from '../payment/payment.view.ts';

const { db } = await createDatabase();
const abroad = {
  type: 'swt',
  currency: 'EUR',
  details: {
    bankCountry: 'DE',
    bic: 'COBADEFFXXX',
    iban: 'DE89370400440532013000',
    addressLine1: 'Torstrasse 7',
    postCode: '10119',
    townName: 'Berlin',
    addressCountry: 'DE',
  },
  account: 'COBADEFFXXX DE89370400440532013000',
} as const;
let owner: TestUser;
let euros: BankAccount;
let pounds: BankAccount;
let klaus: Payee;

beforeEach(async () => {
  await setMarket(db, 'open');
  await db.deleteFrom('rate.latest').execute();
  await seedRates(db);
  owner = await seedCustomer(db);
  await db
    .updateTable('customer.customer')
    .set({ address: { street: 'Long Lane', postCode: 'EC1A 9HF', town: 'London', country: 'GB' } as never })
    .where('id', '=', owner.customer.id)
    .execute();
  euros = await seedAccount(db, owner, { currency: 'EUR', iban: 'GB17LARK04062141728856', balance: '3000.00' });
  pounds = await seedAccount(db, owner, { balance: '5000.00' });
  klaus = await seedPayeeOf(db, owner, payees.klaus);
});

type Given = Readonly<{
  who: TestUser;
  /** The payment costs 5,000.40 euros, so 2,000.40 are missing. */
  bought: string;
  from: BankAccount;
  order: object;
  /** What the customer saw where it differs from what is sent. */
  seen: object;
}>;

async function prepare(over: Partial<Given> = {}) {
  const { who = owner, bought = '2000.40', from = pounds, order: changed = {}, seen = {} } = over;
  const session = await seedSession(db, who);
  const wanted = { sell: from.currency, buy: 'EUR', side: 'buy', amount: bought, payeeUid: klaus.id } as const;
  const quote = await requestQuoteAs(db, who, wanted);
  const terms = {
    sourceBankholderId: euros.bankholderId,
    payeeUid: klaus.id,
    payeeVersion: klaus.version,
    amount: '5000.00',
    currency: 'EUR' as const,
    fee: '0.40',
    reference: 'Invoice 2091',
    scheme: 'auto' as const,
  };
  const restFrom = { sourceBankholderId: from.bankholderId, quoteId: quote.quoteId };
  const figures = {
    ...restFrom,
    ...quote.sellAmount,
    buyAmount: quote.buyAmount.amount,
    buyCurrency: quote.buyAmount.currency,
  };
  const idempotency = v7();
  const authorisation = await seedPinAuthorisation(db, who, session, {
    operation: 'payment.eur',
    ...terms,
    ...changed,
    restFrom: { ...figures, ...seen },
    paymentIdempotency: idempotency,
  });
  const order = { ...terms, restFrom, authorisation, idempotency, ...changed };
  const send = () =>
    inTransaction(db, (tx, now) =>
      sendEur({ tx, now, actor: inSession(who, session), requestId: 'test' }, order as never),
    );
  return { quote, send };
}

const refuses = async (code: Parameters<typeof expectRefusal>[1], given: Partial<Given>) =>
  expectRefusal(db, code, (await prepare(given)).send);

describe('a payment out of two balances', () => {
  it('takes all of the first, and buys only what it lacks with the second', async () => {
    const { quote, send } = await prepare();
    const made = await send();
    const sold = quote.sellAmount.amount;
    expect(made).toMatchObject({
      amount: { amount: '5000.00', currency: 'EUR' },
      total: { amount: '5000.40', currency: 'EUR' },
      source: { currency: 'EUR' },
      exchange: null,
      rest: { sold: { amount: sold, currency: 'GBP' }, bought: { amount: '2000.40', currency: 'EUR' } },
      balanceAfter: { amount: '0.00', currency: 'EUR' },
    });
    expect((await balancesOf(db, euros))[1]).toBe('0.00');
    expect(await balancesOf(db, pounds)).toEqual(Array(2).fill((5000 - Number(sold)).toFixed(2)));
    const conversions = await db.selectFrom('fx.conversion').selectAll().execute();
    expect(conversions.filter(({ customerId }) => customerId === owner.customer.id)).toMatchObject([
      { cause: 'payment', quoteId: quote.quoteId, buyMinor: 200_040n, userId: owner.user.id },
    ]);
    const again = await inTransaction(db, async (tx, now) => {
      const payment = await findPayment(tx, made.uid);
      return viewPayment({ tx, now, actor: inSession(owner, v7()) }, payment as never, euros.bankholderId);
    });
    expect(again.rest).toEqual(made.rest);
    expect(await findViolations(db)).toEqual([]);
  });

  it('goes abroad in the currency of the first as well', async () => {
    const session = await seedSession(db, owner);
    const berlin = await seedPayeeOf(db, owner, abroad);
    const { quoteId, sellAmount, buyAmount } = await requestQuoteAs(db, owner, {
      sell: 'GBP',
      buy: 'EUR',
      side: 'buy',
      amount: '2009.00',
      payeeUid: berlin.id,
    });
    const terms = {
      sourceBankholderId: euros.bankholderId,
      payeeUid: berlin.id,
      payeeVersion: berlin.version,
      amount: '5000.00',
      currency: 'EUR' as const,
      fee: '9.00',
      reference: 'Invoice 2091',
      chargeType: 'SHA' as const,
      route: 'swift' as const,
    };
    const restFrom = { sourceBankholderId: pounds.bankholderId, quoteId };
    const idempotency = v7();
    const authorisation = await seedPinAuthorisation(db, owner, session, {
      operation: 'payment.global.same',
      ...terms,
      restFrom: { ...restFrom, ...sellAmount, buyAmount: buyAmount.amount, buyCurrency: 'EUR' },
      paymentIdempotency: idempotency,
    });
    const order = { ...terms, restFrom, authorisation, idempotency };
    const made = await inTransaction(db, (tx, now) =>
      sendSameCurrency({ tx, now, actor: inSession(owner, session), requestId: 'test' }, order as never),
    );
    expect(made).toMatchObject({ rest: { bought: { amount: '2009.00' } }, balanceAfter: { amount: '0.00' } });
    expect(await findViolations(db)).toEqual([]);
  });

  it.each(['fx', 'payment'] as const)('is refused where colleagues approve the %s', async (scope) => {
    const colleague = await seedColleague(db, owner, 'admin');
    await seedApprovalRule(db, owner, { scope, minAmount: '100.00' });
    const refused = await refuses('approval_required', { who: colleague });
    expect(refused.reason?.code).toBe('payment_rest_needs_approval');
  });

  it('is refused for a later day, because a quote does not wait for it', async () => {
    await refuses('execution_date_invalid', { order: { executionDate: '2099-01-04' } });
  });

  it('is refused whole if the second balance is short', async () => {
    const small = await seedAccount(db, owner, { balance: '10.00', accountNumber: '41728857' });
    await refuses('insufficient_funds', { from: small });
  });

  it('is refused whole if both together are short by a cent', () =>
    refuses('insufficient_funds', { bought: '2000.39' }));

  it('takes what the payment costs from the second balance, and not a cent more', async () => {
    const { send } = await prepare({ bought: '5000.40' });
    expect(await send()).toMatchObject({ balanceAfter: { amount: '3000.00' } });
    const refused = await refuses('amount_invalid', { bought: '5000.41', order: { confirmDuplicate: true } });
    expect(refused.reason?.code).toBe('payment_rest_too_much');
  });

  it('is refused if the quote buys another currency than that of the first', async () => {
    const baht = await seedAccount(db, owner, { currency: 'THB', balance: '90000.00', iban: 'GB94LARK04062341000001' });
    await refuses('account_not_usable', { order: { sourceBankholderId: baht.bankholderId } });
  });

  it.each([
    ['has expired', { madeAt: new Date(0), expiresAt: new Date(1) }, 'quote_expired'],
    ['was withdrawn', { state: 'withdrawn', endedAt: new Date() }, 'quote_expired'],
    ['was used', { state: 'used', endedAt: new Date() }, 'quote_used'],
    ['is indicative', { indicative: true }, 'market_closed'],
  ] as const)('is refused if the quote %s', async (_, set, code) => {
    const { quote, send } = await prepare();
    await db
      .updateTable('fx.quote')
      .set(set as never)
      .where('id', '=', quote.quoteId)
      .execute();
    await expectRefusal(db, code, send);
  });

  it('takes one quote once', async () => {
    const { send } = await prepare();
    const outcomes = await Promise.allSettled([send(), send()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await findViolations(db)).toEqual([]);
  });

  it('never takes the balance of somebody else, or one that this person may not use', async () => {
    const other = await seedAccount(db, await seedCustomer(db), { balance: '5000.00' });
    await refuses('not_found', { from: other });
    const colleague = await restrict(db, await seedColleague(db, owner, 'admin'), { accounts: [euros] });
    await refuses('not_found', { who: colleague });
  });
});

describe('the PIN covers the second balance', () => {
  it.each([
    ['its amount', { amount: '1.00' }],
    ['its currency', { currency: 'USD' }],
    ['what it buys', { buyAmount: '1.00' }],
    ['the currency that it buys', { buyCurrency: 'USD' }],
    ['the account', { sourceBankholderId: 'B0000000000' }],
    ['the quote', { quoteId: v7() }],
  ])('%s', async (_, seen) => {
    await refuses('authorisation_invalid', { seen });
  });

  it('a PIN for one balance does not pay out of two', async () => {
    const { send } = await prepare({ order: { restFrom: undefined } });
    await expectRefusal(db, 'insufficient_funds', send);
  });
});
