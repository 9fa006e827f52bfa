import { sql } from 'kysely';
import { v7 } from 'uuid';
import { expect } from 'vitest';
import type { BankAccount } from '../../apps/api/src/accounts/bank-account/bank-account.ts';
import { createFxQuote } from '../../apps/api/src/fx/conversion/create-quote.ts';
import { payHeldOccurrence } from '../../apps/api/src/payments/standing-order/pay-held-occurrence.ts';
import { runStandingOrders } from '../../apps/api/src/payments/standing-order/run-standing-orders.ts';
import { createStandingOrder } from '../../apps/api/src/payments/standing-order/save-standing-order.ts';
import { inTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import type { CustomerCtx } from '../../apps/api/src/platform/requests/verb.ts';
import { seedAccount, seedCredit } from '../fixtures/base.ts';
import { dayAhead } from '../fixtures/days.ts';
import { seedPinAuthorisation } from '../fixtures/fx.ts';
import { balancesOf, inSession } from '../fixtures/payment.ts';
import { standingOrderTerms } from '../fixtures/standing-order.ts';
import { day, hour, minute } from './clock.ts';
import {
  checkPayment,
  pence,
  processPayment,
  type Scenario,
  type Simulation,
  unlessKilled,
  workerOf,
} from './simulation.ts';

const dates = 2;
const rateConditions = {
  home: undefined,
  anyRate: { floorRate: null, onBreach: 'hold_and_ask' },
  goodRate: { floorRate: '1.1000', onBreach: 'skip' },
  skipped: { floorRate: '1.9000', onBreach: 'skip' },
  asked: { floorRate: '1.9000', onBreach: 'hold_and_ask' },
} as const;
type RateCondition = keyof typeof rateConditions;

type StandingOrderRun = Readonly<{
  uid: string;
  condition: RateCondition;
  account: BankAccount;
  money: 'first' | 'late' | 'never';
  answers: boolean;
}>;

const sufficientBalance = '400.00';

/**
 * A customer creates two weekly payments, domestic or into euros, from an account with enough money, late money or
 * none. Two workers pay them late, die at times, and may ask about a rate.
 */
export async function simulateStandingOrder(world: Simulation): Promise<Scenario> {
  const { db, random, clock, customer } = world;
  const wish = random.oneOf(Object.keys(rateConditions) as RateCondition[]);
  const money = random.chance(0.6) ? 'first' : random.chance(0.6) ? 'late' : 'never';
  const account = await seedAccount(db, customer.who, { balance: money === 'first' ? sufficientBalance : '1.00' });
  if (money === 'late')
    clock.after(random.between(day, 30 * day), async () => void (await seedCredit(db, account, sufficientBalance)));
  const to = wish === 'home' ? customer.pairs[0].to : customer.berlin;
  const fx = rateConditions[wish];
  const terms = standingOrderTerms(account, to, {
    amount: `${random.between(5, 90)}.00`,
    frequency: 'weekly',
    startDate: dayAhead(random.between(2, 20)),
    end: { kind: 'count', count: dates },
    ...(fx && { fx: { amountSide: 'sent', maxDebit: null, ...fx }, chargeType: 'SHA' }),
  });
  const idempotency = v7();
  const { amount, currency } = terms;
  const figures = { uid: null, version: null, terms, amount, currency, paymentIdempotency: idempotency };
  const purpose = { operation: 'standing-order.set', ...figures } as const;
  const approval = await seedPinAuthorisation(db, customer.who, customer.session, purpose);
  const { uid } = await asCustomer(world, (ctx) =>
    createStandingOrder(ctx, { terms, authorisation: approval, idempotency }),
  );
  const standing = { uid, condition: wish, account, money, answers: random.chance(0.5) } as const;
  clock.after(hour, () => runWorkers(world, standing, new Set()));
  return { check: () => checkStandingOrder(world, standing) };
}

const asCustomer = <T>({ db, customer, clock }: Simulation, work: (ctx: CustomerCtx) => Promise<T>): Promise<T> =>
  inTransaction(db, (tx, now) => {
    const at = new Date(now.getTime() + clock.elapsed());
    return work({ tx, now: at, actor: inSession(customer.who, customer.session), requestId: 'test' });
  });

type OpenDate = Readonly<{ day: string; state: string; dueInMs: number }>;

async function runWorkers(world: Simulation, standing: StandingOrderRun, followed: Set<string>): Promise<void> {
  const { random, clock } = world;
  await Promise.all([runWorker(world), runWorker(world)]);
  for (const uid of await paymentsOf(world, standing)) {
    if (!followed.has(uid)) processPayment(world, uid);
    followed.add(uid);
  }
  const open = await openDate(world, standing);
  if (!open) return;
  if (open.state === 'held_fx' && standing.answers && open.dueInMs > hour)
    clock.after(random.between(0, 30) * minute, () => answer(world, standing, open));
  const late = random.chance(0.1) ? random.between(hour, 2 * day) : random.between(1, 3) * minute;
  clock.after(Math.max(0, open.dueInMs) + late, () => runWorkers(world, standing, followed));
}

async function runWorker(world: Simulation): Promise<void> {
  await runStandingOrders(workerOf(world)).catch(unlessKilled);
}

async function openDate({ db, clock }: Simulation, { uid }: StandingOrderRun): Promise<OpenDate | undefined> {
  const { rows } = await sql<{ day: string; state: string; at: Date; now: Date }>`
    select day, state, next_attempt_at as at, now() from standing_order.occurrence
    where order_id = ${uid} and settled_at is null`.execute(db);
  const [open] = rows;
  return open && { ...open, dueInMs: open.at.getTime() - open.now.getTime() - clock.elapsed() };
}

async function answer(world: Simulation, { uid, account }: StandingOrderRun, { day: asked }: OpenDate): Promise<void> {
  const { db, customer } = world;
  const open = await openDate(world, { uid } as StandingOrderRun);
  if (open?.state !== 'held_fx' || open.day !== asked) return;
  const { rows } = await sql<{ amount: string }>`select (amount_minor / 100)::text || '.00' as amount
    from standing_order.occurrence where order_id = ${uid} and day = ${asked}`.execute(db);
  const idempotency = v7();
  const wanted = { sell: 'GBP', buy: 'EUR', side: 'sell', amount: rows[0]?.amount ?? '', idempotency } as const;
  const quote = await asCustomer(world, (ctx) => createFxQuote(ctx, wanted));
  const figures = { uid, day: asked, quoteId: quote.quoteId, fee: '8.00' };
  const approval = await seedPinAuthorisation(db, customer.who, customer.session, {
    operation: 'standing-order.pay-held',
    ...figures,
    amount: quote.sellAmount.amount,
    currency: quote.sell,
    buyAmount: quote.buyAmount.amount,
    buyCurrency: quote.buy,
    paymentIdempotency: idempotency,
  });
  const [, available] = await balancesOf(db, account);
  const paying = asCustomer(world, (ctx) =>
    payHeldOccurrence(ctx, { ...figures, authorisation: approval, idempotency }),
  );
  if (pence(available) < pence(quote.sellAmount.amount) + 800n)
    await expect(paying).rejects.toMatchObject({ code: 'insufficient_funds' });
  else await paying;
}

const paymentsOf = async ({ db }: Simulation, { uid }: StandingOrderRun): Promise<string[]> =>
  (
    await sql<{ id: string }>`select p.id from payment.payment p
      join standing_order.occurrence o on o.id = p.source_id where o.order_id = ${uid} order by o.day`.execute(db)
  ).rows.map(({ id }) => id);

type DateOutcome = Readonly<{ state: string; payments: number; order: string }>;

async function checkStandingOrder(world: Simulation, standing: StandingOrderRun): Promise<string[]> {
  const { db, label } = world;
  const { uid, condition, account, money, answers } = standing;
  const { rows } = await sql<DateOutcome>`
    select o.state, s.state as order, (select count(*)::int from payment.payment p where p.source_id = o.id) as payments
    from standing_order.occurrence o join standing_order.standing_order s on s.id = o.order_id
    where o.order_id = ${uid} order by o.day`.execute(db);
  const words = `${label}: standing order (${condition}, money ${money}${answers ? ', answers' : ''}) ${rows.map(({ state }) => state).join(', ')}`;
  expect(rows.map(({ order, state, payments }) => [order, payments, state === 'paid'])).toEqual(
    rows.map(({ state }) => ['completed', state === 'paid' ? 1 : 0, state === 'paid']),
  );
  expect(rows, words).toHaveLength(dates);
  for (const { state } of rows) expect(allowedOutcomes(standing), words).toContain(state);
  const endings = [];
  for (const payment of await paymentsOf(world, standing)) endings.push(await checkPayment(world, payment));
  const [balance, available] = await balancesOf(db, account);
  const before = money === 'first' ? sufficientBalance : money === 'late' ? '401.00' : '1.00';
  const spent = endings.reduce((sum, each) => sum + each.spent, 0n);
  expect([pence(before) - pence(balance), balance], words).toEqual([spent, available]);
  return [...rows.map(({ state }) => `standing ${state}`), ...endings.map(({ state }) => `standing paid, ${state}`)];
}

function allowedOutcomes({ condition, money, answers }: StandingOrderRun): string[] {
  if (condition === 'skipped') return ['skipped'];
  if (condition === 'asked') return answers && money !== 'never' ? ['paid', 'skipped'] : ['skipped'];
  return { first: ['paid'], late: ['paid', 'failed'], never: ['failed'] }[money];
}
