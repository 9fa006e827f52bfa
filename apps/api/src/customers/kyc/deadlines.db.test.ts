import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  createDatabase,
  expectRefusal,
  runJob,
  seedCustomer,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { final, green, greenBut, kycTools, onHold, retry } from '../../../../../test/fixtures/kyc.ts';
import { seedDealer } from '../../../../../test/fixtures/manual-fx.ts';
import { monthsAfter } from './approve-application.ts';
import { decideApplication } from './decide-application.ts';
import { kycDeadlines } from './process-deadlines.ts';

const { db } = await createDatabase();
const kyc = kycTools(db);
const run = () => runJob(db, kycDeadlines);
const compliance = await seedDealer(db, 'compliance');
const eventsOf = async (who: TestUser, topic: string) => {
  const { rows } = await sql<{ payload: { step?: string } }>`
    select payload from platform.event where topic = ${topic} and payload ->> 'customerId' = ${who.customer.id} order by id`.execute(
    db,
  );
  return rows.map(({ payload }) => payload);
};

async function seedConditional(): Promise<TestUser> {
  const who = await kyc.seedSubmitted();
  await kyc.report(who, greenBut(who.customer.id, 'proof_of_address'));
  return who;
}

describe('a due date', () => {
  it.each([
    ['1 second', 'approved_conditional'],
    ['0 seconds', 'expired'],
    ['-1 second', 'expired'],
  ])('of a conditional approval, %s away: %s', async (interval, expected) => {
    const who = await seedConditional();
    await kyc.setTime(who, 'due_by', interval);
    await run();
    expect(await kyc.statusOf(who)).toBe(expected);
    expect(await kyc.accountStatusOf(who)).toBe('active');
  });

  it('expires what was asked for again, and the customer begins anew with the earlier answers', async () => {
    const who = await kyc.seedSubmitted();
    await kyc.report(who, retry(who.customer.id, 'selfie'));
    await kyc.setTime(who, 'due_by', '0 seconds');
    await run();
    expect(await kyc.state(who)).toMatchObject({ status: 'expired', dueBy: null, canEdit: true });
    await kyc.upload(who, 'selfie');
    expect(await kyc.submit(who)).toMatchObject({ status: 'pending' });
    await kyc.report(who, green);
    expect(await kyc.statusOf(who)).toBe('approved');
  });

  it('does not expire what was submitted in time and is being checked', async () => {
    const who = await seedConditional();
    await kyc.upload(who, 'proof_of_address');
    await kyc.submit(who);
    await kyc.setTime(who, 'due_by', '-1 day');
    await run();
    expect(await kyc.statusOf(who)).toBe('approved_conditional');
    await kyc.report(who, retry(who.customer.id, 'proof_of_address'));
    await run();
    expect(await kyc.statusOf(who)).toBe('approved_conditional');
    const { dueBy } = await kyc.state(who);
    expect(Date.parse(dueBy ?? '')).toBeGreaterThan(Date.now() + 13 * 86_400_000);
  });

  it('tells the customer when a review takes longer, again and again', async () => {
    const who = await kyc.seedSubmitted();
    await kyc.report(who, onHold);
    await run();
    expect(await eventsOf(who, 'kyc.review_delayed')).toHaveLength(0);
    for (const times of [1, 2]) {
      await kyc.setTime(who, 'next_update_at', '0 seconds');
      await run();
      await run();
      expect(await eventsOf(who, 'kyc.review_delayed')).toHaveLength(times);
    }
  });
});

describe('a refresh', () => {
  it.each([
    ['person', false, 24],
    ['firm', true, 12],
  ] as const)('of a %s is due after the months of the setting', async (_, business, months) => {
    const who = await seedCustomer(db, { business });
    const { refreshDueBy } = await kyc.state(who);
    const away = Date.parse(refreshDueBy ?? '') - monthsAfter(new Date(), months).getTime();
    expect(Math.abs(away)).toBeLessThan(86_400_000);
  });

  it.each([
    ['2024-02-29T12:00:00Z', 12, '2025-02-28T12:00:00.000Z'],
    ['2026-08-31T12:00:00Z', 6, '2027-02-28T12:00:00.000Z'],
    ['2026-11-25T00:00:00Z', 24, '2028-11-25T00:00:00.000Z'],
  ])('%s and %i months is %s', (from, months, expected) => {
    expect(monthsAfter(new Date(from), months).toISOString()).toBe(expected);
  });

  async function seedRefresh(): Promise<TestUser> {
    const who = await kyc.seedSubmitted();
    await kyc.report(who, green);
    await kyc.setTime(who, 'refresh_due_at', '30 days');
    await run();
    return who;
  }

  it('opens 30 days before, to the second, with the earlier answers, and everything works on', async () => {
    const who = await kyc.seedSubmitted();
    await kyc.report(who, green);
    await kyc.setTime(who, 'refresh_due_at', '30 days 1 second');
    await run();
    expect(await eventsOf(who, 'kyc.refresh_due')).toEqual([]);
    await kyc.setTime(who, 'refresh_due_at', '30 days');
    await run();
    await run();
    expect((await eventsOf(who, 'kyc.refresh_due')).map(({ step }) => step)).toEqual(['opened']);
    expect(await kyc.state(who)).toMatchObject({ status: 'approved', canEdit: true, canSubmit: false });
    expect(await kyc.itemStates(who)).toEqual({
      personal_details: 'not_provided',
      identity_document: 'verified',
      selfie: 'verified',
      proof_of_address: 'not_provided',
      source_of_funds: 'not_provided',
    });
    await kyc.upload(who, 'proof_of_address');
    expect(await kyc.submit(who)).toMatchObject({ status: 'approved' });
    await kyc.report(who, green);
    expect(await kyc.state(who)).toMatchObject({ status: 'approved', dueBy: null, canEdit: false });
    const again = Date.parse((await kyc.state(who)).refreshDueBy ?? '');
    expect(again).toBeGreaterThan(Date.now() + 700 * 86_400_000);
  });

  it('is called to mind on the day, and expires after the grace period, to the second', async () => {
    const who = await seedRefresh();
    const { dueBy, refreshDueAt } = await kyc.applicationOf(who);
    expect((dueBy?.getTime() ?? 0) - (refreshDueAt?.getTime() ?? 0)).toBe(30 * 86_400_000);
    await kyc.setTime(who, 'refresh_due_at', '0 seconds');
    await run();
    await run();
    expect((await eventsOf(who, 'kyc.refresh_due')).map(({ step }) => step)).toEqual(['opened', 'due']);
    await kyc.setTime(who, 'due_by', '1 second');
    await run();
    expect(await kyc.statusOf(who)).toBe('approved');
    await kyc.setTime(who, 'due_by', '0 seconds');
    await run();
    expect(await kyc.statusOf(who)).toBe('expired');
    await kyc.upload(who, 'proof_of_address');
    await kyc.submit(who);
    await kyc.report(who, green);
    expect(await kyc.statusOf(who)).toBe('approved');
  });

  it('keeps the approval when an item is refused, and goes to staff when the vendor refuses for good', async () => {
    const who = await seedRefresh();
    await kyc.upload(who, 'proof_of_address');
    await kyc.submit(who);
    await kyc.report(who, retry(who.customer.id, 'proof_of_address'));
    expect(await kyc.state(who)).toMatchObject({ status: 'approved', canEdit: true });
    await kyc.upload(who, 'proof_of_address');
    await kyc.submit(who);
    await kyc.report(who, final);
    expect(await kyc.applicationOf(who)).toMatchObject({ state: 'in_review', concerns: ['contradiction'] });
  });

  it('expires if what staff ask for again does not come, also while the rest waits for a person', async () => {
    const who = await seedRefresh();
    await kyc.upload(who, 'proof_of_address');
    await kyc.submit(who);
    await kyc.report(who, onHold);
    const items = [{ item: await kyc.itemId(who, 'source_of_funds'), reasonCode: 'funds_unclear' }];
    const { id: uid } = await kyc.applicationOf(who);
    const decision = { outcome: 'request_more', reasonCode: 'more_needed', note: 'Seen and compared.' };
    await compliance.act(decideApplication, { uid, items, ...decision });
    expect(await kyc.itemStates(who)).toMatchObject({ source_of_funds: 'rejected', proof_of_address: 'in_review' });
    await kyc.setTime(who, 'due_by', '0 seconds');
    await run();
    expect(await kyc.statusOf(who)).toBe('expired');
  });

  it('needs a new proof of address', async () => {
    const who = await seedRefresh();
    const { errors } = await expectRefusal(db, 'validation_failed', () => kyc.submit(who));
    expect(errors?.map(({ field }) => field)).toEqual(['proof_of_address']);
  });
});
