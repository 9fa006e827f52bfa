import type { PaymentView } from '@larkmere/contract/payments/payment';
import type { Purpose } from '@larkmere/contract/purpose';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeSettings } from '../../../../../db/seed/write-settings.ts';
import { createDatabase, seedAccount, seedCustomer, type TestUser } from '../../../../../test/fixtures/base.ts';
import { type QuoteReply, requestQuoteAs, seedPinAuthorisation } from '../../../../../test/fixtures/fx.ts';
import { setMarket } from '../../../../../test/fixtures/market.ts';
import { balancesOf, inSession, seedPayeeOf, seedSession } from '../../../../../test/fixtures/payment.ts';
import { seedRates } from '../../../../../test/fixtures/rates.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import type { Payee } from '../../payees/payee/payee.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Refusal } from '../../platform/requests/refusal.ts';
import { sendCrossCurrency, sendCrossCurrencyAtRate } from './send-international.ts';

const { db } = await createDatabase();
const inEuros = {
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
let who: TestUser;
let session: string;
let pounds: BankAccount;
let payee: Payee;
let displayedRate: QuoteReply;

beforeEach(async () => {
  await setMarket(db, 'open');
  await db.deleteFrom('rate.latest').execute();
  await seedRates(db);
  who = await seedCustomer(db);
  const address = { street: 'Long Lane', postCode: 'EC1A 9HF', town: 'London', country: 'GB' };
  await sql`update customer.customer set address = ${JSON.stringify(address)}::jsonb where id = ${who.customer.id}`.execute(
    db,
  );
  session = await seedSession(db, who);
  pounds = await seedAccount(db, who, { balance: '5000.00' });
  payee = await seedPayeeOf(db, who, inEuros);
  displayedRate = await requestQuoteAs(db, who, { sell: 'GBP', buy: 'EUR', side: 'buy', amount: '1000.00' });
});

type Over = Partial<Omit<Extract<Purpose, { operation: 'payment.global.crossrate' }>, 'operation'>>;

async function approved(over: Over = {}) {
  const { paymentIdempotency, ...figures } = {
    sourceBankholderId: pounds.bankholderId,
    payeeUid: payee.id,
    payeeVersion: payee.version,
    amount: '1000.00',
    currency: 'EUR' as const,
    amountSide: 'target' as const,
    rate: displayedRate.rate,
    fee: '8.00',
    reference: 'Invoice 2091',
    chargeType: 'SHA' as const,
    paymentIdempotency: v7(),
    ...over,
  };
  const purpose: Purpose = { operation: 'payment.global.crossrate', ...figures, paymentIdempotency };
  return {
    ...figures,
    idempotency: paymentIdempotency,
    authorisation: await seedPinAuthorisation(db, who, session, purpose),
  };
}
type Order = Awaited<ReturnType<typeof approved>> & { confirmDuplicate?: boolean };

const send = (order: Order, as = who): Promise<PaymentView> => {
  const actor = inSession(as, session);
  const transaction = (work: (ctx: never) => Promise<unknown>) =>
    inTransaction(db, (tx, now) => work({ tx, now, actor, requestId: 'test' } as never));
  return sendCrossCurrencyAtRate({ actor, requestId: 'test', transaction } as never, order);
};

async function expectRefused(code: string, order: Order): Promise<Refusal> {
  const refusal = await send(order).then(
    () => expect.fail('it was sent'),
    (error: Refusal) => error,
  );
  expect(refusal.code).toBe(code);
  expect(await balancesOf(db, pounds)).toEqual(['5000.00', '5000.00']);
  return refusal;
}

const hundredths = (of: number) =>
  sql`update rate.latest set per_euro = per_euro * (1 + ${of}::numeric / 10000) where currency = 'GBP'`.execute(db);

const quoteIn = ({ data }: Refusal) => data?.quote as QuoteReply;

describe('cross-currency payment at a displayed rate', () => {
  it('sends at exactly that rate while the market is close to it', async () => {
    await hundredths(8);
    const made = await send(await approved());
    expect(made).toMatchObject({
      kind: 'global_cross',
      amount: { amount: '1000.00', currency: 'EUR' },
      exchange: {
        sold: displayedRate.sellAmount,
        displayedRate: displayedRate.displayedRate,
        displayedMidRate: displayedRate.displayedMidRate,
        margin: displayedRate.margin,
      },
      fee: { amount: '8.00', currency: 'GBP' },
    });
    const left = (5000 - Number(displayedRate.sellAmount.amount) - 8).toFixed(2);
    expect(await balancesOf(db, pounds)).toEqual(['5000.00', left]);
  });

  it('accepts the amount sent as well', async () => {
    const { exchange } = await send(await approved({ amount: '200.00', currency: 'GBP', amountSide: 'source' }));
    expect(exchange).toMatchObject({
      sold: { amount: '200.00', currency: 'GBP' },
      displayedRate: displayedRate.displayedRate,
    });
  });

  it('refuses a displayed rate that the market has left in either direction, and returns a usable quote', async () => {
    for (const moved of [12, -30]) {
      await hundredths(moved);
      const refusal = await expectRefused('rate_moved', await approved());
      expect(refusal.message).toContain('Nothing was sent');
      expect(quoteIn(refusal)).toMatchObject({ buyAmount: { amount: '1000.00', currency: 'EUR' }, tradable: true });
      expect(quoteIn(refusal).rate).not.toBe(displayedRate.rate);
    }
    const quote = quoteIn(await expectRefused('rate_moved', await approved()));
    const terms = {
      quoteId: quote.quoteId,
      sourceBankholderId: pounds.bankholderId,
      payeeUid: payee.id,
      payeeVersion: payee.version,
      fee: '8.00',
      reference: 'Invoice 2091',
      chargeType: 'SHA' as const,
    };
    const idempotency = v7();
    const approval = await seedPinAuthorisation(db, who, session, {
      operation: 'payment.global.cross',
      ...terms,
      amount: quote.sellAmount.amount,
      currency: 'GBP',
      buyAmount: '1000.00',
      buyCurrency: 'EUR',
      paymentIdempotency: idempotency,
    });
    const made = await inTransaction(db, (tx, now) =>
      sendCrossCurrency(
        { tx, now, actor: inSession(who, session), requestId: 'test' },
        { ...terms, idempotency, authorisation: approval },
      ),
    );
    expect(made.exchange?.sold).toEqual(quote.sellAmount);
  });

  it('refuses a forged rate, an old one, and one displayed to another customer', async () => {
    const better = (Number(displayedRate.rate) * 1.0004).toFixed(10);
    await expectRefused('rate_moved', await approved({ rate: better }));
    await sql`update fx.quote set made_at = made_at - interval '6 minutes', expires_at = expires_at - interval '6 minutes'
      where user_id = ${who.user.id}`.execute(db);
    const other = await seedCustomer(db);
    await hundredths(0.2);
    await requestQuoteAs(db, other, { sell: 'GBP', buy: 'EUR', side: 'buy', amount: '1000.00' });
    await expectRefused('rate_moved', await approved());
  });

  it('refuses a rate with an outdated margin from the effective time of the new one', async () => {
    await writeSettings(
      db,
      sql`insert into fx.price_rule select sell, buy, tier, margin_bps + 1, fee_minor, max_minor, quote_seconds, off_hours_quote_seconds, now()
      from fx.price_rule where sell = 'GBP' and buy = 'EUR' order by effective_from desc limit 2`,
    );
    expect(quoteIn(await expectRefused('rate_moved', await approved())).marginBps).toBe(displayedRate.marginBps + 1);
    await writeSettings(
      db,
      sql`delete from fx.price_rule where sell = 'GBP' and buy = 'EUR' and effective_from > now() - interval '1 hour'`,
    );
  });

  it('is sent once under repeated requests, and refuses the same key with other contents', async () => {
    const order = await approved();
    const [first, second] = await Promise.all([send(order), send(order)]);
    expect(second).toEqual(first);
    expect(await send(order)).toEqual(first);
    await expect(send({ ...order, reference: 'Other' })).rejects.toMatchObject({ code: 'idempotency_mismatch' });
    await expect(send(await approved())).rejects.toMatchObject({ code: 'duplicate_suspected' });
    const { rows } = await sql`select from payment.payment where customer_id = ${who.customer.id}`.execute(db);
    expect(rows).toHaveLength(1);
  });

  it.each([
    ['authorisation_invalid', { amount: '1000.01' }],
    ['authorisation_invalid', { amountSide: 'source', currency: 'GBP' }],
    ['authorisation_invalid', { reference: 'Other' }],
    ['authorisation_invalid', { chargeType: 'OUR', fee: '20.00' }],
    ['price_changed', { fee: '7.00' }],
    ['payee_changed', { payeeVersion: 9 }],
    ['amount_invalid', { currency: 'GBP' }],
    ['amount_invalid', { amount: '0.00' }],
    ['amount_invalid', { amount: '0.001' }],
    ['insufficient_funds', { amount: '9000.00' }],
    ['not_found', { sourceBankholderId: '999999' }],
    ['not_found', { payeeUid: '0190b6d2-0000-7000-8000-000000000000' }],
  ] as const)('refuses with %s when %o', async (code, over) => {
    await expectRefused(code, { ...(await approved()), ...over });
  });

  it('refuses another customer’s payment details', async () => {
    const order = await approved();
    const other = await seedCustomer(db);
    await expect(send(order, other)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is refused while the service is off or the market is closed', async () => {
    await sql`update payment.service_availability set is_on = false where key = 'payment.crosscurrency'`.execute(db);
    await expectRefused('service_off', await approved());
    await sql`update payment.service_availability set is_on = true where key = 'payment.crosscurrency'`.execute(db);
    await setMarket(db, 'block');
    await expectRefused('market_closed', await approved());
    await setMarket(db, 'indicative');
    await expectRefused('market_closed', await approved());
  });
});
