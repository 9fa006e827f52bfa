import { sql } from 'kysely';
import { v7 } from 'uuid';
import { expect } from 'vitest';
import { payAfterFill } from '../../apps/api/src/auto-fx/after-fill.ts';
import { runAutoFx } from '../../apps/api/src/auto-fx/run-auto-fx.ts';
import { cancelAutoFx } from '../../apps/api/src/auto-fx/turn-auto-fx.ts';
import type { BankAccount } from '../../apps/api/src/bank-account/bank-account.ts';
import { Refusal } from '../../apps/api/src/kernel/refusal.ts';
import type { Payee } from '../../apps/api/src/payee/payee.ts';
import { type Given, givenAccount, givenCustomer } from '../given.ts';
import { termsFor, trader } from '../given-auto-fx.ts';
import { conversionOf, convertAs, givenApproval, purposeOf, quoteAs } from '../given-fx.ts';
import { givenPayeeOf, givenSession, payees, standingOf } from '../given-payment.ts';
import { hour, minute, second } from './clock.ts';
import { isDone } from './regret.ts';
import { follow, judge, pence, type Story, transactionOf, unlessKilled, type World } from './world.ts';

const [pounds, euros] = ['500.00', '10.00'];
let made = 0;

type Traded = Readonly<{
  world: World;
  who: Given;
  uid: string;
  payee: Payee;
  followed: Set<string>;
  seen: { otherPayee: boolean; cancelled: boolean };
}>;

/**
 * A customer clicks an exchange twice and places an Auto FX order that pays on. Two workers run it and die at times,
 * while the payee may change or the order be cancelled.
 */
export async function orderExchange(world: World): Promise<Story> {
  const { db, random, clock } = world;
  const who = await givenCustomer(db);
  const source = await givenAccount(db, who, { balance: pounds });
  made += 1;
  const iban = `GB94LARK040622${String(made).padStart(8, '0')}`;
  const target = await givenAccount(db, who, { currency: 'EUR', balance: euros, iban });
  const payee = await givenPayeeOf(db, who, payees.klaus);
  const me = await trader(db, who);
  const isReached = random.chance(0.85);
  const terms = termsFor(
    { source, target },
    {
      buy: 'EUR',
      amount: `${random.between(20, 90)}.00`,
      targetRate: isReached ? '1.1000' : '1.9000',
      reserve: random.chance(0.5),
      afterFill: { payeeUid: payee.id, payeeVersion: payee.version, most: '5000.00', reference: 'Rent' },
    },
  );
  const { uid } = await me.place(terms);
  const seen = { otherPayee: false, cancelled: false };
  const traded = { world, who, uid, payee, followed: new Set<string>(), seen };

  const clicked = await exchange(world, who, { source, target });
  if (random.chance(0.25)) clock.after(random.between(second, 2 * minute), () => changePayee(traded));
  const cancel = async () => {
    const orders = await me.inside((ctx) => cancelAutoFx(ctx, { uid, idempotency: v7() })).catch(refused);
    seen.cancelled ||= orders !== undefined;
  };
  if (random.chance(0.2)) clock.after(random.between(second, 2 * minute), cancel);
  for (const wait of [1, 2, 3, 4, 5, 6, 60]) clock.after(wait * minute, () => turn(traded));
  for (const wait of [2, 3, 4, 5, 6, 60, 61]) clock.after(wait * minute + second, () => payOn(traded));
  clock.after(2 * hour, cancel);

  const judgeAll = async (): Promise<string[]> => {
    const { state, fills } = await me.only();
    const [sold, bought] = [fills[0]?.sold.amount ?? '0.00', fills[0]?.bought.amount ?? '0.00'];
    const words = `${world.told}: Auto FX ${state} ${sold} for ${bought}`;
    expect([state, fills.length], words).toEqual(seen.cancelled ? ['cancelled', 0] : ['filled', 1]);
    if (!isReached) expect(state, words).toBe('cancelled');
    const payments = await paymentsOf(traded);
    expect(payments.length, words).toBe(seen.cancelled || seen.otherPayee ? 0 : 1);
    let spent = 0n;
    for (const { id, whole } of payments) {
      expect(whole, words).toBe(pence(bought));
      spent += (await judge(world, id)).spent;
    }
    const left = pence(pounds) - clicked.sold - pence(sold);
    const now = pence(euros) + clicked.bought + pence(bought) - spent;
    expect([await minorOf(world, source), await minorOf(world, target)], words).toEqual([
      [left, left],
      [now, now],
    ]);
    return [`auto fx ${state}${fills.length > payments.length ? ', not paid on' : ''}`];
  };
  return { judge: judgeAll };
}

const refused = (error: unknown): undefined => {
  if (!(error instanceof Refusal)) throw error;
};

async function exchange({ db, told }: World, who: Given, accounts: Parameters<typeof conversionOf>[1]) {
  const session = await givenSession(db, who);
  const quote = await quoteAs(db, who, { buy: 'EUR', amount: '50.00' });
  const click = async () => {
    const order = conversionOf(quote, accounts);
    const approval = await givenApproval(db, who, session, purposeOf(quote, order));
    return convertAs(db, who, session, { ...order, approval });
  };
  expect((await Promise.allSettled([click(), click()])).filter(isDone), told).toHaveLength(1);
  return { sold: pence(quote.sellAmount.amount), bought: pence(quote.buyAmount.amount) };
}

async function changePayee(traded: Traded): Promise<void> {
  if ((await paymentsOf(traded)).length > 0) return;
  await sql`update payee.payee set version = version + 1 where id = ${traded.payee.id}`.execute(traded.world.db);
  traded.seen.otherPayee = true;
}

async function turn({ world }: Traded): Promise<void> {
  const work = () => runAutoFx(transactionOf(world)).catch(unlessKilled);
  await Promise.all([work(), work()]);
}

async function payOn(traded: Traded): Promise<void> {
  const { world, uid, followed } = traded;
  const { rows } = await sql<{ id: bigint; payload: never }>`select id, payload from kernel.event
    where topic = 'auto-fx.payment-due' and payload->>'orderId' = ${uid} order by id`.execute(world.db);
  const transaction = transactionOf(world);
  for (const { id: eventId, payload } of rows)
    await transaction((ctx) => payAfterFill(ctx, { eventId, payload })).catch(unlessKilled);
  for (const { id } of await paymentsOf(traded)) {
    if (!followed.has(id)) follow(world, id);
    followed.add(id);
  }
}

type Paid = Readonly<{ id: string; whole: bigint }>;

const paymentsOf = async ({ world: { db }, who }: Pick<Traded, 'world' | 'who'>): Promise<Paid[]> =>
  (
    await sql<Paid>`select id, amount_minor + fee_minor as whole from payment.payment
      where customer_id = ${who.customer.id} order by id`.execute(db)
  ).rows;

const minorOf = async ({ db }: World, account: BankAccount): Promise<bigint[]> =>
  (await standingOf(db, account)).map(pence);
