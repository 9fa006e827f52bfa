import { sql } from 'kysely';
import { expect } from 'vitest';
import { inTransaction } from '../../apps/api/src/kernel/transaction.ts';
import { sendGbp } from '../../apps/api/src/payment/send-gbp.ts';
import { subjects } from '../../apps/api/src/subjects.ts';
import { expireRequests } from '../../apps/api/src/team-approval/expire-requests.ts';
import { type Given, givenAccount, givenCustomer, givenPayee } from '../given.ts';
import { approve, givenSession, inSession, orderFor, standingOf } from '../given-payment.ts';
import { approveAs, givenColleague, giveRule, recallAs, rejectAs, waitsUntil } from '../given-team.ts';
import { day, hour, minute } from './clock.ts';
import { isDone } from './regret.ts';
import { endingOf, follow, judge, pence, type Story, type World } from './world.ts';

const before = '100.00';
const mostDays = 7;

/**
 * Somebody of a business prepares a payment that one or two colleagues have to approve. They do, at once or one by one, too
 * late or never, or send it back; its maker may take it back, and its payee or its account may change meanwhile.
 */
export async function askColleagues(world: World): Promise<Story> {
  const { db, url, random, clock, told } = world;
  const owner = await givenCustomer(db, { business: true });
  const maker = await givenColleague(db, owner, 'maker');
  const colleagues = [owner, await givenColleague(db, owner, 'approver'), await givenColleague(db, owner, 'approver')];
  const approvers = random.between(1, 2);
  await giveRule(db, owner, { minAmount: '0.01', approvers, expiresDays: mostDays });
  const account = await givenAccount(db, owner, { balance: before });
  const payee = await givenPayee(db, owner);
  const session = await givenSession(db, maker);
  const order = await approve(db, maker, orderFor(account, payee, { amount: `${random.between(2, 90)}.00` }), session);
  const { uid, teamApproval } = await inTransaction(db, (tx, now) =>
    sendGbp({ tx, now, actor: inSession(maker, session), requestId: 'test' }, order),
  );
  const request = teamApproval?.uid ?? '';
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
      return [hasGone ? 'team gone' : `team ${ending.state}`];
    },
  };
}
