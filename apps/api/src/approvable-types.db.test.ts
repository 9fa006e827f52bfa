import type { ApprovalRequestKind } from '@larkmere/contract/approvals/approval';
import { accessKeys } from '@larkmere/contract/platform/access';
import type { RefusalCode } from '@larkmere/contract/platform/refusals';
import { findViolations } from '@larkmere/ledger/invariants';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type ApprovableSample,
  type ApprovalTeam,
  approvableSamples,
} from '../../../test/fixtures/approvable-samples.ts';
import {
  approveAs,
  expireRequest,
  recallAs,
  rejectAs,
  seedApprovalRule,
  seedColleague,
} from '../../../test/fixtures/approval.ts';
import { createDatabase, seedAccount, seedCustomer, seedPayee, type TestUser } from '../../../test/fixtures/base.ts';
import { setMarket } from '../../../test/fixtures/market.ts';
import { balancesOf } from '../../../test/fixtures/payment.ts';
import { seedRates } from '../../../test/fixtures/rates.ts';
import { findCrossCheckViolations } from '../../../tools/cross-checks/cross-checks.ts';
import { approvalHandlers } from './approvable-types.ts';
import { expireRequests } from './approvals/approval/decide-request.ts';

const { db, url } = await createDatabase();
await setMarket(db, 'open');
await seedRates(db);

type People = ApprovalTeam &
  Readonly<{ maker: TestUser; nonApprovers: readonly TestUser[]; approvers: readonly TestUser[] }>;

/** Everything from 20 pounds, every exchange and every payee needs two approvals. */
async function seedTeam({ makerRole }: ApprovableSample): Promise<People> {
  const owner = await seedCustomer(db, { business: true });
  const access = makerRole === 'admin' ? accessKeys : undefined;
  const approverRole = makerRole === 'admin' ? 'admin' : 'approver';
  const approvers = await Promise.all([1, 2].map(() => seedColleague(db, owner, approverRole, access)));
  const nonApprovers = await Promise.all((['maker', 'viewer'] as const).map((role) => seedColleague(db, owner, role)));
  await seedAccount(db, owner, { currency: 'THB' });
  const team = {
    db,
    owner,
    customerId: owner.customer.id,
    maker: await seedColleague(db, owner, makerRole, access),
    nonApprovers,
    approvers: [...approvers, owner],
    pounds: await seedAccount(db, owner, { balance: '9000.00' }),
    baht: await seedAccount(db, owner, { currency: 'THB', balance: '90000.00' }),
    payee: await seedPayee(db, owner),
  };
  if (makerRole === 'admin') return team;
  for (const scope of ['payment', 'fx', 'payee'] as const)
    await seedApprovalRule(db, owner, { scope, minAmount: scope === 'payee' ? '0' : '20.00', approvers: 2 });
  return team;
}

type Waiting = Readonly<{ id: string; subject: string }>;

async function only<T>(query: { execute: (on: typeof db) => Promise<{ rows: T[] }> }): Promise<T> {
  const { rows } = await query.execute(db);
  expect(rows).toHaveLength(1);
  return rows[0] as T;
}

const requestState = async ({ id }: Waiting) =>
  (await only(sql<{ state: string }>`select state from approval.request where id = ${id}`)).state;

/** The audit rows and events of one request, in order. */
const trailOf = async ({ id }: Waiting) =>
  (
    await only(sql<{ trail: string[] }>`select array(
      select action from platform.audit where entity = ${`team_approval:${id}`} order by platform.audit.id) || array(
      select concat_ws(' ', topic, payload->>'state') from platform.event
      where topic like 'approval.%' and payload->>'requestId' = ${id} order by platform.event.id) as trail`)
  ).trail;

/** Everything that a refused decision could have written. */
const footprintOf = ({ customerId }: ApprovalTeam) =>
  only(sql`select (select count(*) from platform.audit) as audits, (select count(*) from platform.event) as events,
    (select count(*) from ledger.entry) as entries, (select sum(amount) from ledger.hold) as held,
    (select count(*) from approval.decision) as decisions,
    (select jsonb_agg(to_jsonb(r) order by id) from approval.request r where customer_id = ${customerId}) as requests`);

const kinds = Object.keys(approvalHandlers) as ApprovalRequestKind[];

describe.each(kinds)('approval of a %s', (kind) => {
  const sample = approvableSamples[kind];
  const { states, held } = sample;
  const required = sample.makerRole === 'admin' ? 1 : 2;
  const unseen: RefusalCode = sample.makerRole === 'admin' ? 'not_found' : 'access_denied';
  let team: People;

  beforeAll(async () => {
    team = await seedTeam(sample);
  });

  const availablePounds = async () => Number((await balancesOf(db, team.pounds))[1]);
  const stateOf = async ({ subject }: Waiting) => (await only(sample.state(subject))).value;
  const releaseCount = async () => (await only(sample.released(team.customerId))).value;

  async function requestItem(by = team.maker): Promise<Waiting> {
    const before = await availablePounds();
    await sample.request(team, by);
    const open = sql<Waiting>`select id, subject_id as subject from approval.request
      where customer_id = ${team.customerId} and kind = ${kind} and state = 'open'`;
    expect(before - (await availablePounds())).toBe(held);
    return only(open);
  }

  const approveFirst = async (item: Waiting, count: number) => {
    for (const each of team.approvers.slice(0, count))
      expect((await approveAs(db, each, item.id)).state).toBe(count === required ? expect.any(String) : 'open');
  };

  async function expectRefused(code: RefusalCode, attempt: () => Promise<unknown>): Promise<void> {
    const before = await footprintOf(team);
    await expect(attempt()).rejects.toMatchObject({ code });
    expect(await footprintOf(team)).toEqual(before);
  }

  async function expectOver(item: Waiting): Promise<void> {
    const last = team.approvers[required] as TestUser;
    await expectRefused('invalid_transition', () => approveAs(db, last, item.id));
    await expectRefused('invalid_transition', () => rejectAs(db, last, item.id));
    await expectRefused('invalid_transition', () => recallAs(db, team.maker, item.id));
  }

  async function expectReturned(item: Waiting, available: number, end: string, state = states.returned): Promise<void> {
    expect([await requestState(item), await stateOf(item), await availablePounds()]).toEqual([end, state, available]);
  }

  it('waits for the required number of other people, and is released once', async () => {
    const [before, released] = [await availablePounds(), await releaseCount()];
    const item = await requestItem();
    const stranger = await seedCustomer(db);
    for (const decide of [approveAs, rejectAs]) {
      await expectRefused('approver_conflict', () => decide(db, team.maker, item.id));
      for (const each of team.nonApprovers) await expectRefused(unseen, () => decide(db, each, item.id));
      await expectRefused('not_found', () => decide(db, stranger, item.id));
    }
    await expectRefused('access_denied', () => recallAs(db, team.owner, item.id));
    await expectRefused('authorisation_invalid', () => approveAs(db, team.owner, item.id, { digest: 'f'.repeat(64) }));
    const [first, second] = team.approvers as [TestUser, TestUser];
    if (required === 2) {
      expect(await approveAs(db, first, item.id)).toMatchObject({ state: 'open', approvedCount: 1, requiredCount: 2 });
      await expectRefused('approver_conflict', () => approveAs(db, first, item.id));
    }
    expect([await stateOf(item), await releaseCount()]).toEqual([states.waiting, released]);
    expect(before - (await availablePounds())).toBe(held);
    expect(await approveAs(db, second, item.id)).toMatchObject({ state: 'approved', approvedCount: required });
    expect([await stateOf(item), await releaseCount()]).toEqual([states.released, released + 1]);
    expect(await trailOf(item)).toEqual([
      'approval.requested',
      ...Array.from({ length: required }, () => 'approval.granted'),
      'team-approval.approved',
      'approval.requested',
      'approval.completed approved',
    ]);
    await expectOver(item);
  });

  it('is released once when one more than required approve at the same time', async () => {
    const released = await releaseCount();
    const item = await requestItem();
    const all = team.approvers.slice(0, required + 1).map((each) => approveAs(db, each, item.id));
    const outcomes = await Promise.allSettled(all);
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
    expect(refused).toEqual(['invalid_transition']);
    expect([await stateOf(item), await releaseCount()]).toEqual([states.released, released + 1]);
  });

  it('is either approved or recalled when both happen at the same time', async () => {
    const [before, released] = [await availablePounds(), await releaseCount()];
    const item = await requestItem();
    await approveFirst(item, required - 1);
    const last = team.approvers[required - 1] as TestUser;
    const outcomes = await Promise.allSettled([approveAs(db, last, item.id), recallAs(db, team.maker, item.id)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    if ((await requestState(item)) === 'recalled') return expectReturned(item, before, 'recalled');
    expect([await stateOf(item), await releaseCount()]).toEqual([states.released, released + 1]);
  });

  it.each(['rejected', 'recalled', 'expired'] as const)('%s, it ends and gives back what was held', async (end) => {
    const [before, released] = [await availablePounds(), await releaseCount()];
    const item = await requestItem();
    await approveFirst(item, required - 1);
    if (end === 'rejected') await rejectAs(db, team.approvers[required - 1] as TestUser, item.id);
    if (end === 'recalled') await recallAs(db, team.maker, item.id);
    if (end === 'expired') {
      await expireRequest(url, item.id);
      await expectRefused('invalid_transition', () => approveAs(db, team.approvers[required - 1] as TestUser, item.id));
      const ended = await Promise.all([1, 2].map(() => expireRequests(db, approvalHandlers)));
      expect(ended.toSorted()).toEqual([0, 1]);
    }
    await expectReturned(item, before, end, end === 'expired' ? (states.expired ?? states.returned) : states.returned);
    expect(await releaseCount()).toBe(released);
    expect((await trailOf(item)).slice(required)).toEqual([
      `team-approval.${end}`,
      'approval.requested',
      `approval.completed ${end}`,
    ]);
    await expectOver(item);
  });

  it('is void when its content changed', async () => {
    const [before, released] = [await availablePounds(), await releaseCount()];
    const item = await requestItem();
    await approveFirst(item, required - 1);
    await sample.change(item.subject).execute(db);
    const [last] = team.approvers.slice(required - 1) as [TestUser];
    expect(await approveAs(db, last, item.id)).toMatchObject({ state: 'void', approvedCount: required - 1 });
    expect([await availablePounds(), await releaseCount()]).toEqual([before, released]);
    const { rows } = await sample.state(item.subject).execute(db);
    expect(rows.map(({ value }) => value)).not.toContain(states.released);
    await expectOver(item);
  });

  it('is void when its maker has left', async () => {
    const [before, released] = [await availablePounds(), await releaseCount()];
    const access = sample.makerRole === 'admin' ? accessKeys : undefined;
    const leaver = await seedColleague(db, team.owner, sample.makerRole, access);
    const item = await requestItem(leaver);
    await approveFirst(item, required - 1);
    await sql`update customer.membership set state = 'removed' where user_id = ${leaver.user.id}`.execute(db);
    const [last] = team.approvers.slice(required - 1) as [TestUser];
    expect(await approveAs(db, last, item.id)).toMatchObject({
      state: 'void',
      note: `${sample.nothingDone} The person who asked for this is no longer in your team.`,
    });
    await expectReturned(item, before, 'void');
    expect(await releaseCount()).toBe(released);
  });

  it.skipIf(!sample.withdraw)('is void when its maker ends it by another call', async () => {
    const before = await availablePounds();
    const item = await requestItem();
    await approveFirst(item, required - 1);
    await sample.withdraw?.(team, item.subject, team.maker);
    expect([await requestState(item), await availablePounds()]).toEqual(['void', before]);
    expect((await trailOf(item)).slice(required)).toEqual([
      'team-approval.void',
      'approval.requested',
      'approval.completed void',
    ]);
    await expectOver(item);
  });

  it.skipIf(sample.obstacles.length === 0)('stays open while it cannot be released at present', async () => {
    const released = await releaseCount();
    const item = await requestItem();
    await approveFirst(item, required - 1);
    const last = team.approvers[required - 1] as TestUser;
    for (const { code, set } of sample.obstacles) {
      await set(team, true).execute(db);
      await expectRefused(code, () => approveAs(db, last, item.id));
      await set(team, false).execute(db);
    }
    expect([await requestState(item), await stateOf(item)]).toEqual(['open', states.waiting]);
    expect(await approveAs(db, last, item.id)).toMatchObject({ state: 'approved' });
    expect([await stateOf(item), await releaseCount()]).toEqual([states.released, released + 1]);
  });

  it('leaves the ledger and its cross-checks without violations', async () => {
    expect([await findViolations(db), await findCrossCheckViolations(db)]).toEqual([[], []]);
  });
});
