import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeSettings } from '../../../../../db/seed/write-settings.ts';
import {
  createDatabase,
  expectRefusal,
  seedAccount,
  seedCustomer,
  seedPayee,
  setAddress,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import {
  balancesOf,
  inSession,
  payees,
  regulatoryInformation,
  seedPayeeOf,
  seedPaymentAuthorisation,
  seedSession,
} from '../../../../../test/fixtures/payment.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import type { Payee } from '../../payees/payee/payee.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { releasePayments, toInstruction } from '../execution/dispatch-payment.ts';
import { composePain001 } from '../execution/rails/compose-instruction.ts';
import { findPayment } from '../payment/payment.sql.ts';
import { pricePayment } from '../pricing/price.ts';
import {
  type DomesticOrder,
  sendEur,
  sendGbp,
  sendIfxEur,
  sendIfxGbp,
  sendPendingDomestic,
  sendThb,
} from './send-domestic.ts';

const { db } = await createDatabase();
const iban = 'GB17LARK04062141728856';
let who: TestUser;
let session: string;

beforeEach(async () => {
  who = await seedCustomer(db);
  session = await seedSession(db, who);
});

const inEuros = (over = {}) => seedAccount(db, who, { currency: 'EUR', iban, balance: '90000.00', ...over });
const inBaht = (over = {}) => seedAccount(db, who, { currency: 'THB', iban, balance: '9000000.00', ...over });
type Order = Omit<DomesticOrder, 'authorisation'>;
const orderFor = (account: BankAccount, payee: Payee, over: Partial<Order> = {}): Order => ({
  sourceBankholderId: account.bankholderId,
  payeeUid: payee.id,
  payeeVersion: payee.version,
  amount: '25.00',
  currency: account.currency as 'EUR',
  fee: account.currency === 'EUR' ? '0.40' : '15.00',
  reference: 'Invoice 2091',
  idempotency: v7(),
  ...(account.currency === 'EUR' ? { scheme: 'auto' as const } : regulatoryInformation),
  ...over,
});
const as = <T>(work: (ctx: never) => Promise<T>) =>
  inTransaction(db, (tx, now) => work({ tx, now, actor: inSession(who, session), requestId: 'test' } as never));
const sending =
  (send: typeof sendEur | typeof sendThb | typeof sendPendingDomestic, operation: 'payment.eur' | 'payment.thb') =>
  async (order: Order) => {
    const approved = await seedPaymentAuthorisation(db, who, order, session, operation);
    return () => as((ctx) => send(ctx, approved as never));
  };
const [readyEuros, readyBaht] = [sending(sendEur, 'payment.eur'), sending(sendThb, 'payment.thb')];
const euros = async (order: Order) => (await readyEuros(order))();
const baht = async (order: Order) => (await readyBaht(order))();

describe('opening hours of a rail', () => {
  it.each([
    ['sepa-credit-transfer', '2026-11-20T10:00Z', '2026-11-20T10:00Z', '2026-11-20T15:00Z', '2026-11-23T17:00Z'],
    ['sepa-credit-transfer', '2026-11-20T15:00Z', '2026-11-23T06:00Z', '2026-11-23T15:00Z', '2026-11-24T17:00Z'],
    ['sepa-credit-transfer', '2026-12-24T14:59Z', '2026-12-24T14:59Z', '2026-12-24T15:00Z', '2026-12-28T17:00Z'],
    ['sepa-credit-transfer', '2026-07-01T05:30Z', '2026-07-01T05:30Z', '2026-07-01T14:00Z', '2026-07-02T16:00Z'],
    ['bahtnet', '2026-12-04T09:30Z', '2026-12-08T01:30Z', '2026-12-08T09:30Z', '2026-12-08T11:00Z'],
    ['bahtnet', '2026-11-20T01:00Z', '2026-11-20T01:30Z', '2026-11-20T09:30Z', '2026-11-20T11:00Z'],
    ['promptpay', '2026-11-22T01:00Z', '2026-11-22T01:00Z', null, '2026-11-22T01:05Z'],
    ['fedwire', '2026-11-26T15:00Z', '2026-11-27T05:00Z', '2026-11-27T23:45Z', '2026-11-27T23:45Z'],
  ])('%s at %s', async (rail, at, opens, closes, arrives) => {
    const { rows } = await sql<{ opensAt: Date; closesAt: Date | null; arrivesBy: Date }>`
      select o.* from payment.rail_rule r, payment.opening(r, ${at}::timestamptz) o where r.rail = ${rail}`.execute(db);
    const text = (date: Date | null | undefined) => date?.toISOString().replace(/:00\.000Z$/, 'Z');
    expect([text(rows[0]?.opensAt), text(rows[0]?.closesAt), text(rows[0]?.arrivesBy)]).toEqual([
      opens,
      closes ?? undefined,
      arrives,
    ]);
  });
});

describe('euros', () => {
  it.each([
    ['auto', '25.00', 'sepa-instant'],
    ['inst', '25.00', 'sepa-instant'],
    ['sct', '25.00', 'sepa-credit-transfer'],
    ['auto', '25000.01', 'sepa-credit-transfer'],
  ] as const)('%s with %s go by %s', async (scheme, amount, rail) => {
    const [account, payee] = [await inEuros(), await seedPayeeOf(db, who, payees.klaus)];
    const made = await euros(orderFor(account, payee, { scheme, amount }));
    expect(made).toMatchObject({ rail, amount: { amount, currency: 'EUR' }, fee: { amount: '0.40' } });
    expect((await balancesOf(db, account))[1]).toBe((90_000 - Number(amount) - 0.4).toFixed(2));
  });

  it.each(['inst', 'sct'] as const)('by %s carry the payer address, and are refused without one', async (scheme) => {
    const [account, payee] = [await inEuros(), await seedPayeeOf(db, who, payees.klaus)];
    const { uid } = await euros(orderFor(account, payee, { scheme }));
    const row = await inTransaction(db, (tx) => findPayment(tx, uid));
    expect(row && composePain001(toInstruction(row))).toMatch(
      /<Dbtr><Nm>[^<]+<\/Nm><PstlAdr><StrtNm>Long Lane<\/StrtNm><PstCd>EC1A 9HF<\/PstCd><TwnNm>London<\/TwnNm><Ctry>GB<\/Ctry>/,
    );
    await setAddress(db, who.customer, null);
    await expectRefusal(
      db,
      'payer_address_missing',
      await readyEuros(orderFor(account, payee, { scheme, confirmDuplicate: true })),
    );
  });

  it('are refused above the instant limit when the payer requires instant', async () => {
    const [account, payee] = [await inEuros(), await seedPayeeOf(db, who, payees.klaus)];
    await expectRefusal(
      db,
      'limit_exceeded',
      await readyEuros(orderFor(account, payee, { scheme: 'inst', amount: '25000.01' })),
    );
  });

  it('never go to a payee of another currency', async () => {
    const [account, payee] = [await inEuros(), await seedPayeeOf(db, who, payees.malee)];
    await expectRefusal(db, 'payee_not_approved', await readyEuros(orderFor(account, payee)));
  });

  it('use the scheme that the PIN approved', async () => {
    const [account, payee] = [await inEuros(), await seedPayeeOf(db, who, payees.klaus)];
    const approved = await seedPaymentAuthorisation(db, who, orderFor(account, payee), session, 'payment.eur');
    for (const change of [{ scheme: 'sct' }, { amount: '25.01' }, { reference: 'Other' }])
      await expectRefusal(db, 'authorisation_invalid', () =>
        as((ctx) => sendEur(ctx, { ...approved, ...change } as never)),
      );
  });

  it('from a partner account use their own call only', async () => {
    const [account, payee] = [await inEuros({ vendorType: 'ifx' }), await seedPayeeOf(db, who, payees.klaus)];
    await expectRefusal(db, 'account_not_usable', await readyEuros(orderFor(account, payee)));
    const approved = await seedPaymentAuthorisation(db, who, orderFor(account, payee), session, 'payment.ifx.eur');
    const { uid } = await as((ctx) => sendIfxEur(ctx, approved as never));
    const { route } = await db
      .selectFrom('payment.payment')
      .select('route')
      .where('id', '=', uid)
      .executeTakeFirstOrThrow();
    expect(route).toBe('ifx');
  });
});

it('pounds from a partner account use their own call only', async () => {
  const account = await seedAccount(db, who, { balance: '90.00', vendorType: 'ifx' });
  const order = orderFor(account, await seedPayee(db, who), { fee: '0.50', currency: 'GBP' });
  await expectRefusal(db, 'account_not_usable', await sending(sendGbp as never, 'payment.gbp' as never)(order));
  await expectRefusal(db, 'authorisation_invalid', await sending(sendIfxGbp as never, 'payment.gbp' as never)(order));
  const made = await (await sending(sendIfxGbp as never, 'payment.ifx.gbp' as never)(order))();
  expect(made).toMatchObject({ rail: 'faster-payments', state: 'ready' });
});

describe('baht', () => {
  it.each([
    ['2000000.00', 'promptpay', '15.00'],
    ['2000000.01', 'bahtnet', '150.00'],
  ])('%s go by %s', async (amount, rail, fee) => {
    const [account, payee] = [await inBaht(), await seedPayeeOf(db, who, payees.malee)];
    expect(await baht(orderFor(account, payee, { amount, fee }))).toMatchObject({ rail, fee: { amount: fee } });
  });

  it('above the PromptPay limit cannot go to a mobile number', async () => {
    const [account, payee] = [await inBaht(), await seedPayeeOf(db, who, payees.mobile)];
    expect(await baht(orderFor(account, payee))).toMatchObject({ rail: 'promptpay' });
    await expectRefusal(
      db,
      'payee_not_approved',
      await readyBaht(orderFor(account, payee, { amount: '2000000.01', fee: '150.00' })),
    );
  });

  it('respect the limit of the payee’s bank', async () => {
    const [account, payee] = [await inBaht(), await seedPayeeOf(db, who, payees.capped)];
    const { data } = await expectRefusal(
      db,
      'limit_exceeded',
      await readyBaht(orderFor(account, payee, { amount: '49999.01' })),
    );
    expect(data).toEqual({ limit: '49999.00', currency: 'THB', used: null, resetsAt: null });
    expect(await baht(orderFor(account, payee, { amount: '49999.00' }))).toMatchObject({ rail: 'promptpay' });
    const asked = { sourceBankholderId: account.bankholderId, amount: '1.00', currency: 'THB' } as const;
    expect(await as((ctx) => pricePayment(ctx, { ...asked, payeeUid: payee.id }))).toMatchObject({
      limit: { perPayment: '49999.00' },
    });
  });
});

describe('closed rail', () => {
  it('holds the payment, reports the opening time, and releases it once', async () => {
    await writeSettings(
      db,
      sql`insert into payment.holiday (calendar, day, name, is_closed, effective_from)
        select 'target', current_date + n, 'Closed', true, now() from generate_series(-1, 2) n`,
    );
    const [account, payee] = [await inEuros(), await seedPayeeOf(db, who, payees.klaus)];
    const made = await euros(orderFor(account, payee, { scheme: 'sct' }));
    expect(made).toMatchObject({ state: 'ready', owner: 'us', reasonCode: 'cut_off_missed' });
    expect(Date.parse(made.nextUpdateAt ?? '')).toBeGreaterThan(Date.now());
    expect((await balancesOf(db, account))[1]).toBe('89974.60');

    const topics = async () =>
      (
        await db
          .selectFrom('platform.event')
          .select('topic')
          .where('payload', '@>', { paymentId: made.uid })
          .orderBy('id')
          .execute()
      ).map(({ topic }) => topic);
    await releasePayments(db);
    expect(await topics()).toEqual(['payment.waiting']);
    await db.updateTable('payment.payment').set({ notBefore: new Date() }).where('id', '=', made.uid).execute();
    await Promise.all([releasePayments(db), releasePayments(db)]);
    expect(await topics()).toEqual(['payment.waiting', 'payment.held']);
  });
});

describe('documents', () => {
  const ready = sending(sendPendingDomestic, 'payment.eur');
  const pend = async (order: Order) => (await ready(order))();

  it('required by a rule hold the payment', async () => {
    const [account, payee] = [await inEuros(), await seedPayeeOf(db, who, payees.klaus)];
    const order = orderFor(account, payee, { amount: '20000.01' });
    expect(await pend(order)).toMatchObject({ state: 'in_review', documents: { required: ['source_of_funds'] } });
    expect(await pend(orderFor(account, payee, { amount: '20000.00' }))).toMatchObject({ state: 'ready' });
  });

  it('refuse a reference that the rail cannot carry', async () => {
    const [account, payee] = [await inEuros(), await seedPayeeOf(db, who, payees.klaus)];
    await expectRefusal(db, 'reference_invalid', await ready(orderFor(account, payee, { reference: 'Müller' })));
  });
});

describe('price', () => {
  it('reports rail, arrival and cut-off', async () => {
    const account = await inEuros();
    const ask = (amount: string, scheme: 'auto' | 'sct') =>
      as((ctx) => pricePayment(ctx, { sourceBankholderId: account.bankholderId, amount, currency: 'EUR', scheme }));
    expect(await ask('10.00', 'auto')).toMatchObject({ rail: 'sepa-instant', cutOffAt: null, fee: { amount: '0.40' } });
    const slow = await ask('10.00', 'sct');
    expect(slow.rail).toBe('sepa-credit-transfer');
    expect(slow.transliteratedNames).toEqual({ payer: null, payee: null });
    expect(Date.parse(slow.cutOffAt ?? '')).toBeGreaterThan(Date.parse(slow.opensAt));
    expect(Date.parse(slow.arrival.latest)).toBeGreaterThan(Date.parse(slow.arrival.earliest));
  });

  it('shows a name as its rail transliterates it', async () => {
    const [account, payee] = [await inEuros(), await seedPayeeOf(db, who, { ...payees.klaus, name: 'Łukasz & Größe' })];
    const asked = { sourceBankholderId: account.bankholderId, amount: '10.00', currency: 'EUR' } as const;
    const { transliteratedNames } = await as((ctx) => pricePayment(ctx, { ...asked, payeeUid: payee.id }));
    expect(transliteratedNames).toEqual({ payer: null, payee: 'Lukasz + Grosse' });
  });
});
