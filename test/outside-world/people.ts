import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { BankAccount } from '../../apps/api/src/bank-account/bank-account.ts';
import { sendSame } from '../../apps/api/src/global-payment/send-same.ts';
import type { Db } from '../../apps/api/src/kernel/db.ts';
import { inTransaction } from '../../apps/api/src/kernel/transaction.ts';
import type { Payee } from '../../apps/api/src/payee/payee.ts';
import { sendEur, sendIfxEur } from '../../apps/api/src/payment/send-eur.ts';
import { sendGbp, sendIfxGbp } from '../../apps/api/src/payment/send-gbp.ts';
import { sendThb } from '../../apps/api/src/payment/send-thb.ts';
import { type Given, givenAccount, givenCustomer, givenPayee } from '../given.ts';
import { approve, background, givenPayeeOf, givenSession, inSession, orderFor, payees } from '../given-payment.ts';
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

const everybody = { ...payees, columbus, berlin, sydney } as const;

type Way = Readonly<{
  currency: 'GBP' | 'EUR' | 'THB' | 'USD' | 'AUD';
  payee: 'somchai' | keyof typeof everybody;
  operation: Parameters<typeof approve>[4];
  send: (ctx: never, order: never) => Promise<Made>;
  fee: (amount: number) => string;
  over?: object;
  vendorType?: 'ifx';
}>;
type WayAcross = Pick<Way, 'currency' | 'payee' | 'fee' | 'over'> &
  Readonly<{ from: Way['currency']; across: 'promised' | 'shown' }>;

const sepa = { currency: 'EUR', payee: 'klaus', operation: 'payment.eur', send: sendEur, fee: () => '0.40' } as const;
const abroad = { operation: 'payment.global.same' as never, send: sendSame } as const;

const ways: readonly [Way, ...Way[]] = [
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
    over: background,
  },
  { ...abroad, currency: 'USD', payee: 'columbus', fee: () => '6.00', over: { route: 'local', chargeType: 'SHA' } },
  { ...abroad, currency: 'EUR', payee: 'berlin', fee: () => '9.00', over: { route: 'swift', chargeType: 'SHA' } },
  { ...abroad, currency: 'EUR', payee: 'berlin', fee: () => '24.00', over: { route: 'swift', chargeType: 'OUR' } },
  { ...abroad, currency: 'AUD', payee: 'sydney', fee: () => '4.75', over: { route: 'local', chargeType: 'SHA' } },
];

const waysAcross: readonly WayAcross[] = [
  { from: 'GBP', currency: 'EUR', payee: 'berlin', fee: () => '8.00', across: 'promised' },
  { from: 'GBP', currency: 'EUR', payee: 'berlin', fee: () => '20.00', across: 'shown', over: { chargeType: 'OUR' } },
  { from: 'GBP', currency: 'USD', payee: 'columbus', fee: () => '4.50', across: 'promised' },
  { from: 'EUR', currency: 'AUD', payee: 'sydney', fee: () => '2.88', across: 'shown' },
  { from: 'EUR', currency: 'USD', payee: 'columbus', fee: () => '5.50', across: 'shown' },
];

type Sides = Readonly<{ account: BankAccount; to: Payee }>;
export type Direct = Way & Sides & Readonly<{ across?: undefined }>;
export type Across = WayAcross & Sides;
export type Route = Direct | Across;
export type People = Readonly<{ who: Given; session: string; routes: readonly [Direct, ...Route[]]; berlin: Payee }>;

/** Removes opening hours of rails, so that the seed and not the time of the run decides which payments wait. */
export async function openRails(db: Db): Promise<void> {
  await sql`insert into payment.rail_rule (rail, currency, effective_from, min_minor, max_minor, time_zone, arrival_seconds)
    select rail, currency, now(), min_minor, case rail when 'promptpay' then ${promptPayMost * 100} else max_minor end, time_zone, 3600
    from payment.rail_rule where calendar is not null or rail = 'promptpay'`.execute(db);
}

export async function givenPeople(db: Db): Promise<People> {
  const who = await givenCustomer(db);
  const session = await givenSession(db, who);
  const accounts = new Map<string, BankAccount>();
  const known = new Map<string, Payee>();
  const routes: Route[] = [];
  for (const way of [...ways, ...waysAcross]) {
    const key = keyOf(way);
    const account = accounts.get(key) ?? (await accountFor(db, who, way, '40000.00'));
    accounts.set(key, account);
    const to = known.get(way.payee) ?? (await payeeFor(db, who, way));
    known.set(way.payee, to);
    routes.push({ ...way, account, to });
  }
  return { who, session, routes: routes as [Direct, ...Route[]], berlin: known.get('berlin') as Payee };
}

export async function givenRoute(db: Db, who: Given, { oneOf }: Random, balance: string): Promise<Route> {
  const way = oneOf([...ways, ...waysAcross]);
  return { ...way, account: await accountFor(db, who, way, balance), to: await payeeFor(db, who, way) };
}

const currencyOf = (way: Way | WayAcross) => ('from' in way ? way.from : way.currency);
const vendorOf = (way: Way | WayAcross) =>
  'vendorType' in way && way.vendorType ? { vendorType: way.vendorType } : {};
const keyOf = (way: Way | WayAcross): string => `${currencyOf(way)} ${vendorOf(way).vendorType}`;

function accountFor(db: Db, who: Given, way: Way | WayAcross, balance: string): Promise<BankAccount> {
  const currency = currencyOf(way);
  const iban = currency === 'GBP' ? {} : { iban: `GB94LARK040${String(made()).padStart(11, '0')}` };
  return givenAccount(db, who, { currency, balance, ...iban, ...vendorOf(way) });
}

const payeeFor = (db: Db, who: Given, { payee }: Pick<Way, 'payee'>): Promise<Payee> =>
  payee === 'somchai' ? givenPayee(db, who) : givenPayeeOf(db, who, everybody[payee]);

let count = 0;
const made = (): number => (count += 1);

type Made = Readonly<{ uid: string; teamApproval?: { uid: string } | null }>;
export type Approved = Readonly<{ order: object; send: (order: object) => Promise<Made> }>;

export async function approvedOrder(
  db: Db,
  { who, session }: Pick<People, 'who' | 'session'>,
  route: Direct,
  amount: string,
  when: object = {},
): Promise<Approved> {
  const { currency, account, to, operation, send, fee, over } = route;
  const terms = { currency: currency as never, amount, fee: fee(Number(amount)), idempotency: v7() };
  const order = { ...orderFor(account, to, terms), confirmDuplicate: true, ...over, ...when };
  const approved = await approve(db, who, order, session, operation);
  const ctx = { actor: inSession(who, session), requestId: 'test' };
  const pay = (wanted: object) => inTransaction(db, (tx, now) => send({ ...ctx, tx, now } as never, wanted as never));
  return { order: approved, send: pay };
}

export async function pay(...how: Parameters<typeof approvedOrder>): Promise<string> {
  const { order, send } = await approvedOrder(...how);
  return (await send(order)).uid;
}
