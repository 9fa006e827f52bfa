import { sql } from 'kysely';
import { expect } from 'vitest';
import { approvalHandlers } from '../../apps/api/src/approvable-types.ts';
import { expireRequests } from '../../apps/api/src/approvals/approval/decide-request.ts';
import type { Db } from '../../apps/api/src/platform/db/db.ts';
import { Refusal } from '../../apps/api/src/platform/requests/refusal.ts';
import {
  approveAs,
  recallAs,
  rejectAs,
  seedApprovalRule,
  seedColleague,
  setRequestExpiry,
} from '../fixtures/approval.ts';
import { seedCustomer, type TestUser } from '../fixtures/base.ts';
import { balancesOf, seedSession } from '../fixtures/payment.ts';
import { day, hour, minute } from './clock.ts';
import { authorisedCrossCurrencyOrder, quoteFor } from './cross-currency.ts';
import { authorisedOrder, createPaymentPair, type PaymentPair, type SimulatedCustomer } from './customers.ts';
import { type Random, someAmount } from './random.ts';
import { hasSucceeded } from './recalls.ts';
import { checkPayment, outcomeOf, pence, processPayment, type Scenario, type Simulation } from './simulation.ts';

const before = '400.00';
const mostDays = 7;

async function prepare(
  { db, random }: Simulation,
  who: TestUser,
  route: PaymentPair,
): Promise<{ uid: string; request: string }> {
  const maker = { who, session: await seedSession(db, who) };
  const { order, send } = await authorisedBy(db, maker, route, random);
  const { uid, approvalRequest } = await send(order);
  return { uid, request: approvalRequest?.uid ?? '' };
}

async function authorisedBy(
  db: Db,
  maker: Pick<SimulatedCustomer, 'who' | 'session'>,
  route: PaymentPair,
  random: Random,
) {
  const amount = someAmount(random);
  if (route.rateMode === undefined) return authorisedOrder(db, maker, route, amount);
  const side = random.oneOf(['sell', 'buy'] as const);
  const quote = await quoteFor(db, maker, route, amount, side);
  const { order, send } = await authorisedCrossCurrencyOrder(db, maker, route, quote, side);
  const refusal = await send(order).catch((error: unknown) => error);
  if (!(refusal instanceof Refusal) || refusal.code !== 'approval_required') throw refusal;
  const { worst } = refusal.data as { worst: string };
  return authorisedCrossCurrencyOrder(db, maker, route, quote, side, { worstCase: worst });
}

/**
 * A maker sends a payment by any rail and from any currency that needs one or two approvers. They approve together,
 * late or never, or reject; the maker may recall it, and the payee or account may change.
 */
export async function simulateApproval(world: Simulation): Promise<Scenario> {
  const { db, url, random, clock, label } = world;
  const owner = await seedCustomer(db, { business: true });
  const maker = await seedColleague(db, owner, 'maker');
  const colleagues = [owner, await seedColleague(db, owner, 'approver'), await seedColleague(db, owner, 'approver')];
  const approvers = random.between(1, 2);
  await seedApprovalRule(db, owner, { minAmount: '0.01', approvers, expiresDays: mostDays });
  const route = await createPaymentPair(db, owner, random, before);
  const { account, to: payee } = route;
  const { uid, request } = await prepare(world, maker, route);
  let [given, isFollowed, mayGo] = [0, false, true];
  const stateNow = async (): Promise<string> => (await outcomeOf(world, uid)).state;
  const at = (): Date => new Date(Date.now() + clock.elapsed());

  const decide = async (works: readonly (() => Promise<{ state: string }>)[], counts: boolean): Promise<void> => {
    const outcomes = await Promise.allSettled(works.map((work) => work()));
    const done = outcomes.filter(hasSucceeded) as PromiseFulfilledResult<{ state: string }>[];
    if (counts) given += done.filter(({ value }) => ['open', 'approved'].includes(value.state)).length;
    if (isFollowed || (await stateNow()) !== 'ready') return;
    expect(mayGo, `${label}: let go although its payee is another by now, or in spite of a no`).toBe(true);
    isFollowed = true;
    processPayment(world, uid);
  };
  const say = (who: readonly TestUser[]) =>
    decide(
      who.map((each) => () => approveAs(db, each, request, {}, at())),
      true,
    );
  const end = (how: typeof rejectAs, who: TestUser) => decide([() => how(db, who, request)], false);
  const whileItWaits = (step: () => Promise<unknown>) => async (): Promise<void> => {
    if ((await stateNow()) !== 'awaiting_approval') return;
    await step();
  };
  const soon = (): number => random.between(minute, random.chance(0.8) ? 2 * day : (mostDays + 2) * day);

  if (random.chance(0.4)) clock.after(soon(), () => say(colleagues));
  for (const each of colleagues) if (random.chance(0.5)) clock.after(soon(), () => say([each, each]));
  if (random.chance(0.12)) clock.after(soon(), () => end(rejectAs, random.oneOf(colleagues)));
  if (random.chance(0.12)) clock.after(soon(), () => end(recallAs, maker));
  if (random.chance(0.2))
    clock.after(
      random.between(minute, day),
      whileItWaits(async () => {
        await sql`update payee.payee set version = version + 1 where id = ${payee.id}`.execute(db);
        mayGo = false;
      }),
    );
  const status = (now: string) =>
    sql`update bank_account.account set status = ${now} where id = ${account.id}`.execute(db);
  if (random.chance(0.15)) {
    const frozen = random.between(minute, day);
    clock.after(frozen, async () => void (await status('frozen')));
    clock.after(frozen + random.between(hour, 2 * day), async () => void (await status('active')));
  }
  clock.after(
    mostDays * day + minute,
    whileItWaits(() => setRequestExpiry(url, request, new Date(Date.now() - hour))),
  );
  clock.after(mostDays * day + 2 * minute, async () => {
    await Promise.all([expireRequests(db, approvalHandlers), expireRequests(db, approvalHandlers)]);
  });
  return {
    check: async () => {
      const ending = await outcomeOf(world, uid);
      const words = `${label}: under a rule ${ending.path.join(' → ')}, approved by ${given} of ${approvers}`;
      const hasGone = ending.path.includes('ready');
      expect(given >= approvers, words).toBe(hasGone);
      const spent = hasGone ? (await checkPayment(world, uid)).spent : 0n;
      if (!hasGone) {
        expect(['draft', 'expired'], words).toContain(ending.state);
        expect(ending.path, words).toEqual(['awaiting_approval', ending.state]);
        expect(world.bank.truthOf(ending.reference), words).toBeUndefined();
      }
      const [balance, available] = await balancesOf(db, account);
      expect([pence(before) - pence(balance), available], words).toEqual([spent, balance]);
      const across = route.rateMode === undefined ? '' : ' across';
      return [`team${across} ${hasGone ? 'gone' : ending.state}`];
    },
  };
}
