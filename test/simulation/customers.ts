import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { BankAccount } from '../../apps/api/src/accounts/bank-account/bank-account.ts';
import type { Payee } from '../../apps/api/src/payees/payee/payee.ts';
import {
  sendEur,
  sendGbp,
  sendIfxEur,
  sendIfxGbp,
  sendThb,
} from '../../apps/api/src/payments/domestic/send-domestic.ts';
import { sendSameCurrency } from '../../apps/api/src/payments/international/send-international.ts';
import type { Db } from '../../apps/api/src/platform/db/db.ts';
import { inTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import { writeSettings } from '../../db/seed/write-settings.ts';
import { seedAccount, seedCustomer, seedPayee, type TestUser } from '../fixtures/base.ts';
import {
  inSession,
  payees,
  regulatoryInformation,
  seedPayeeOf,
  seedPaymentAuthorisation,
  seedSession,
  toPaymentOrder,
} from '../fixtures/payment.ts';
import type { Random } from './random.ts';

const address = { addressLine1: '7 Elm Street', postCode: '43004', townName: 'Columbus', addressCountry: 'US' };
const columbus = {
  type: 'usd',
  currency: 'USD',
  details: { abaRouting: '021000021', accountNumber: '123456789', accountType: 'savings', ...address },
  account: '021000021 123456789',
} as const;
const berlin = {
  type: 'swt',
  currency: 'EUR',
  details: { bankCountry: 'DE', bic: 'COBADEFFXXX', iban: 'DE89370400440532013000', ...address },
  account: 'COBADEFFXXX DE89370400440532013000',
} as const;
const sydney = {
  type: 'localatw',
  currency: 'AUD',
  details: { bsb: '062000', accountNumber: '12345678', ...address },
  account: '062000 12345678',
} as const;

const promptPayMost = 40;

const allPayees = { ...payees, columbus, berlin, sydney } as const;

type PaymentRoute = Readonly<{
  currency: 'GBP' | 'EUR' | 'THB' | 'USD' | 'AUD';
  payee: 'somchai' | keyof typeof allPayees;
  operation: Parameters<typeof seedPaymentAuthorisation>[4];
  send: (ctx: never, order: never) => Promise<CreatedPayment>;
  fee: (amount: number) => string;
  over?: object;
  vendorType?: 'ifx';
}>;
type CrossCurrencyRoute = Pick<PaymentRoute, 'currency' | 'payee' | 'fee' | 'over'> &
  Readonly<{ from: PaymentRoute['currency']; rateMode: 'promised' | 'shown' }>;

const sepa = { currency: 'EUR', payee: 'klaus', operation: 'payment.eur', send: sendEur, fee: () => '0.40' } as const;
const abroad = { operation: 'payment.global.same' as never, send: sendSameCurrency } as const;

const paymentRoutes: readonly [PaymentRoute, ...PaymentRoute[]] = [
  { currency: 'GBP', payee: 'somchai', operation: 'payment.gbp', send: sendGbp, fee: () => '0.50' },
  { ...sepa, over: { scheme: 'inst' } },
  {
    currency: 'GBP',
    payee: 'somchai',
    operation: 'payment.ifx.gbp',
    send: sendIfxGbp,
    fee: () => '0.50',
    vendorType: 'ifx',
  },
  { ...sepa, operation: 'payment.ifx.eur', send: sendIfxEur, vendorType: 'ifx' },
  { ...sepa, over: { scheme: 'sct' } },
  {
    currency: 'THB',
    payee: 'malee',
    operation: 'payment.thb',
    send: sendThb,
    fee: (amount) => (amount <= promptPayMost ? '15.00' : '150.00'),
    over: regulatoryInformation,
  },
  { ...abroad, currency: 'USD', payee: 'columbus', fee: () => '6.00', over: { route: 'local', chargeType: 'SHA' } },
  { ...abroad, currency: 'EUR', payee: 'berlin', fee: () => '9.00', over: { route: 'swift', chargeType: 'SHA' } },
  { ...abroad, currency: 'EUR', payee: 'berlin', fee: () => '24.00', over: { route: 'swift', chargeType: 'OUR' } },
  { ...abroad, currency: 'AUD', payee: 'sydney', fee: () => '4.75', over: { route: 'local', chargeType: 'SHA' } },
];

const crossCurrencyRoutes: readonly CrossCurrencyRoute[] = [
  { from: 'GBP', currency: 'EUR', payee: 'berlin', fee: () => '8.00', rateMode: 'promised' },
  { from: 'GBP', currency: 'EUR', payee: 'berlin', fee: () => '20.00', rateMode: 'shown', over: { chargeType: 'OUR' } },
  { from: 'GBP', currency: 'USD', payee: 'columbus', fee: () => '4.50', rateMode: 'promised' },
  { from: 'EUR', currency: 'AUD', payee: 'sydney', fee: () => '2.88', rateMode: 'shown' },
  { from: 'EUR', currency: 'USD', payee: 'columbus', fee: () => '5.50', rateMode: 'shown' },
];

type Sides = Readonly<{ account: BankAccount; to: Payee }>;
export type SameCurrencyPair = PaymentRoute & Sides & Readonly<{ rateMode?: undefined }>;
export type CrossCurrencyPair = CrossCurrencyRoute & Sides;
export type PaymentPair = SameCurrencyPair | CrossCurrencyPair;
export type SimulatedCustomer = Readonly<{
  who: TestUser;
  session: string;
  pairs: readonly [SameCurrencyPair, ...PaymentPair[]];
  berlin: Payee;
}>;

/** Removes opening hours of rails, so that the seed and not the time of the run decides which payments wait. */
export async function removeOpeningHours(db: Db): Promise<void> {
  await writeSettings(
    db,
    sql`insert into payment.rail_rule (rail, currency, effective_from, min_minor, max_minor, time_zone, arrival_seconds)
    select rail, currency, now(), min_minor, case rail when 'promptpay' then ${promptPayMost * 100} else max_minor end, time_zone, 3600
    from payment.rail_rule where calendar is not null or rail = 'promptpay'`,
  );
}

export async function createSimulatedCustomer(db: Db): Promise<SimulatedCustomer> {
  const who = await seedCustomer(db);
  const session = await seedSession(db, who);
  const accounts = new Map<string, BankAccount>();
  const known = new Map<string, Payee>();
  const routes: PaymentPair[] = [];
  for (const way of [...paymentRoutes, ...crossCurrencyRoutes]) {
    const key = keyOf(way);
    const account = accounts.get(key) ?? (await accountFor(db, who, way, '40000.00'));
    accounts.set(key, account);
    const to = known.get(way.payee) ?? (await payeeFor(db, who, way));
    known.set(way.payee, to);
    routes.push({ ...way, account, to });
  }
  return { who, session, pairs: routes as [SameCurrencyPair, ...PaymentPair[]], berlin: known.get('berlin') as Payee };
}

export async function createPaymentPair(
  db: Db,
  who: TestUser,
  { oneOf }: Random,
  balance: string,
): Promise<PaymentPair> {
  const way = oneOf([...paymentRoutes, ...crossCurrencyRoutes]);
  return { ...way, account: await accountFor(db, who, way, balance), to: await payeeFor(db, who, way) };
}

const currencyOf = (way: PaymentRoute | CrossCurrencyRoute) => ('from' in way ? way.from : way.currency);
const vendorOf = (way: PaymentRoute | CrossCurrencyRoute) =>
  'vendorType' in way && way.vendorType ? { vendorType: way.vendorType } : {};
const keyOf = (way: PaymentRoute | CrossCurrencyRoute): string => `${currencyOf(way)} ${vendorOf(way).vendorType}`;

function accountFor(
  db: Db,
  who: TestUser,
  way: PaymentRoute | CrossCurrencyRoute,
  balance: string,
): Promise<BankAccount> {
  const currency = currencyOf(way);
  const iban = currency === 'GBP' ? {} : { iban: `GB94LARK040${String(nextNumber()).padStart(11, '0')}` };
  return seedAccount(db, who, { currency, balance, ...iban, ...vendorOf(way) });
}

const payeeFor = (db: Db, who: TestUser, { payee }: Pick<PaymentRoute, 'payee'>): Promise<Payee> =>
  payee === 'somchai' ? seedPayee(db, who) : seedPayeeOf(db, who, allPayees[payee]);

let count = 0;
const nextNumber = (): number => (count += 1);

type CreatedPayment = Readonly<{ uid: string; approvalRequest?: { uid: string } | null }>;
export type AuthorisedOrder = Readonly<{ order: object; send: (order: object) => Promise<CreatedPayment> }>;

export async function authorisedOrder(
  db: Db,
  { who, session }: Pick<SimulatedCustomer, 'who' | 'session'>,
  route: SameCurrencyPair,
  amount: string,
  when: object = {},
): Promise<AuthorisedOrder> {
  const { currency, account, to, operation, send, fee, over } = route;
  const terms = { currency: currency as never, amount, fee: fee(Number(amount)), idempotency: v7() };
  const order = { ...toPaymentOrder(account, to, terms), confirmDuplicate: true, ...over, ...when };
  const approved = await seedPaymentAuthorisation(db, who, order, session, operation);
  const ctx = { actor: inSession(who, session), requestId: 'test' };
  const pay = (wanted: object) => inTransaction(db, (tx, now) => send({ ...ctx, tx, now } as never, wanted as never));
  return { order: approved, send: pay };
}

export async function createPayment(...how: Parameters<typeof authorisedOrder>): Promise<string> {
  const { order, send } = await authorisedOrder(...how);
  return (await send(order)).uid;
}
