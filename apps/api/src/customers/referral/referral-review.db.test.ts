import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { startTestApi } from '../../../../../test/fixtures/api-server.ts';
import {
  asCustomer,
  asSystem,
  createDatabase,
  runJob,
  seedAccount,
  seedCustomer,
  setAddress,
} from '../../../../../test/fixtures/base.ts';
import { seedExchange } from '../../../../../test/fixtures/exchange.ts';
import { joinBy, seedRefusedReferral } from '../../../../../test/fixtures/referral.ts';
import { seedStaff, signInStaff } from '../../../../../test/fixtures/staff.ts';
import { advanceReferral, referralChecks } from './advance-referral.ts';
import { appealReferral } from './decide-appeal.ts';
import { listReferrals } from './referral.view.ts';

const { db, url } = await createDatabase();
const { base } = await startTestApi(url);
const signIn = async (role: Parameters<typeof seedStaff>[1] = {}) =>
  (await signInStaff(base, await seedStaff(db, role))).call;
const support = await signIn({ role: 'support' });

async function seedAppeal() {
  const referrer = await seedCustomer(db, { introducer: true });
  const id = await seedRefusedReferral(db, referrer);
  const view = await asCustomer(db, referrer).run(appealReferral, {
    uid: id,
    text: 'We are neighbours in one house.',
    idempotency: randomUUID(),
  });
  expect(view.appeal?.state).toBe('open');
  const { rows } = await sql<{ id: string; friend: string }>`
    select a.id, r.customer_id as friend from referral.appeal a join referral.referral r on r.id = a.referral_id where r.id = ${id}`.execute(
    db,
  );
  return { referrer, id, appeal: rows[0]?.id ?? '', friend: rows[0]?.friend ?? '' };
}

const decide = (call: typeof support, appeal: string, how: 'accept' | 'decline', answer?: string) =>
  call('POST', `/v1/manage/referral/${appeal}/${how}`, { ...(answer && { answer }), idempotency: randomUUID() });
const stateOf = async (id: string) => {
  const { rows } = await sql<{ state: string; reason: string | null }>`
    select state, reason from referral.referral where id = ${id}`.execute(db);
  return rows[0];
};

describe('an appeal', () => {
  it('is listed for staff on both customers, and counted on the dashboard', async () => {
    const { referrer, friend, appeal } = await seedAppeal();
    const { body } = await support('GET', `/v1/manage/customer/${referrer.customer.id}/referral`);
    expect(body.data.list).toEqual([
      expect.objectContaining({
        role: 'referrer',
        state: 'not_eligible',
        reason: 'shared_address',
        reward: { amount: '50.00', currency: 'GBP' },
        customer: expect.objectContaining({ uid: friend }),
        appeal: expect.objectContaining({
          uid: appeal,
          state: 'open',
          text: 'We are neighbours in one house.',
          decidedBy: null,
        }),
      }),
    ]);
    const other = await support('GET', `/v1/manage/customer/${friend}/referral`);
    expect(other.body.data.list[0]).toMatchObject({ role: 'friend', customer: { uid: referrer.customer.id } });
    const { body: dashboard } = await support('GET', '/v1/manage/dashboard');
    const tile = dashboard.data.find(({ key }: { key: string }) => key === 'referral_appeals');
    expect(tile).toMatchObject({ isOwn: true, link: `/manage/customer/${referrer.customer.id}?tab=referrals` });
    expect(tile.count).toBeGreaterThan(0);
  });

  it('that is accepted counts again, whatever the two share, and is paid for what was done before', async () => {
    const { referrer, id, appeal, friend } = await seedAppeal();
    await seedAccount(db, referrer);
    await sql`update referral.referral set complete_by = current_date - 1 where id = ${id}`.execute(db);
    await sql`update customer.customer set kyc_status = 'approved' where id = ${friend}`.execute(db);
    const { rows } = await sql<{ userId: string }>`
      select user_id from customer.membership where customer_id = ${friend}`.execute(db);
    const who = { customer: { id: friend, name: 'Friend' }, user: { id: rows[0]?.userId } } as never;
    const pounds = await seedAccount(db, who, { balance: '200.00' });
    await seedExchange(db, who, { from: pounds, to: await seedAccount(db, who, { currency: 'EUR' }), minor: 10_000n });
    expect((await decide(support, appeal, 'accept')).body.data.list[0].appeal).toMatchObject({ state: 'accepted' });
    await expect
      .poll(
        async () => {
          await runJob(db, referralChecks);
          return stateOf(id);
        },
        { timeout: 15_000 },
      )
      .toEqual({ state: 'paid', reason: null });
    const { earned } = await asCustomer(db, referrer).run(listReferrals('https://bank.larkmere.example'), {});
    expect(earned.amount).toBe('50.00');
    const again = await decide(support, appeal, 'decline', 'A second thought about it.');
    expect(again.body.code).toBe('invalid_transition');
  });

  it('that is declined stays so, and the customer reads the answer', async () => {
    const { referrer, id, appeal } = await seedAppeal();
    const answer = 'The offer does not cover people who live together.';
    expect((await decide(support, appeal, 'decline', answer)).status).toBe(200);
    expect(await stateOf(id)).toEqual({ state: 'not_eligible', reason: 'shared_address' });
    const { list } = await asCustomer(db, referrer).run(listReferrals('https://bank.larkmere.example'), {});
    expect(list[0]).toMatchObject({ canAppeal: false, appeal: { state: 'declined', answer } });
    await expect
      .poll(
        async () => {
          const { rows } = await sql<{ message: string }>`
          select message from notification.notification where customer_id = ${referrer.customer.id} and message like ${`%${answer}`}`.execute(
            db,
          );
          return rows.length;
        },
        { timeout: 15_000 },
      )
      .toBe(1);
  });

  it('is decided once, by two members of staff at the same time', async () => {
    const { appeal } = await seedAppeal();
    const compliance = await signIn({ role: 'compliance' });
    const replies = await Promise.all([
      decide(support, appeal, 'accept'),
      decide(compliance, appeal, 'decline', 'They live together, says the check.'),
    ]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  it('is not accepted once an account is closed, nor by roles that only read', async () => {
    const { id, appeal } = await seedAppeal();
    const finance = await signIn({ role: 'finance' });
    expect((await decide(finance, appeal, 'accept')).body.code).toBe('access_denied');
    await sql`update referral.referral set reason = 'friend_closed' where id = ${id}`.execute(db);
    expect((await decide(support, appeal, 'accept')).body.code).toBe('invalid_transition');
    expect((await decide(support, randomUUID(), 'accept')).body.code).toBe('not_found');
    expect((await decide(support, appeal, 'decline', 'short')).body).toMatchObject({ code: 'validation_failed' });
  });
});

describe('a review that we opened', () => {
  async function seedReview() {
    const referrer = await seedCustomer(db, { introducer: true, name: 'Maya Lindgren' });
    await seedAccount(db, referrer);
    const friend = await seedCustomer(db, { name: 'M. Lindgren' });
    for (const [{ customer }, street] of [
      [referrer, 'Flat 3, 7 Long Lane'],
      [friend, '7 Long Lane'],
    ] as const)
      await setAddress(db, customer, { street, postCode: 'N1 7AA', town: 'London', country: 'GB' });
    const id = await joinBy(db, referrer, friend);
    const pounds = await seedAccount(db, friend, { balance: '200.00' });
    const euros = await seedAccount(db, friend, { currency: 'EUR' });
    await seedExchange(db, friend, { from: pounds, to: euros, minor: 10_000n });
    const open = async () => {
      const { rows } = await sql<{ id: string }>`select id from referral.appeal where referral_id = ${id}`.execute(db);
      return rows[0]?.id;
    };
    await expect
      .poll(
        async () => {
          await asSystem(db, (ctx) => advanceReferral(ctx, id));
          return open();
        },
        { timeout: 15_000 },
      )
      .toBeDefined();
    return { id, review: (await open()) ?? '' };
  }

  it('pays once it is accepted', async () => {
    const { id, review } = await seedReview();
    expect(await stateOf(id)).toEqual({ state: 'first_trade', reason: null });
    expect((await decide(support, review, 'accept')).status).toBe(200);
    await asSystem(db, (ctx) => advanceReferral(ctx, id));
    expect(await stateOf(id)).toEqual({ state: 'paid', reason: null });
  });

  it('ends without a reward once it is declined', async () => {
    const { id, review } = await seedReview();
    expect((await decide(support, review, 'decline', 'The two are one person.')).status).toBe(200);
    expect(await stateOf(id)).toEqual({ state: 'not_eligible', reason: 'not_confirmed' });
  });
});

it('tells the friend of free transfers, and the referrer of the steps', async () => {
  const referrer = await seedCustomer(db, { introducer: true, name: 'Anong Srisuk' });
  const friend = await seedCustomer(db, { name: 'Boon Chaiyo' });
  await sql`update customer.customer set address = null where id = ${friend.customer.id}`.execute(db);
  await joinBy(db, referrer, friend);
  const messagesOf = async (customerId: string) => {
    const { rows } = await sql<{ message: string }>`
      select message from notification.notification where customer_id = ${customerId} and type = 'referral.step' order by created_at`.execute(
      db,
    );
    return rows.map(({ message }) => message);
  };
  await expect
    .poll(() => messagesOf(friend.customer.id), { timeout: 15_000 })
    .toEqual(['Because a friend invited you, 3 transfers are free of our fee.']);
  await expect.poll(() => messagesOf(referrer.customer.id), { timeout: 15_000 }).toHaveLength(2);
  expect((await messagesOf(referrer.customer.id)).join()).toContain('Boon Chaiyo joined with your link');
});
