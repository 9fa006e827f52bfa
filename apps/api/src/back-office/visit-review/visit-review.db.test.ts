import { randomUUID } from 'node:crypto';
import type { StaffRole } from '@larkmere/contract/back-office/staff';
import type { VisitReviewView } from '@larkmere/contract/back-office/visit-review';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../../../../../test/fixtures/api-server.ts';
import { createDatabase, runJob, seedCustomer } from '../../../../../test/fixtures/base.ts';
import { seedStaff, signInStaff } from '../../../../../test/fixtures/staff.ts';
import { visit } from '../../../../../test/fixtures/visit.ts';
import { visitDraws } from './review-visits.ts';

const { db, url } = await createDatabase();
const { base } = await startTestApi(url);

async function staffOf(role: StaffRole) {
  const staff = await seedStaff(db, { role });
  return { db, base, staff, session: await signInStaff(base, staff) };
}
type Staff = Awaited<ReturnType<typeof staffOf>>;

const who = await seedCustomer(db, { name: 'Anong Srisuk' });
const visitor = await staffOf('compliance');
const [reviewer, auditor] = [await staffOf('mlro'), await staffOf('auditor')];

const list = async ({ session }: Staff): Promise<VisitReviewView[]> =>
  (await session.call('GET', '/v1/manage/visit-review')).body.data.list;
const record = ({ session }: Staff, uid: string, sent: object) =>
  session.call('POST', `/v1/manage/visit-review/${uid}`, { ...sent, idempotency: randomUUID() });
const codeOf = ({ body }: { body: { code?: string } }) => body.code;

/** Copies of the last visit, in the week that many weeks ago. */
async function seedVisits(count: number, basis: 'consent' | 'role', weeksAgo: number): Promise<void> {
  for (let i = 0; i < count; i++)
    await sql`
      with consented as (
        insert into ghost_connect.consent (id, customer_id, user_id, staff_id, code_hash, expires_at, used_at)
        select gen_random_uuid(), customer_id, user_id, staff_id, token_hash, now(), now() from ghost_connect.visit
        where ${basis} = 'consent' limit 1 returning id
      ), day as (select date_trunc('week', now() at time zone 'Europe/London') at time zone 'Europe/London'
        - make_interval(weeks => ${weeksAgo}::int) + interval '2 days' as at)
      insert into ghost_connect.visit (id, customer_id, user_id, staff_id, staff_role, staff_session_id, basis, mode,
        consent_id, ticket, reason, token_hash, created_at, link_expires_at, opened_at, ends_at, ended_at, end_reason)
      select gen_random_uuid(), customer_id, user_id, staff_id, staff_role, staff_session_id, ${basis}, 'view',
        (select id from consented), ticket, reason, sha256(gen_random_uuid()::text::bytea), day.at, day.at, day.at,
        day.at + interval '30 minutes', day.at + interval '9 minutes', 'signed_out'
      from (select * from ghost_connect.visit limit 1) v, day`.execute(db);
}

const drawnOf = async (weeksAgo: number) => {
  const { rows } = await sql<{ basis: string; drawn: number }>`
    select v.basis, count(*)::int as drawn from visit_review.review r join ghost_connect.visit v on v.id = r.visit_id
    where r.week = date_trunc('week', now() at time zone 'Europe/London')::date - ${weeksAgo * 7}::int
    group by v.basis`.execute(db);
  return Object.fromEntries(rows.map(({ basis, drawn }) => [basis, drawn]));
};

beforeAll(async () => {
  const { call } = await visit(visitor, who);
  await call('GET', '/v1/bankaccount');
  await call('POST', '/v1/payee', {});
  await sql`update ghost_connect.visit set ended_at = opened_at, end_reason = 'signed_out'`.execute(db);
});

describe('draw visits of a week', () => {
  it('takes a tenth, at least three, and all without consent, once, and leaves the current week alone', async () => {
    await seedVisits(2, 'consent', 3);
    await seedVisits(5, 'consent', 2);
    await seedVisits(1, 'role', 2);
    await seedVisits(36, 'consent', 1);
    await Promise.all([runJob(db, visitDraws), runJob(db, visitDraws)]);
    expect([await drawnOf(3), await drawnOf(2), await drawnOf(1), await drawnOf(0)]).toEqual([
      { consent: 2 },
      { consent: 2, role: 1 },
      { consent: 4 },
      {},
    ]);
    await runJob(db, visitDraws);
    expect(await list(auditor)).toHaveLength(9);
    await seedVisits(4, 'role', 4);
    await runJob(db, visitDraws);
    expect(await drawnOf(4)).toEqual({ role: 4 });
  });

  it('waits for a visit of that week that is open', async () => {
    await seedVisits(1, 'role', 5);
    const open = sql`update ghost_connect.visit set ended_at = null, end_reason = null
      where opened_at < now() - interval '33 days'`;
    await open.execute(db);
    await runJob(db, visitDraws);
    expect(await drawnOf(5)).toEqual({});
    await sql`update ghost_connect.visit set ended_at = ends_at, end_reason = 'expired' where ended_at is null`.execute(
      db,
    );
    await runJob(db, visitDraws);
    expect(await drawnOf(5)).toEqual({ role: 1 });
  });
});

describe('review a drawn visit', () => {
  it('shows what was done in it, and records the look', async () => {
    const { rows } = await sql<{ id: string }>`
      insert into visit_review.review (id, visit_id, visitor_id, week, due_at)
      select gen_random_uuid(), id, staff_id, (select max(week) from visit_review.drawn_week), now() - interval '1 day'
      from ghost_connect.visit where ended_at = opened_at returning id`.execute(db);
    const uid = rows[0]?.id ?? '';
    const shown = (await reviewer.session.call('GET', `/v1/manage/visit-review/${uid}`)).body.data;
    expect(shown).toMatchObject({
      customer: { name: 'Anong Srisuk' },
      basis: 'consent',
      ticket: 'HD-20418',
      isOverdue: true,
      isOwn: false,
      canReview: true,
      result: null,
    });
    const calls = shown.steps.map(({ call, isAllowed }: { call: string; isAllowed: boolean }) => [call, isAllowed]);
    expect(calls).toContainEqual(['POST /v1/payee', false]);
    const audited = await sql`select from platform.audit where action = 'visit_review.viewed'
      and entity = ${`customer:${who.customer.id}`} and actor_id = ${reviewer.staff.id}`.execute(db);
    expect(audited.rows).toHaveLength(1);
    expect((await list(reviewer))[0]).toMatchObject({ uid, isOverdue: true });
    const tiles = (await reviewer.session.call('GET', '/v1/manage/dashboard')).body.data as {
      key: string;
      count: number;
    }[];
    expect(tiles.find(({ key }) => key === 'visit_reviews_overdue')?.count).toBe(1);
  });

  it('is not for the visitor, also in the database, nor for a role that only reads or does neither', async () => {
    const [first] = await list(visitor);
    const uid = first?.uid ?? '';
    expect(first).toMatchObject({ isOwn: true, canReview: false });
    expect(codeOf(await record(visitor, uid, { outcome: 'fine' }))).toBe('approver_conflict');
    expect(codeOf(await record(auditor, uid, { outcome: 'fine' }))).toBe('access_denied');
    expect((await (await staffOf('support')).session.call('GET', '/v1/manage/visit-review')).status).toBe(403);
    const own = sql`update visit_review.review set outcome = 'fine', reviewed_by = visitor_id, reviewed_at = now()
      where id = ${uid}`;
    await expect(own.execute(db)).rejects.toThrow('reviewer_is_not_visitor');
  });

  it('records fine, or a concern with a note, once', async () => {
    const [first, second] = await list(reviewer);
    const [fine, concern] = [first?.uid ?? '', second?.uid ?? ''];
    expect(codeOf(await record(reviewer, concern, { outcome: 'concern' }))).toBe('validation_failed');
    const note = 'Looked at statements that the ticket does not mention.';
    expect((await record(reviewer, concern, { outcome: 'concern', note })).status).toBe(200);
    expect((await record(reviewer, fine, { outcome: 'fine' })).status).toBe(200);
    expect(codeOf(await record(reviewer, fine, { outcome: 'concern', note }))).toBe('invalid_transition');
    const done = (await list(auditor)).filter(({ result }) => result !== null);
    expect(done.map(({ uid, result }) => [uid, result?.outcome, result?.note])).toEqual([
      [fine, 'fine', null],
      [concern, 'concern', note],
    ]);
    expect((await record(reviewer, randomUUID(), { outcome: 'fine' })).status).toBe(404);
    const change = sql`update visit_review.review set outcome = 'fine' where id = ${concern}`;
    await expect(change.execute(db)).rejects.toThrow('cannot change');
    const remove = sql`delete from visit_review.review where id = ${concern}`;
    await expect(remove.execute(db)).rejects.toThrow('cannot change');
  });
});
