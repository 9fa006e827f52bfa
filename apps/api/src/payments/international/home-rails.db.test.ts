import type { PaymentView } from '@larkmere/contract/payments/payment';
import type { RefusalCode } from '@larkmere/contract/platform/refusals';
import type { Purpose } from '@larkmere/contract/purpose';
import type { Currency } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createDatabase,
  expectRefusal,
  seedAccount,
  seedCustomer,
  seedPayee,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { requestQuoteAs, seedPinAuthorisation } from '../../../../../test/fixtures/fx.ts';
import { setMarket } from '../../../../../test/fixtures/market.ts';
import { balancesOf, inSession, payees, seedPayeeOf, seedSession } from '../../../../../test/fixtures/payment.ts';
import { seedRates } from '../../../../../test/fixtures/rates.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import type { Payee } from '../../payees/payee/payee.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { pricePayment } from '../pricing/price.ts';
import { priceInternational } from './international.read.ts';
import { sendCrossCurrency } from './send-international.ts';

const { db } = await createDatabase();
let who: TestUser;
let session: string;
let pounds: BankAccount;

beforeEach(async () => {
  await setMarket(db, 'open');
  await db.deleteFrom('rate.latest').execute();
  await seedRates(db);
  who = await seedCustomer(db);
  await db
    .updateTable('customer.customer')
    .set({ address: { street: 'Long Lane', postCode: 'EC1A 9HF', town: 'London', country: 'GB' } as never })
    .where('id', '=', who.customer.id)
    .execute();
  session = await seedSession(db, who);
  pounds = await seedAccount(db, who, { balance: '90000.00' });
});

const as = <T>(work: (ctx: never) => Promise<T>) =>
  inTransaction(db, (tx, now) => work({ tx, now, actor: inSession(who, session), requestId: 'test' } as never));

const baht = { purposeCode: 'GIFT', sourceOfFunds: 'salary', relationship: 'friend' } as const;

type Wanted = Readonly<{
  payee: Payee;
  buy: Currency;
  amount: string;
  fee: string;
  account?: BankAccount;
  over?: object;
}>;

async function ordered({ payee, buy, amount, fee, account = pounds, over = {} }: Wanted) {
  const quote = await requestQuoteAs(db, who, { sell: account.currency, buy, side: 'buy', amount });
  const order = {
    quoteId: quote.quoteId,
    sourceBankholderId: account.bankholderId,
    payeeUid: payee.id,
    payeeVersion: payee.version,
    fee,
    reference: 'Dinner',
    chargeType: 'SHA' as const,
    ...(buy === 'THB' ? baht : {}),
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

async function send(wanted: Wanted): Promise<{ made: PaymentView; sold: string }> {
  const { quote, order } = await ordered(wanted);
  return { made: await as((ctx) => sendCrossCurrency(ctx, order)), sold: quote.sellAmount.amount };
}

async function refuses(code: RefusalCode, wanted: Wanted) {
  const { order } = await ordered(wanted);
  return expectRefusal(db, code, () => as((ctx) => sendCrossCurrency(ctx, order)));
}

describe('a payee at home is paid out of another currency, without a balance in the payee’s', () => {
  it.each([
    ['a friend in Thailand by PromptPay', payees.mobile, 'THB', '5000.00', 'promptpay', '0.35'],
    ['a company in Thailand above PromptPay by BAHTNET', payees.malee, 'THB', '2000000.01', 'bahtnet', '3.50'],
    ['a supplier in the SEPA area at once', payees.klaus, 'EUR', '1000.00', 'sepa-instant', '0.35'],
    [
      'a supplier in the SEPA area above the instant limit',
      payees.klaus,
      'EUR',
      '25000.01',
      'sepa-credit-transfer',
      '0.35',
    ],
  ] as const)('%s', async (_, given, buy, amount, rail, fee) => {
    const payee = await seedPayeeOf(db, who, given);
    const { made, sold } = await send({ payee, buy, amount, fee });
    expect(made).toMatchObject({
      kind: 'domestic',
      rail,
      amount: { amount, currency: buy },
      arrives: { amount, currency: buy },
      fee: { amount: fee, currency: 'GBP' },
      exchange: { sold: { amount: sold, currency: 'GBP' } },
      charges: null,
    });
    const left = (90_000 - Number(sold) - Number(fee)).toFixed(2);
    expect(await balancesOf(db, pounds)).toEqual(['90000.00', left]);
  });

  it('a landlord in the UK out of euros', async () => {
    const euros = await seedAccount(db, who, { currency: 'EUR', iban: 'GB17LARK04062141728856', balance: '5000.00' });
    const payee = await seedPayee(db, who);
    const { made } = await send({ payee, buy: 'GBP', amount: '900.00', fee: '0.60', account: euros });
    expect(made).toMatchObject({ rail: 'faster-payments', amount: { amount: '900.00', currency: 'GBP' } });
  });

  it('is priced before it is sent, with the rail’s arrival and without other banks’ charges', async () => {
    const payee = await seedPayeeOf(db, who, payees.malee);
    const { quote } = await ordered({ payee, buy: 'THB', amount: '5000.00', fee: '0.35' });
    const price = await as((ctx) =>
      priceInternational(ctx, {
        sourceBankholderId: pounds.bankholderId,
        amount: '5000.00',
        currency: 'THB',
        chargeType: 'SHA',
        quoteId: quote.quoteId,
        payeeUid: payee.id,
      }),
    );
    expect(price).toMatchObject({
      rail: 'promptpay',
      fee: { amount: '0.35', currency: 'GBP' },
      arrives: { amount: '5000.00', currency: 'THB' },
      intermediaryCharges: { amount: '0.00', currency: 'THB' },
      requiredFields: ['purposeCode', 'relationship', 'sourceOfFunds'],
    });
  });

  it('is not priced with the quote of an account in another currency', async () => {
    const euros = await seedAccount(db, who, { currency: 'EUR', iban: 'GB17LARK04062141728856', balance: '5000.00' });
    const payee = await seedPayeeOf(db, who, payees.malee);
    const { quote } = await ordered({ payee, buy: 'THB', amount: '5000.00', fee: '0.35' });
    const figures = { amount: '5000.00', currency: 'THB', chargeType: 'SHA', payeeUid: payee.id } as const;
    const from = { ...figures, sourceBankholderId: euros.bankholderId };
    await expectRefusal(db, 'amount_invalid', () =>
      as((ctx) => priceInternational(ctx, { ...from, quoteId: quote.quoteId })),
    );
    await expectRefusal(db, 'amount_invalid', () => as((ctx) => pricePayment(ctx, from)));
  });

  it('is refused with the reason and leaves the money where it is', async () => {
    const inBaht = {
      payee: await seedPayeeOf(db, who, payees.malee),
      buy: 'THB',
      amount: '5000.00',
      fee: '0.35',
    } as const;
    const inEuros = {
      payee: await seedPayeeOf(db, who, payees.klaus),
      buy: 'EUR',
      amount: '1000.00',
      fee: '0.35',
    } as const;
    await refuses('price_changed', { ...inBaht, fee: '0.34' });
    await refuses('unsupported_destination', { ...inBaht, over: { chargeType: 'OUR' } });
    await refuses('reference_invalid', { ...inBaht, over: { reference: 'Dinner (Chiang Mai)' } });
    await refuses('limit_exceeded', { ...inEuros, amount: '50000.01' });
    expect(await balancesOf(db, pounds)).toEqual(['90000.00', '90000.00']);
  });

  it('takes exactly the amount that the payer typed, and refuses what is missing for the fee', async () => {
    const payee = await seedPayeeOf(db, who, payees.klaus);
    const little = await seedAccount(db, who, { balance: '100.00', iban: 'GB76LARK04062141728861' });
    const quote = await requestQuoteAs(db, who, { sell: 'GBP', buy: 'EUR', side: 'sell', amount: '99.66' });
    await refuses('insufficient_funds', {
      payee,
      buy: 'EUR',
      amount: quote.buyAmount.amount,
      fee: '0.35',
      account: little,
    });
    expect(await balancesOf(db, little)).toEqual(['100.00', '100.00']);
  });
});
