import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../../apps/api/src/kernel/db.ts';
import { Refusal } from '../../apps/api/src/kernel/refusal.ts';
import { subjects } from '../../apps/api/src/subjects.ts';
import { expireRequests } from '../../apps/api/src/team-approval/expire-requests.ts';
import { type Given, givenCustomer } from '../given.ts';
import { givenSession, standingOf } from '../given-payment.ts';
import { approveAs, givenColleague, giveRule, recallAs, rejectAs, waitsUntil } from '../given-team.ts';
import { approvedAcross, quoteFor } from './across.ts';
import { day, hour, minute } from './clock.ts';
import { approvedOrder, givenRoute, type People, type Route } from './people.ts';
import { type Random, someAmount } from './random.ts';
import { isDone } from './regret.ts';
import { endingOf, follow, judge, pence, type Story, type World } from './world.ts';

const before = '400.00';
const mostDays = 7;

async function prepare({ db, random }: World, who: Given, route: Route): Promise<{ uid: string; request: string }> {
  const maker = { who, session: await givenSession(db, who) };
  const { order, send } = await preparedBy(db, maker, route, random);
  const { uid, teamApproval } = await send(order);
  return { uid, request: teamApproval?.uid ?? '' };
}

async function preparedBy(db: Db, maker: Pick<People, 'who' | 'session'>, route: Route, random: Random) {
  const amount = someAmount(random);
  if (route.across === undefined) return approvedOrder(db, maker, route, amount);
  const side = random.oneOf(['sell', 'buy'] as const);
  const quote = await quoteFor(db, maker, route, amount, side);
  const { order, send } = await approvedAcross(db, maker, route, quote, side);
  const refusal = await send(order).catch((error: unknown) => error);
  if (!(refusal instanceof Refusal) || refusal.code !== 'approval_required') throw refusal;
  const { worst } = refusal.data as { worst: string };
  return approvedAcross(db, maker, route, quote, side, { worst });
}

/**
 * A maker sends a payment by any rail and from any currency that needs one or two approvers. They approve together,
 * late or never, or reject; the maker may recall it, and the payee or account may change.
 */
export async function askColleagues(world: World): Promise<Story> {
  const { db, url, random, clock, told } = world;
  const owner = await givenCustomer(db, { business: true });
  const maker = await givenColleague(db, owner, 'maker');
  const colleagues = [owner, await givenColleague(db, owner, 'approver'), await givenColleague(db, owner, 'approver')];
  const approvers = random.between(1, 2);
  await giveRule(db, owner, { minAmount: '0.01', approvers, expiresDays: mostDays });
  const route = await givenRoute(db, owner, random, before);
  const { account, to: payee } = route;
  const { uid, request } = await prepare(world, maker, route);
  let [given, isFollowed, mayGo] = [0, false, true];
  const stateNow = async (): Promise<string> => (await endingOf(world, uid)).state;
  const at = (): Date => new Date(Date.now() + clock.elapsed());

  const decide = async (works: readonly (() => Promise<{ state: string }>)[], counts: boolean): Promise<void> => {
    const outcomes = await Promise.allSettled(works.map((work) => work()));
    const done = outcomes.filter(isDone) as PromiseFulfilledResult<{ state: string }>[];
    if (counts) given += done.filter(({ value }) => ['open', 'approved'].includes(value.state)).length;
    if (isFollowed || (await stateNow()) !== 'ready') return;
    expect(mayGo, `${told}: let go although its payee is another by now, or in spite of a no`).toBe(true);
    isFollowed = true;
    follow(world, uid);
  };
  const say = (who: readonly Given[]) =>
    decide(
      who.map((each) => () => approveAs(db, each, request, {}, at())),
      true,
    );
  const end = (how: typeof rejectAs, who: Given) => decide([() => how(db, who, request)], false);
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
    whileItWaits(() => waitsUntil(url, request, new Date(Date.now() - hour))),
  );
  clock.after(mostDays * day + 2 * minute, async () => {
    await Promise.all([expireRequests(db, subjects), expireRequests(db, subjects)]);
  });
  return {
    judge: async () => {
      const ending = await endingOf(world, uid);
      const words = `${told}: under a rule ${ending.path.join(' → ')}, approved by ${given} of ${approvers}`;
      const hasGone = ending.path.includes('ready');
      expect(given >= approvers, words).toBe(hasGone);
      const spent = hasGone ? (await judge(world, uid)).spent : 0n;
      if (!hasGone) {
        expect(['draft', 'expired'], words).toContain(ending.state);
        expect(ending.path, words).toEqual(['awaiting_approval', ending.state]);
        expect(world.bank.truthOf(ending.reference), words).toBeUndefined();
      }
      const [balance, available] = await standingOf(db, account);
      expect([pence(before) - pence(balance), available], words).toEqual([spent, balance]);
      const across = route.across === undefined ? '' : ' across';
      return [`team${across} ${hasGone ? 'gone' : ending.state}`];
    },
  };
}
