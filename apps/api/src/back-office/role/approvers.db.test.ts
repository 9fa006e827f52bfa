import { randomUUID } from 'node:crypto';
import { twoPersonRules } from '@larkmere/contract/back-office/permissions';
import type { StaffRole } from '@larkmere/contract/back-office/staff';
import { starterPermissions } from '@larkmere/contract/back-office/starter-permissions';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { startTestApi } from '../../../../../test/fixtures/api-server.ts';
import { createDatabase } from '../../../../../test/fixtures/base.ts';
import { seedStaff, signInStaff, type TestStaff } from '../../../../../test/fixtures/staff.ts';
import { findStrandedAction, reduce } from './role-permissions.ts';

const { db, url } = await createDatabase();
const { base } = await startTestApi(url);
const reason = 'Left the firm yesterday.';

type Member = Readonly<{ staff: TestStaff; post: (path: string, sent?: object) => Promise<Answer> }>;
type Answer = Readonly<{ status: number; body: { code?: string; message?: string; data?: unknown } }>;

async function member(role: StaffRole): Promise<Member> {
  const staff = await seedStaff(db, { role });
  const { call } = await signInStaff(base, staff);
  return { staff, post: (path, sent = {}) => call('POST', path, { ...sent, idempotency: randomUUID() }) };
}
const suspend = (by: Member, { staff }: Member) => by.post(`/v1/manage/staff/${staff.id}/suspend`, { reason });
const changeRole = (by: Member, { staff }: Member, role: StaffRole) =>
  by.post(`/v1/manage/staff/${staff.id}/role`, { role, reason });
const statusOf = async ({ staff }: Member) => {
  const { rows } = await sql<{ status: string }>`select status from staff.member where id = ${staff.id}`.execute(db);
  return rows[0]?.status;
};
const expectStranded = ({ status, body }: Answer) => {
  expect([status, body.code]).toEqual([400, 'rule_unsatisfiable']);
  expect(body.message).toContain('npm run staff:first');
};

let settings: Member;
let supervisor: Member;
beforeEach(async () => {
  await sql`update staff.member set status = 'suspended' where status = 'active'`.execute(db);
  settings = await member('settings');
  supervisor = await member('super');
});

describe('the last active person who can approve', () => {
  it('is not suspended', async () => {
    expectStranded(await suspend(settings, supervisor));
    expect(await statusOf(supervisor)).toBe('active');
    await member('super');
    expect((await suspend(settings, supervisor)).status).toBe(200);
  });

  it('does not get another role', async () => {
    expectStranded(await changeRole(settings, supervisor, 'support'));
  });

  it('stays one of two whom two suspend at once', async () => {
    const other = await member('super');
    const answers = await Promise.all([suspend(supervisor, other), suspend(other, supervisor)]);
    expect(answers.map(({ status }) => status).toSorted()).not.toEqual([200, 200]);
    const both = [await statusOf(supervisor), await statusOf(other)];
    expect(both.toSorted()).toEqual(['active', 'suspended']);
  });

  it('keeps the permission', async () => {
    const officer = await member('mlro');
    const permissions = [{ role: 'mlro', area: 'kyc', level: 'view' }];
    const sent = { permissions, releaseMaxGBP: [], reason };
    expectStranded(await settings.post('/v1/manage/role', sent));
    expect(await statusOf(officer)).toBe('active');
  });
});

describe('a proposal that nobody else could approve', () => {
  it('is refused when it is made', async () => {
    const person = { name: 'Kwame Osei', username: 'kwame.osei', email: 'kwame@example.com', role: 'support', reason };
    const alone = await supervisor.post('/v1/manage/staff', person);
    expectStranded(alone);
    expect((await settings.post('/v1/manage/staff', person)).status).toBe(200);
  });

  it.each([
    ['a permission', { permissions: [{ role: 'support', area: 'roles', level: 'view' }], releaseMaxGBP: [] }],
    ['the limit of a dealer', { permissions: [], dealMaxGBP: '90000.00', releaseMaxGBP: [] }],
    ['the limit of a release', { permissions: [], releaseMaxGBP: [{ role: 'compliance', amount: '200000.00' }] }],
  ])('is refused when it changes %s, and nothing is proposed', async (_, change) => {
    const proposals = async () =>
      (await sql`select from platform.audit where action = 'setting.proposed'`.execute(db)).rows.length;
    const before = await proposals();
    expectStranded(await supervisor.post('/v1/manage/role', { ...change, reason }));
    expect(await proposals()).toBe(before);
    expect((await settings.post('/v1/manage/role', { ...change, reason })).status).toBe(200);
    expect(await proposals()).toBe(before + 1);
  });
});

describe.each(twoPersonRules.map((rule) => [rule.action, rule] as const))('%s', (_, { checker }) => {
  const [area, level] = checker;
  const canApprove = (
    ['compliance', 'mlro', 'dealer', 'settings', 'super', 'finance', 'payment_operations'] as const
  ).filter(
    (role) =>
      ['none', 'view', 'act', 'approve'].indexOf(starterPermissions[role][area]) >=
      ['act', 'approve'].indexOf(level) + 2,
  );
  const [role = 'super'] = canApprove;
  const staffing = { members: [{ id: 'a', role }], permissions: starterPermissions };

  it('keeps one who approves, whatever is taken away', () => {
    expect(canApprove.length).toBeGreaterThan(0);
    for (const reduction of [
      { without: 'a' },
      { role: { id: 'a', role: 'support' } },
      { permissions: [{ role, area, level: 'none' }] },
    ] as const)
      expect(findStrandedAction(staffing, reduce(staffing, reduction))).toBeDefined();
    const two = { ...staffing, members: [...staffing.members, { id: 'b', role }] };
    expect(findStrandedAction(two, reduce(two, { without: 'a' }))).toBeUndefined();
  });
});
