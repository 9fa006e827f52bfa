import { sql } from 'kysely';
import { v7 } from 'uuid';
import { expect } from 'vitest';
import type { BankAccount } from '../../apps/api/src/bank-account/bank-account.ts';
import { quoteFx } from '../../apps/api/src/fx/quote-fx.ts';
import { inTransaction } from '../../apps/api/src/kernel/transaction.ts';
import type { CustomerCtx } from '../../apps/api/src/kernel/verb.ts';
import { createStandingOrder } from '../../apps/api/src/standing-order/create-standing-order.ts';
import { payHeld } from '../../apps/api/src/standing-order/pay-held.ts';
import { runStandingOrders } from '../../apps/api/src/standing-order/run-standing-orders.ts';
import { givenAccount, givenCredit } from '../given.ts';
import { givenApproval } from '../given-fx.ts';
import { inSession, standingOf } from '../given-payment.ts';
import { standingTerms } from '../given-standing-order.ts';
import { day, hour, minute } from './clock.ts';
import { follow, handsOf, judge, pence, type Story, silent, unlessKilled, type World } from './world.ts';

const dates = 2;
const wishes = {
  home: undefined,
  anyRate: { floorRate: null, onBreach: 'hold_and_ask' },
  goodRate: { floorRate: '1.1000', onBreach: 'skip' },
  skipped: { floorRate: '1.9000', onBreach: 'skip' },
  asked: { floorRate: '1.9000', onBreach: 'hold_and_ask' },
} as const;
type Wish = keyof typeof wishes;

type Standing = Readonly<{
  uid: string;
  wish: Wish;
  account: BankAccount;
  money: 'first' | 'late' | 'never';
  answers: boolean;
}>;

const enough = '400.00';

/**
 * A customer creates two weekly payments, domestic or into euros, from an account with enough money, late money or
 * none. Two workers pay them late, die at times, and may ask about a rate.
 */
export async function orderStanding(world: World): Promise<Story> {
  const { db, random, clock, people } = world;
  const wish = random.oneOf(Object.keys(wishes) as Wish[]);
  const money = random.chance(0.6) ? 'first' : random.chance(0.6) ? 'late' : 'never';
  const account = await givenAccount(db, people.who, { balance: money === 'first' ? enough : '1.00' });
  if (money === 'late')
    clock.after(random.between(day, 30 * day), async () => void (await givenCredit(db, account, enough)));
  const to = wish === 'home' ? people.routes[0].to : people.berlin;
  const fx = wishes[wish];
  const terms = standingTerms(account, to, {
    amount: `${random.between(5, 90)}.00`,
    frequency: 'weekly',
    startDate: new Date(Date.now() + random.between(2, 20) * day).toISOString().slice(0, 10),
    end: { kind: 'count', count: dates },
    ...(fx && { fx: { amountSide: 'sent', most: null, ...fx }, chargeType: 'SHA' }),
  });
  const idempotency = v7();
  const { amount, currency } = terms;
  const figures = { uid: null, version: null, terms, amount, currency, paymentIdempotency: idempotency };
  const purpose = { operation: 'standing-order.set', ...figures } as const;
  const approval = await givenApproval(db, people.who, people.session, purpose);
  const { uid } = await asCustomer(world, (ctx) => createStandingOrder(ctx, { terms, approval, idempotency }));
  const standing = { uid, wish, account, money, answers: random.chance(0.5) } as const;
  clock.after(hour, () => tend(world, standing, new Set()));
  return { judge: () => judgeStanding(world, standing) };
}

const asCustomer = <T>({ db, people, clock }: World, work: (ctx: CustomerCtx) => Promise<T>): Promise<T> =>
  inTransaction(db, (tx, now) => {
    const at = new Date(now.getTime() + clock.elapsed());
    return work({ tx, now: at, actor: inSession(people.who, people.session), requestId: 'test' });
  });

type Open = Readonly<{ day: string; state: string; waits: number }>;

async function tend(world: World, standing: Standing, followed: Set<string>): Promise<void> {
  const { random, clock } = world;
  await Promise.all([turn(world), turn(world)]);
  for (const uid of await paymentsOf(world, standing)) {
    if (!followed.has(uid)) follow(world, uid);
    followed.add(uid);
  }
  const open = await openDate(world, standing);
  if (!open) return;
  if (open.state === 'held_fx' && standing.answers && open.waits > hour)
    clock.after(random.between(0, 30) * minute, () => answer(world, standing, open));
  const late = random.chance(0.1) ? random.between(hour, 2 * day) : random.between(1, 3) * minute;
  clock.after(Math.max(0, open.waits) + late, () => tend(world, standing, followed));
}

async function turn(world: World): Promise<void> {
  await runStandingOrders(handsOf(world), silent).catch(unlessKilled);
}

async function openDate({ db, clock }: World, { uid }: Standing): Promise<Open | undefined> {
  const { rows } = await sql<{ day: string; state: string; at: Date; now: Date }>`
    select day, state, next_try_at as at, now() from standing_order.occurrence
    where order_id = ${uid} and settled_at is null`.execute(db);
  const [open] = rows;
  return open && { ...open, waits: open.at.getTime() - open.now.getTime() - clock.elapsed() };
}

async function answer(world: World, { uid, account }: Standing, { day: asked }: Open): Promise<void> {
  const { db, people } = world;
  const open = await openDate(world, { uid } as Standing);
  if (open?.state !== 'held_fx' || open.day !== asked) return;
  const { rows } = await sql<{ amount: string }>`select (amount_minor / 100)::text || '.00' as amount
    from standing_order.occurrence where order_id = ${uid} and day = ${asked}`.execute(db);
  const idempotency = v7();
  const wanted = { sell: 'GBP', buy: 'EUR', side: 'sell', amount: rows[0]?.amount ?? '', idempotency } as const;
  const quote = await asCustomer(world, (ctx) => quoteFx(ctx, wanted));
  const figures = { uid, day: asked, quoteId: quote.quoteId, fee: '8.00' };
  const approval = await givenApproval(db, people.who, people.session, {
    operation: 'standing-order.pay-held',
    ...figures,
    amount: quote.sellAmount.amount,
    currency: quote.sell,
    buyAmount: quote.buyAmount.amount,
    buyCurrency: quote.buy,
    paymentIdempotency: idempotency,
  });
  const [, available] = await standingOf(db, account);
  const paying = asCustomer(world, (ctx) => payHeld(ctx, { ...figures, approval, idempotency }));
  if (pence(available) < pence(quote.sellAmount.amount) + 800n) await expect(paying).rejects.toThrow('available');
  else await paying;
}

const paymentsOf = async ({ db }: World, { uid }: Standing): Promise<string[]> =>
  (
    await sql<{ id: string }>`select p.id from payment.payment p
      join standing_order.occurrence o on o.id = p.source_id where o.order_id = ${uid} order by o.day`.execute(db)
  ).rows.map(({ id }) => id);

type Dated = Readonly<{ state: string; payments: number; order: string }>;

async function judgeStanding(world: World, standing: Standing): Promise<string[]> {
  const { db, told } = world;
  const { uid, wish, account, money, answers } = standing;
  const { rows } = await sql<Dated>`
    select o.state, s.state as order, (select count(*)::int from payment.payment p where p.source_id = o.id) as payments
    from standing_order.occurrence o join standing_order.standing_order s on s.id = o.order_id
    where o.order_id = ${uid} order by o.day`.execute(db);
  const words = `${told}: standing order (${wish}, money ${money}${answers ? ', answers' : ''}) ${rows.map(({ state }) => state).join(', ')}`;
  expect(rows.map(({ order, state, payments }) => [order, payments, state === 'paid'])).toEqual(
    rows.map(({ state }) => ['completed', state === 'paid' ? 1 : 0, state === 'paid']),
  );
  expect(rows, words).toHaveLength(dates);
  for (const { state } of rows) expect(endsOf(standing), words).toContain(state);
  const endings = [];
  for (const payment of await paymentsOf(world, standing)) endings.push(await judge(world, payment));
  const [balance, available] = await standingOf(db, account);
  const before = money === 'first' ? enough : money === 'late' ? '401.00' : '1.00';
  const spent = endings.reduce((sum, each) => sum + each.spent, 0n);
  expect([pence(before) - pence(balance), balance], words).toEqual([spent, available]);
  return [...rows.map(({ state }) => `standing ${state}`), ...endings.map(({ state }) => `standing paid, ${state}`)];
}

function endsOf({ wish, money, answers }: Standing): string[] {
  if (wish === 'skipped') return ['skipped'];
  if (wish === 'asked') return answers && money !== 'never' ? ['paid', 'skipped'] : ['skipped'];
  return { first: ['paid'], late: ['paid', 'failed'], never: ['failed'] }[money];
}
