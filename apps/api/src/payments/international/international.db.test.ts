import type { PaymentView } from '@larkmere/contract/payments/payment';
import type { RefusalCode } from '@larkmere/contract/platform/refusals';
import type { Purpose } from '@larkmere/contract/purpose';
import { findViolations } from '@larkmere/ledger/invariants';
import { formatDisplayedRate } from '@larkmere/money/displayed-rate';
import { type Currency, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeSettings } from '../../../../../db/seed/write-settings.ts';
import {
  asCustomer,
  asSystem,
  createDatabase,
  expectRefusal,
  seedAccount,
  seedCustomer,
  type TestUser,
  toActor,
} from '../../../../../test/fixtures/base.ts';
import { requestQuoteAs, seedPinAuthorisation } from '../../../../../test/fixtures/fx.ts';
import { setMarket } from '../../../../../test/fixtures/market.ts';
import { balancesOf, inSession, payees, seedPayeeOf, seedSession } from '../../../../../test/fixtures/payment.ts';
import { quietDay, seedRates } from '../../../../../test/fixtures/rates.ts';
import { firmAccountId } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import type { Payee } from '../../payees/payee/payee.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { applyStatusReport } from '../execution/apply-status-report.ts';
import { toInstruction } from '../execution/dispatch-payment.ts';
import { composeInstruction } from '../execution/rails/compose-instruction.ts';
import { returnPayment } from '../incoming/return-payment.ts';
import { findPayment } from '../payment/payment.sql.ts';
import type { StatusReport } from '../payment/rail.ts';
import { findReceipt } from '../receipt/receipt.read.ts';
import { describeReceipt } from '../receipt/receipt-document.ts';
import { priceInternational, showAvailability, showDetail, showTracking } from './international.read.ts';
import { sendCrossCurrency, sendPendingInternational, sendSameCurrency } from './send-international.ts';

const { db } = await createDatabase();
let who: TestUser;
let session: string;
let euros: BankAccount;
let pounds: BankAccount;
let payee: Payee;

const berlin = { addressLine1: 'Torstrasse 7', postCode: '10119', townName: 'Berlin', addressCountry: 'DE' };
const inEuros = {
  type: 'swt',
  currency: 'EUR',
  details: { bankCountry: 'DE', bic: 'COBADEFFXXX', iban: 'DE89370400440532013000', ...berlin },
  account: 'COBADEFFXXX DE89370400440532013000',
} as const;

const tokyo = {
  country: 'JP',
  bic: 'BOTKJPJT',
  accountNumber: '1234567',
  addressLine1: 'Kudan-minami 2-1',
  townName: 'Tokyo',
  addressCountry: 'JP',
};
const seedInBaht = () => seedAccount(db, who, { currency: 'THB', iban: 'GB76LARK04062141728861', balance: '90000.00' });

const live = (given: TestUser, address: object | null) =>
  db
    .updateTable('customer.customer')
    .set({ address: address as never })
    .where('id', '=', given.customer.id)
    .execute();

beforeEach(async () => {
  await setMarket(db, 'open');
  await db.deleteFrom('rate.latest').execute();
  await seedRates(db);
  who = await seedCustomer(db);
  await live(who, { street: 'Long Lane', postCode: 'EC1A 9HF', town: 'London', country: 'GB' });
  session = await seedSession(db, who);
  euros = await seedAccount(db, who, { currency: 'EUR', iban: 'GB17LARK04062141728856', balance: '5000.00' });
  pounds = await seedAccount(db, who, { balance: '5000.00' });
  payee = await seedPayeeOf(db, who, inEuros);
});

const as = <T>(work: (ctx: never) => Promise<T>, given = who, inside = session) =>
  inTransaction(db, (tx, now) => work({ tx, now, actor: inSession(given, inside), requestId: 'test' } as never));

const sameOrder = (over: object = {}) => ({
  sourceBankholderId: euros.bankholderId,
  payeeUid: payee.id,
  payeeVersion: payee.version,
  amount: '1000.00',
  currency: 'EUR' as const,
  fee: '9.00',
  reference: 'Invoice 2091',
  route: 'swift' as const,
  chargeType: 'SHA' as const,
  idempotency: v7(),
  ...over,
});

async function approvedSame(over: object = {}) {
  const { idempotency, ...order } = sameOrder(over);
  const {
    amountSide: _,
    nameCheckId: _check,
    ...figures
  }: typeof order & { amountSide?: 'source' | 'target'; nameCheckId?: string } = order;
  const purpose = { operation: 'payment.global.same', ...figures, paymentIdempotency: idempotency } as Purpose;
  return { ...order, idempotency, authorisation: await seedPinAuthorisation(db, who, session, purpose) };
}
const same = async (over: object = {}): Promise<PaymentView> => {
  const order = await approvedSame(over);
  return as((ctx) => sendSameCurrency(ctx, order));
};

const refusesSame = async (code: RefusalCode, over: object = {}) => {
  const order = await approvedSame(over);
  await expectRefusal(db, code, () => as((ctx) => sendSameCurrency(ctx, order)));
};

async function approvedCross(over: object = {}, asked = { sell: 'GBP', buy: 'EUR', side: 'buy', amount: '1000.00' }) {
  const quote = await requestQuoteAs(db, who, asked as never);
  const order = {
    quoteId: quote.quoteId,
    sourceBankholderId: pounds.bankholderId,
    payeeUid: payee.id,
    payeeVersion: payee.version,
    fee: '8.00',
    reference: 'Invoice 2091',
    chargeType: 'SHA' as const,
    ...over,
  };
  const idempotency = v7();
  const purpose = {
    operation: 'payment.global.cross',
    ...order,
    amount: quote.sellAmount.amount,
    currency: quote.sellAmount.currency,
    buyAmount: quote.buyAmount.amount,
    buyCurrency: quote.buyAmount.currency,
    paymentIdempotency: idempotency,
  } as Purpose;
  return {
    quote,
    order: { ...order, idempotency, authorisation: await seedPinAuthorisation(db, who, session, purpose) },
  };
}
type Order = Awaited<ReturnType<typeof approvedCross>>['order'];
const cross = (order: Order): Promise<PaymentView> => as((ctx) => sendCrossCurrency(ctx, order));

const hop = (bic: string, status: string, charges?: bigint): StatusReport => ({
  status: status === 'ACCC' ? 'settled' : status === 'RJCT' ? 'rejected' : 'accepted',
  document: report(bic, status, charges),
  hop: { at: new Date(), status, bank: { bic } },
  ...(status === 'RJCT' && { reasonCode: 'AC01' }),
  ...(charges && { charges: money('EUR', charges) }),
});
const report = (bic: string, status: string, charges?: bigint) =>
  `<Document xmlns="urn:x"><FIToFIPmtStsRpt><GrpHdr><CreDtTm>2026-11-21T09:0${bic.length % 10}:00Z</CreDtTm></GrpHdr>
   <TxInfAndSts><OrgnlEndToEndId>X</OrgnlEndToEndId><TxSts>${status}</TxSts>
   <StsRsnInf><Rsn><Cd>${status === 'RJCT' ? 'AC01' : 'G000'}</Cd></Rsn></StsRsnInf>
   ${charges ? `<ChrgsInf><Amt Ccy="EUR">${Number(charges) / 100}.00</Amt></ChrgsInf>` : ''}
   <InstgAgt><FinInstnId><BICFI>${bic}</BICFI></FinInstnId></InstgAgt></TxInfAndSts></FIToFIPmtStsRpt></Document>`;

async function answer({ uid }: PaymentView, ...answers: StatusReport[]): Promise<PaymentView> {
  await sql`insert into payment.transition (payment_id, seq, state) select ${uid}, coalesce(max(seq), 0) + 1, 'submitted'
    from payment.transition where payment_id = ${uid} having bool_and(state <> 'submitted')`.execute(db);
  await sql`update payment.payment set state = 'submitted' where id = ${uid} and state = 'ready'`.execute(db);
  for (const given of answers) await asSystem(db, (ctx) => applyStatusReport(ctx, { id: uid, attempt: 1 }, given));
  return as((ctx) => showDetail(ctx, { id: uid }));
}
const returnToPayer = (instructionId: string, minor: bigint) =>
  asSystem(db, (ctx) =>
    returnPayment(ctx, {
      kind: 'return',
      eventId: v7(),
      sequence: 1,
      at: ctx.now,
      instructionId,
      amount: money('EUR', minor),
      reasonCode: 'AC04',
      reasonText: 'Account closed',
      railReference: `R${instructionId}`,
      bookedAt: ctx.now,
      document: '<return/>',
    }),
  );
const arrived = [hop('SNDBGB20', 'ACSP'), hop('CORRDE10', 'ACSP', 1000n), hop('COBADEFFXXX', 'ACCC', 500n)];
const internalAccountBalance = async (code: string, currency: Currency): Promise<string> => {
  const { rows } = await sql<{ net: bigint }>`
    select a.credits_posted - a.debits_posted as net from ledger.account a where a.id = ${await inTransaction(db, (tx) => firmAccountId(tx, `${code}:${currency}`))}`.execute(
    db,
  );
  return String(rows[0]?.net);
};

describe('cross-border payment in the currency of the account', () => {
  it('sends the full payee address and the intermediary bank', async () => {
    const more = { addressLine2: 'Flat 3', countrySubDivision: 'Berlin', intermediaryBic: 'BOTKJPJT' };
    payee = await seedPayeeOf(db, who, { ...inEuros, account: v7(), details: { ...inEuros.details, ...more } });
    const { uid } = await same();
    const row = await inTransaction(db, (tx) => findPayment(tx, uid));
    const message = row ? composeInstruction(toInstruction(row)) : '';
    for (const part of ['<Room>Flat 3</Room>', '<CtrySubDvsn>Berlin</CtrySubDvsn>', '<BICFI>BOTKJPJT</BICFI>'])
      expect(message).toContain(part);
  });

  it('accepts the amount sent or received, and guarantees the received amount only without intermediary charges', async () => {
    await refusesSame('amount_invalid', { amountSide: 'target' });
    expect(await same({ amountSide: 'source' })).toMatchObject({ amount: { amount: '1000.00' } });
    const price = { chargeType: 'OUR', amountSide: 'target', fee: '24.00' } as const;
    const arrives = await same({ ...price, amount: '900.00' });
    expect(arrives).toMatchObject({ amount: { amount: '900.00' }, arrives: { amount: '900.00' } });
  });

  it('holds amount and fee, and sends the charge bearer and the payer address', async () => {
    const made = await same();
    expect(made).toMatchObject({
      kind: 'global_same',
      rail: 'swift',
      state: 'ready',
      fee: { amount: '9.00' },
      total: { amount: '1009.00', currency: 'EUR' },
      exchange: null,
      arrives: { amount: '985.00', currency: 'EUR' },
      totalCost: { amount: '24.00', currency: 'EUR' },
      charges: { type: 'SHA', expected: { amount: '15.00', currency: 'EUR' }, deducted: null },
    });
    expect(await balancesOf(db, euros)).toEqual(['5000.00', '3991.00']);
    const row = await db.selectFrom('payment.payment').selectAll().where('id', '=', made.uid).executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      chargeBearer: 'SHA',
      payerAddress: { town: 'London', country: 'GB' },
      payeeAddress: { town: 'Berlin', country: 'DE' },
      payeeAccount: { kind: 'iban', bic: 'COBADEFFXXX' },
    });
  });

  it('costs more with OUR, and expects no deductions then', async () => {
    expect(await same({ chargeType: 'OUR', fee: '24.00' })).toMatchObject({
      total: { amount: '1024.00' },
      charges: { type: 'OUR', expected: { amount: '0.00' } },
    });
    await refusesSame('price_changed', { chargeType: 'OUR' });
  });

  it('shows tracker updates of each bank, and compares expected with actual deductions', async () => {
    const made = await same();
    const done = await answer(made, ...arrived, hop('CORRDE10', 'ACSP', 1000n));
    expect(done).toMatchObject({
      state: 'completed',
      charges: { expected: { amount: '15.00' }, deducted: { amount: '15.00' } },
    });
    const { uetr, banks } = await as((ctx) => showTracking(ctx, { id: made.uid }));
    expect(uetr).toBe(made.uetr);
    expect(banks.map(({ bic, step, deducted }) => [bic, step, deducted?.amount])).toEqual(
      expect.arrayContaining([
        ['SNDBGB20', 'passed_on', undefined],
        ['CORRDE10', 'passed_on', '10.00'],
        ['COBADEFFXXX', 'credited', '5.00'],
      ]),
    );
    expect(banks).toHaveLength(3);
    expect(await balancesOf(db, euros)).toEqual(['3991.00', '3991.00']);
  });

  it('remains an estimate while intermediary banks still deduct charges', async () => {
    const [first, second, last] = arrived as [StatusReport, StatusReport, StatusReport];
    const made = await same();
    expect(await answer(made, first, second)).toMatchObject({
      state: 'sent',
      charges: { expected: { amount: '15.00' }, deducted: null },
      arrives: { amount: '985.00' },
      totalCost: { amount: '24.00' },
    });
    const more = { ...last, charges: money('EUR', 900n), document: report('COBADEFFXXX', 'ACCC', 900n) };
    expect(await answer(made, more)).toMatchObject({
      state: 'completed',
      charges: { expected: { amount: '15.00' }, deducted: { amount: '19.00' } },
      arrives: { amount: '981.00' },
      totalCost: { amount: '28.00' },
    });
  });

  it('counts deductions that a bank reports late', async () => {
    const [first, second, last] = arrived as [StatusReport, StatusReport, StatusReport];
    const done = await answer(await same(), first, last, second);
    expect(done.charges?.deducted).toEqual({ amount: '15.00', currency: 'EUR' });
  });

  it('is displayed and accepts late reports after its return', async () => {
    const made = await same();
    await answer(made);
    await returnToPayer(made.reference, 98_500n);
    const [first, second] = arrived as [StatusReport, StatusReport];
    const done = await answer(made, first, second);
    expect(done).toMatchObject({ state: 'returned', charges: { deducted: { amount: '10.00', currency: 'EUR' } } });
  });

  it('goes to review above the threshold', async () => {
    await writeSettings(
      db,
      sql`update payment.review_rule set above_minor = 50000 where rail = 'swift' and currency = 'EUR'`,
    );
    const waits = { state: 'in_review', documents: { required: ['invoice'] } };
    expect(await same()).toMatchObject(waits);
    const order = await approvedSame({ amount: '1001.00' });
    expect(await as((ctx) => sendPendingInternational(ctx, order))).toMatchObject(waits);
    const other = await approvedSame({ amount: '1002.00' });
    await expectRefusal(db, 'authorisation_invalid', () =>
      as((ctx) => sendPendingInternational(ctx, { ...other, amount: '1003.00' })),
    );
    await writeSettings(
      db,
      sql`update payment.review_rule set above_minor = 1200000 where rail = 'swift' and currency = 'EUR'`,
    );
  });

  it.each([
    ['amount', '1000.01'],
    ['fee', '8.99'],
    ['reference', 'Other'],
    ['chargeType', 'OUR'],
    ['sourceBankholderId', '1234567890'],
    ['payeeVersion', 2],
  ])('refuses another %s than the PIN approved', async (name, value) => {
    const order = await approvedSame();
    const code = { sourceBankholderId: 'not_found', payeeVersion: 'payee_changed', fee: 'price_changed' }[name];
    const chosen = name === 'chargeType' ? 'price_changed' : (code ?? 'authorisation_invalid');
    await expectRefusal(db, chosen as RefusalCode, () =>
      as((ctx) => sendSameCurrency(ctx, { ...order, [name]: value })),
    );
    expect(await balancesOf(db, euros)).toEqual(['5000.00', '5000.00']);
  });

  it('refuses a payer without an address, a payee of another rail, and insufficient funds', async () => {
    await live(who, null);
    await refusesSame('payer_address_missing');
    await live(who, { town: 'London', country: 'GB' });
    await refusesSame('insufficient_funds', { amount: '4999.00' });
    await refusesSame('account_not_usable', { sourceBankholderId: pounds.bankholderId, currency: 'EUR' });
    const other = await seedCustomer(db);
    const theirs = await seedPayeeOf(db, other, inEuros);
    await refusesSame('not_found', { payeeUid: theirs.id });
  });

  it('is invisible to other customers', async () => {
    const { uid } = await same();
    const other = await seedCustomer(db);
    const theirs = await seedSession(db, other);
    await expectRefusal(db, 'not_found', () => as((ctx) => showDetail(ctx, { id: uid }), other, theirs));
    await expectRefusal(db, 'not_found', () => as((ctx) => showTracking(ctx, { id: uid }), other, theirs));
  });
});

describe('cross-currency payment', () => {
  it('holds the pounds, sends the euros of the quote, and stores the exchange with the payment', async () => {
    const { quote, order } = await approvedCross();
    const made = await cross(order);
    const total = (Number(quote.sellAmount.amount) + 8).toFixed(2);
    expect(made).toMatchObject({
      kind: 'global_cross',
      state: 'ready',
      amount: { amount: '1000.00', currency: 'EUR' },
      exchange: {
        sold: quote.sellAmount,
        bought: quote.buyAmount,
        displayedRate: quote.displayedRate,
        displayedMidRate: quote.displayedMidRate,
        margin: quote.margin,
        fee: quote.fee,
      },
      fee: { amount: '8.00', currency: 'GBP' },
      total: { amount: total, currency: 'GBP' },
      source: { currency: 'GBP' },
    });
    expect(await balancesOf(db, pounds)).toEqual(['5000.00', (5000 - Number(total)).toFixed(2)]);
    const before = await internalAccountBalance('clearing:swift', 'EUR');
    const done = await answer(made, ...arrived);
    expect(done).toMatchObject({ state: 'completed', charges: { deducted: { amount: '15.00', currency: 'EUR' } } });
    const receipt = await inTransaction(db, (tx) => findReceipt({ tx, actor: toActor(who) }, made.uid));
    expect(receipt && Object.fromEntries(describeReceipt(receipt).sections[2]?.rows ?? [])).toMatchObject({
      'Amount sent': '1,000.00 EUR',
      'Market rate': formatDisplayedRate(quote.displayedMidRate),
      'Your rate': formatDisplayedRate(quote.displayedRate),
      'Our margin': `${quote.margin.amount} GBP`,
      'Our fee': '8.00 GBP',
      'Total from your account': `${total} GBP`,
      'Other banks’ charges': '15.00 EUR',
      'Payee received': '985.00 EUR',
      'Payee gets (estimated)': '985.00 EUR',
      'Total cost': `${done.totalCost.amount} ${done.totalCost.currency}`,
    });
    expect((await balancesOf(db, pounds))[0]).toBe((5000 - Number(total)).toFixed(2));
    expect(await internalAccountBalance('clearing:swift', 'EUR')).toBe(before);
    const conversions = await db
      .selectFrom('fx.conversion')
      .select(['cause', 'sell', 'buy', 'buyMinor'])
      .where('quoteId', '=', quote.quoteId)
      .execute();
    expect(conversions).toEqual([{ cause: 'payment', sell: 'GBP', buy: 'EUR', buyMinor: 100_000n }]);
    expect(await inTransaction(db, findViolations)).toEqual([]);
  });

  it.each([
    ['GBP', 'USD', '250.00', '0.00'],
    ['EUR', 'JPY', '40000', '0'],
    ['THB', 'USD', '250.00', '0.00'],
    ['THB', 'JPY', '40000', '0'],
  ] as const)('converts %s to %s, and balances the books of both', async (sell, buy, amount, nothing) => {
    const account = { GBP: pounds, EUR: euros }[sell as 'GBP'] ?? (await seedInBaht());
    const inTokyo = { ...inEuros, currency: buy, details: { ...tokyo }, account: 'BOTKJPJT 1234567' };
    const { id, version } = await seedPayeeOf(db, who, inTokyo);
    const fee = { GBP: '20.00', EUR: '24.00', THB: '900.00' }[sell];
    const over = {
      sourceBankholderId: account.bankholderId,
      payeeUid: id,
      payeeVersion: version,
      fee,
      chargeType: 'OUR',
    };
    const { order } = await approvedCross(over, { sell, buy, side: 'buy', amount });
    const made = await cross(order);
    expect(made).toMatchObject({ amount: { amount, currency: buy }, fee: { currency: sell } });
    expect(made.charges).toMatchObject({ expected: { amount: nothing, currency: buy } });
    expect(await answer(made, hop('SNDBGB20', 'ACSP'), hop('BOTKJPJT', 'ACCC'))).toMatchObject({ state: 'completed' });
    expect(await internalAccountBalance('clearing:swift', buy)).toBe('0');
    expect(await inTransaction(db, findViolations)).toEqual([]);
  });

  it('releases the whole hold when the bank rejects it, and exchanges nothing', async () => {
    const { quote, order } = await approvedCross();
    expect(await answer(await cross(order), hop('SNDBGB20', 'RJCT'))).toMatchObject({ state: 'rejected' });
    expect(await balancesOf(db, pounds)).toEqual(['5000.00', '5000.00']);
    const { rows } = await sql`select from fx.conversion where quote_id = ${quote.quoteId}`.execute(db);
    expect(rows).toHaveLength(0);
  });

  it('uses a quote once, even under concurrent requests', async () => {
    const { order } = await approvedCross();
    const results = await Promise.allSettled([cross(order), cross(order)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expectRefusal(db, 'quote_used', () => cross(order));
  });

  it('refuses a quote that expired during PIN entry, and leaves nothing behind', async () => {
    const { order } = await approvedCross();
    await sql`update fx.quote set made_at = made_at - interval '6 minutes', expires_at = expires_at - interval '6 minutes'`.execute(
      db,
    );
    await expectRefusal(db, 'quote_expired', () => cross(order));
    expect(await balancesOf(db, pounds)).toEqual(['5000.00', '5000.00']);
  });

  it('refuses a quote other than the one that the PIN approved', async () => {
    const { order } = await approvedCross();
    const { order: other } = await approvedCross();
    await expectRefusal(db, 'authorisation_invalid', () => cross({ ...order, quoteId: other.quoteId }));
    await expectRefusal(db, 'authorisation_invalid', () => cross({ ...order, reference: 'Other' }));
  });

  it('refuses a payee in a currency other than the quote buys, and another customer’s quote', async () => {
    const { order } = await approvedCross({}, { sell: 'GBP', buy: 'THB', side: 'sell', amount: '100.00' });
    await expectRefusal(db, 'payee_not_approved', () => cross(order));
    const other = await seedCustomer(db);
    const { quoteId } = await requestQuoteAs(db, other, { sell: 'GBP', buy: 'EUR', side: 'buy', amount: '10.00' });
    await expectRefusal(db, 'not_found', () => cross({ ...order, quoteId }));
  });

  it('converts a return to pounds at the current rate, and refunds the fee', async () => {
    const { quote, order } = await approvedCross();
    const made = await cross(order);
    await answer(made, ...arrived);
    await returnToPayer(made.reference, 98_500n);
    expect(await as((ctx) => showDetail(ctx, { id: made.uid }))).toMatchObject({ state: 'returned' });
    const lost = 5000 - Number((await balancesOf(db, pounds))[0]);
    const gone = (Number(quote.sellAmount.amount) * 15) / 1000;
    expect(lost).toBeGreaterThan(gone);
    expect(lost).toBeLessThan(gone + 5);
    expect(await inTransaction(db, findViolations)).toEqual([]);
  });

  it('is available only while the service is on', async () => {
    const active = () => as((ctx) => showAvailability(ctx, {}));
    expect(await active()).toEqual({ active: true, mode: 'on', message: null, until: null });
    const { rows } = await sql<{ until: Date }>`
      update payment.service_availability set is_on = false, disabled_until = now() + interval '1 hour'
      where key = 'payment.crosscurrency' returning disabled_until as until`.execute(db);
    expect(await active()).toEqual({
      active: false,
      mode: 'off',
      message: expect.stringContaining('unavailable at the moment'),
      until: rows[0]?.until.toISOString(),
    });
    const { order } = await approvedCross();
    await expectRefusal(db, 'service_off', () => cross(order));
    await sql`update payment.service_availability set is_on = true, disabled_until = null where key = 'payment.crosscurrency'`.execute(
      db,
    );
  });
});

describe('payment within the USA by Fedwire', () => {
  const ohio = { addressLine1: '7 Elm Street', townName: 'Columbus', postCode: '43004', addressCountry: 'US' };
  const inDollars = {
    type: 'usd',
    currency: 'USD',
    details: { abaRouting: '021000021', accountNumber: '123456789', accountType: 'savings', ...ohio },
    account: '021000021 123456789',
  } as const;
  const dollars = async (over: object = {}) => {
    const account = await seedAccount(db, who, {
      currency: 'USD',
      iban: `GB94LARK0406214172${made()}`,
      balance: '900.00',
    });
    const american = await seedPayeeOf(db, who, inDollars);
    const terms = { currency: 'USD', amount: '250.00', fee: '6.00', route: 'local' };
    const named = { sourceBankholderId: account.bankholderId, payeeUid: american.id, payeeVersion: american.version };
    return { account, order: { ...named, ...terms, ...over } };
  };
  let count = 1000;
  const made = () => (count += 1);

  it('sends dollars from a dollar account without deductions, and the books balance', async () => {
    const { account, order } = await dollars();
    const sent = await same(order);
    expect(sent).toMatchObject({
      kind: 'global_same',
      rail: 'fedwire',
      state: 'ready',
      fee: { amount: '6.00', currency: 'USD' },
      charges: null,
    });
    const row = await db.selectFrom('payment.payment').selectAll().where('id', '=', sent.uid).executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      chargeBearer: null,
      payerAddress: { country: 'GB' },
      payeeAddress: { town: 'Columbus', country: 'US' },
      payeeAccount: { kind: 'us', aba: '021000021', accountNumber: '123456789', accountType: 'savings' },
    });
    expect(await answer(sent, { status: 'settled', document: '<x/>' })).toMatchObject({ state: 'completed' });
    expect(await balancesOf(db, account)).toEqual(['644.00', '644.00']);
    expect(await internalAccountBalance('clearing:fedwire', 'USD')).toBe('0');
    expect(await inTransaction(db, findViolations)).toEqual([]);
  });

  it('converts pounds to dollars at a quote and sends them by Fedwire', async () => {
    const { id, version } = await seedPayeeOf(db, who, inDollars);
    const over = { payeeUid: id, payeeVersion: version, fee: '4.50' };
    const { order } = await approvedCross(over, { sell: 'GBP', buy: 'USD', side: 'buy', amount: '250.00' });
    const sent = await cross(order);
    expect(sent).toMatchObject({ rail: 'fedwire', amount: { amount: '250.00', currency: 'USD' }, charges: null });
    expect(await answer(sent, { status: 'settled', document: '<x/>' })).toMatchObject({ state: 'completed' });
    expect(await internalAccountBalance('clearing:fedwire', 'USD')).toBe('0');
  });

  it('is priced without intermediary charges, and waits for the next working day of the Federal Reserve', async () => {
    const { order } = await dollars();
    const { sourceBankholderId, payeeUid } = order;
    const asked = { sourceBankholderId, payeeUid, amount: '250.00', currency: 'USD', chargeType: 'SHA' } as const;
    const told = await asCustomer(db, who).run(priceInternational, asked);
    expect(told).toMatchObject({
      rail: 'fedwire',
      total: { amount: '256.00' },
      intermediaryCharges: { amount: '0.00' },
    });
    expect(told.arrives).toEqual({ amount: '250.00', currency: 'USD' });
    const { rows } = await sql<{ opens: string; closes: string }>`
      select to_char(o.opens_at at time zone 'America/New_York', 'YYYY-MM-DD') as opens,
        to_char(o.closes_at at time zone 'America/New_York', 'YYYY-MM-DD HH24:MI') as closes
      from payment.rail_rule r, payment.opening(r, '2026-11-25T23:50:00Z') o where r.rail = 'fedwire' and r.currency = 'USD'`.execute(
      db,
    );
    expect(rows).toEqual([{ opens: '2026-11-27', closes: '2026-11-27 18:45' }]);
  });

  it.each([
    [
      'another route than the payee has',
      { route: 'swift' },
      'Nothing was sent. You can only pay this payee with a local payment, not by SWIFT.',
    ],
    [
      'charges that nobody takes',
      { chargeType: 'OUR' },
      'Nothing was sent. Other banks do not charge for this payment. Choose shared charges (SHA).',
    ],
  ])('refuses %s', async (_, over, text) => {
    const { order } = await dollars(over);
    const approved = await approvedSame(order);
    const refusal = await expectRefusal(db, 'unsupported_destination', () =>
      as((ctx) => sendSameCurrency(ctx, approved)),
    );
    expect(refusal.message).toBe(text);
  });

  it('refuses a SWIFT payee, a domestic payee, an amount above the limit and a disabled service', async () => {
    await refusesSame('unsupported_destination', { route: 'local' });
    const home = await seedPayeeOf(db, who, payees.klaus);
    await refusesSame('unsupported_destination', { payeeUid: home.id, payeeVersion: home.version });
    const { order } = await dollars({ amount: '65000.01' });
    await refusesSame('limit_exceeded', order);
    await sql`update payment.service_availability set is_on = false where key = 'payment.fedwire'`.execute(db);
    await refusesSame('service_off', { ...order, amount: '10.00' });
    await sql`update payment.service_availability set is_on = true where key = 'payment.fedwire'`.execute(db);
  });
});

describe('payment within another country by its local rails', () => {
  const there = { addressLine1: '4 Long Street', townName: 'Somewhere', addressCountry: 'AU' };
  const elsewhere = [
    ['AUD', { bsb: '062000', accountNumber: '12345678' }, { kind: 'clearing', system: 'AUBSB', bankCode: '062000' }],
    [
      'CAD',
      { institution: '003', transit: '12345', accountNumber: '1234567' },
      { system: 'CACPA', bankCode: '000312345' },
    ],
    ['HKD', { bankCode: '004', accountNumber: '123456789' }, { system: 'HKNCC', bankCode: '004' }],
    ['INR', { ifsc: 'SBIN0000300', accountNumber: '123456789' }, { system: 'INFSC', bankCode: 'SBIN0000300' }],
    ['MXN', { clabe: '032180000118359719' }, { kind: 'clabe', accountNumber: '032180000118359719' }],
    ['NZD', { accountNumber: '0123450123456000' }, { system: 'NZNCC', bankCode: '012345' }],
    ['SGD', { bankCode: '7171', accountNumber: '123456789' }, { system: 'SGIBG', bankCode: '7171' }],
    ['AED', { iban: 'AE070331234567890123456' }, { kind: 'iban', iban: 'AE070331234567890123456' }],
    ['PLN', { iban: 'PL61109010140000071219812874' }, { kind: 'iban' }],
  ] as const;
  const rates = { AUD: '1.661', CAD: '1.6177', HKD: '9.1507', INR: '109.047', MXN: '20.3203', NZD: '2.0081' };
  const givenLocal = (currency: Currency, details: object) =>
    seedPayeeOf(db, who, {
      type: 'localatw',
      currency,
      details: { ...details, ...there },
      account: JSON.stringify(details),
    });
  const orderTo = async ({ id, version }: Payee, buy: Currency, over: object = {}) => {
    await seedRates(db, { ...quietDay, ...rates, SGD: '1.4912', AED: '4.2909', PLN: '4.2543' });
    const terms = { payeeUid: id, payeeVersion: version, fee: '2.50', ...over };
    return (await approvedCross(terms, { sell: 'GBP', buy, side: 'sell', amount: '100.00' })).order;
  };

  it.each(elsewhere)(
    'converts pounds to %s without deductions, and balances the books of both',
    async (buy, details, named) => {
      const sent = await cross(await orderTo(await givenLocal(buy, details), buy));
      expect(sent).toMatchObject({ rail: 'local', amount: { currency: buy }, fee: { amount: '2.50' }, charges: null });
      const row = await db
        .selectFrom('payment.payment')
        .selectAll()
        .where('id', '=', sent.uid)
        .executeTakeFirstOrThrow();
      expect(row.payeeAccount).toMatchObject(named);
      expect(await answer(sent, { status: 'settled', document: '<x/>' })).toMatchObject({ state: 'completed' });
      expect(await internalAccountBalance('clearing:local', buy)).toBe('0');
      expect(await inTransaction(db, findViolations)).toEqual([]);
    },
  );

  it('refuses OUR without intermediary charges, and a currency other than that of the payee', async () => {
    const sydney = await givenLocal('AUD', elsewhere[0][1]);
    const refused = async (code: RefusalCode, buy: Currency, over: object = {}) => {
      const order = await orderTo(sydney, buy, over);
      return expectRefusal(db, code, () => cross(order));
    };
    expect((await refused('unsupported_destination', 'AUD', { chargeType: 'OUR' })).message).toBe(
      'Nothing was sent. Other banks do not charge for this payment. Choose shared charges (SHA).',
    );
    expect((await refused('payee_not_approved', 'INR')).message).toBe(
      'Nothing was sent. This payee’s account cannot take INR this way. Choose another payee.',
    );
    await sql`update payment.service_availability set is_on = false where key = 'payment.local'`.execute(db);
    await refused('service_off', 'AUD');
    await sql`update payment.service_availability set is_on = true where key = 'payment.local'`.execute(db);
    expect(await balancesOf(db, pounds)).toEqual(['5000.00', '5000.00']);
  });
});

describe('price', () => {
  const price = (over: object = {}) =>
    asCustomer(db, who).run(priceInternational, {
      sourceBankholderId: euros.bankholderId,
      amount: '1000.00',
      currency: 'EUR',
      chargeType: 'SHA',
      ...over,
    });

  it('includes the charges of intermediary banks', async () => {
    expect(await price()).toMatchObject({
      sent: { amount: '1000.00' },
      fee: { amount: '9.00' },
      total: { amount: '1009.00' },
      intermediaryCharges: { amount: '15.00' },
      arrives: { amount: '985.00', currency: 'EUR' },
    });
    expect(await price({ chargeType: 'OUR' })).toMatchObject({
      fee: { amount: '24.00' },
      intermediaryCharges: { amount: '0.00' },
      arrives: { amount: '1000.00' },
    });
  });

  it('is in the sold currency for an exchange, with the received amount in the bought one', async () => {
    const { quote } = await approvedCross();
    expect(await price({ sourceBankholderId: pounds.bankholderId, quoteId: quote.quoteId })).toMatchObject({
      amount: quote.sellAmount,
      fee: { amount: '8.00', currency: 'GBP' },
      arrives: { amount: '985.00', currency: 'EUR' },
    });
  });

  it('is returned for an expired quote, and never for another customer’s', async () => {
    const { quote, order } = await approvedCross();
    await cross(order);
    expect(await price({ sourceBankholderId: pounds.bankholderId, quoteId: quote.quoteId })).toMatchObject({
      amount: quote.sellAmount,
    });
    const other = await requestQuoteAs(db, await seedCustomer(db), {
      sell: 'GBP',
      buy: 'EUR',
      side: 'buy',
      amount: '10.00',
    });
    await expectRefusal(db, 'not_found', () =>
      price({ sourceBankholderId: pounds.bankholderId, quoteId: other.quoteId }),
    );
  });
});
