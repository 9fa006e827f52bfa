import { sql } from 'kysely';
import { v7 } from 'uuid';
import { expect } from 'vitest';
import type { BankAccount } from '../../apps/api/src/accounts/bank-account/bank-account.ts';
import { cancelAutoFx } from '../../apps/api/src/fx/auto-fx/change-order.ts';
import { runAutoFx } from '../../apps/api/src/fx/auto-fx/run-auto-fx.ts';
import type { Payee } from '../../apps/api/src/payees/payee/payee.ts';
import { payOnFill } from '../../apps/api/src/payments/domestic/pay-on-fill.ts';
import { Refusal } from '../../apps/api/src/platform/requests/refusal.ts';
import { createTrader, termsFor } from '../fixtures/auto-fx.ts';
import { seedAccount, seedCustomer, type TestUser } from '../fixtures/base.ts';
import {
  convertAs,
  requestQuoteAs,
  seedPinAuthorisation,
  toConversionOrder,
  toConversionPurpose,
} from '../fixtures/fx.ts';
import { balancesOf, payees, seedPayeeOf, seedSession } from '../fixtures/payment.ts';
import { hour, minute, second } from './clock.ts';
import { hasSucceeded } from './recalls.ts';
import {
  checkPayment,
  pence,
  processPayment,
  type Scenario,
  type Simulation,
  transactionOf,
  unlessKilled,
} from './simulation.ts';

const [pounds, euros] = ['500.00', '10.00'];
let createdCount = 0;

type ExchangeRun = Readonly<{
  world: Simulation;
  who: TestUser;
  uid: string;
  payee: Payee;
  followed: Set<string>;
  seen: { otherPayee: boolean; cancelled: boolean };
}>;

/**
 * A customer clicks an exchange twice and places an Auto FX order that pays on. Two workers run it and die at times,
 * while the payee may change or the order be cancelled.
 */
export async function simulateExchange(world: Simulation): Promise<Scenario> {
  const { db, random, clock } = world;
  const who = await seedCustomer(db);
  const source = await seedAccount(db, who, { balance: pounds });
  createdCount += 1;
  const iban = `GB94LARK040622${String(createdCount).padStart(8, '0')}`;
  const target = await seedAccount(db, who, { currency: 'EUR', balance: euros, iban });
  const payee = await seedPayeeOf(db, who, payees.klaus);
  const me = await createTrader(db, who);
  const isReached = random.chance(0.85);
  const terms = termsFor(
    { source, target },
    {
      buy: 'EUR',
      amount: `${random.between(20, 90)}.00`,
      targetRate: isReached ? '1.1000' : '1.9000',
      reserve: random.chance(0.5),
      afterFill: { payeeUid: payee.id, payeeVersion: payee.version, maxAmount: '5000.00', reference: 'Rent' },
    },
  );
  const { uid } = await me.place(terms);
  const seen = { otherPayee: false, cancelled: false };
  const traded = { world, who, uid, payee, followed: new Set<string>(), seen };

  const clicked = await exchange(world, who, { source, target });
  if (random.chance(0.25)) clock.after(random.between(second, 2 * minute), () => changePayee(traded));
  const cancel = async () => {
    const orders = await me.inside((ctx) => cancelAutoFx(ctx, { uid, idempotency: v7() })).catch(ignoreRefusal);
    seen.cancelled ||= orders !== undefined;
  };
  if (random.chance(0.2)) clock.after(random.between(second, 2 * minute), cancel);
  for (const wait of [1, 2, 3, 4, 5, 6, 60]) clock.after(wait * minute, () => runWorkers(traded));
  for (const wait of [2, 3, 4, 5, 6, 60, 61]) clock.after(wait * minute + second, () => payAfterFills(traded));
  clock.after(2 * hour, cancel);

  const judgeAll = async (): Promise<string[]> => {
    const { state, fills } = await me.only();
    const [sold, bought] = [fills[0]?.sold.amount ?? '0.00', fills[0]?.bought.amount ?? '0.00'];
    const words = `${world.label}: Auto FX ${state} ${sold} for ${bought}`;
    expect([state, fills.length], words).toEqual(seen.cancelled ? ['cancelled', 0] : ['filled', 1]);
    if (!isReached) expect(state, words).toBe('cancelled');
    const payments = await paymentsOf(traded);
    expect(payments.length, words).toBe(seen.cancelled || seen.otherPayee ? 0 : 1);
    let spent = 0n;
    for (const { id, whole } of payments) {
      expect(whole, words).toBe(pence(bought));
      spent += (await checkPayment(world, id)).spent;
    }
    const left = pence(pounds) - clicked.sold - pence(sold);
    const now = pence(euros) + clicked.bought + pence(bought) - spent;
    expect([await minorOf(world, source), await minorOf(world, target)], words).toEqual([
      [left, left],
      [now, now],
    ]);
    return [`auto fx ${state}${fills.length > payments.length ? ', not paid on' : ''}`];
  };
  return { check: judgeAll };
}

const ignoreRefusal = (error: unknown): undefined => {
  if (!(error instanceof Refusal)) throw error;
};

async function exchange({ db, label }: Simulation, who: TestUser, accounts: Parameters<typeof toConversionOrder>[1]) {
  const session = await seedSession(db, who);
  const quote = await requestQuoteAs(db, who, { buy: 'EUR', amount: '50.00' });
  const click = async () => {
    const order = toConversionOrder(quote, accounts);
    const approval = await seedPinAuthorisation(db, who, session, toConversionPurpose(quote, order));
    return convertAs(db, who, session, { ...order, authorisation: approval });
  };
  expect((await Promise.allSettled([click(), click()])).filter(hasSucceeded), label).toHaveLength(1);
  return { sold: pence(quote.sellAmount.amount), bought: pence(quote.buyAmount.amount) };
}

async function changePayee(traded: ExchangeRun): Promise<void> {
  if ((await paymentsOf(traded)).length > 0) return;
  await sql`update payee.payee set version = version + 1 where id = ${traded.payee.id}`.execute(traded.world.db);
  traded.seen.otherPayee = true;
}

async function runWorkers({ world }: ExchangeRun): Promise<void> {
  const work = () => runAutoFx({ transaction: transactionOf(world) }).catch(unlessKilled);
  await Promise.all([work(), work()]);
}

async function payAfterFills(traded: ExchangeRun): Promise<void> {
  const { world, uid, followed } = traded;
  const { rows } = await sql<{ id: bigint; payload: never }>`select id, payload from platform.event
    where topic = 'auto-fx.payment_due' and payload->>'orderId' = ${uid} order by id`.execute(world.db);
  const transaction = transactionOf(world);
  for (const { id: eventId, payload } of rows)
    await transaction((ctx) => payOnFill(ctx, { eventId, payload })).catch(unlessKilled);
  for (const { id } of await paymentsOf(traded)) {
    if (!followed.has(id)) processPayment(world, id);
    followed.add(id);
  }
}

type FillPayment = Readonly<{ id: string; whole: bigint }>;

const paymentsOf = async ({ world: { db }, who }: Pick<ExchangeRun, 'world' | 'who'>): Promise<FillPayment[]> =>
  (
    await sql<FillPayment>`select id, amount_minor + fee_minor as whole from payment.payment
      where customer_id = ${who.customer.id} order by id`.execute(db)
  ).rows;

const minorOf = async ({ db }: Simulation, account: BankAccount): Promise<bigint[]> =>
  (await balancesOf(db, account)).map(pence);
