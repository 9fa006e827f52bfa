import { randomUUID } from 'node:crypto';
import { type StaffArea, staffAreas, staffCalls } from '@larkmere/contract/back-office/permissions';
import { StaffRole } from '@larkmere/contract/back-office/staff';
import { starterPermissions } from '@larkmere/contract/back-office/starter-permissions';
import { endpoints } from '@larkmere/contract/contract';
import { pathParameters } from '@larkmere/contract/platform/endpoint';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { writeSettings } from '../../db/seed/write-settings.ts';
import { startTestApi } from '../fixtures/api-server.ts';
import { createDatabase } from '../fixtures/base.ts';
import { seedStaff, signInStaff } from '../fixtures/staff.ts';

/** Roles per area as product.md B16 and D12 name them: who looks, who acts, who approves. */
const expected: Readonly<Record<StaffArea, Readonly<{ view?: string; act?: string; approve?: string }>>> = {
  customers: { view: 'support payment_operations compliance mlro dealer finance auditor' },
  customer_details: { act: 'support payment_operations compliance mlro', view: 'auditor' },
  identity_numbers: { act: 'support compliance mlro' },
  account_status: { view: 'support payment_operations auditor', act: 'compliance', approve: 'mlro' },
  account_restriction: { act: 'support payment_operations compliance mlro', view: 'auditor' },
  pin_reset: { act: 'support', view: 'auditor' },
  sub_users: { act: 'support compliance mlro', view: 'auditor' },
  connect_as_customer: { act: 'support payment_operations compliance', view: 'auditor', approve: 'mlro' },
  assist_customer: { act: 'support' },
  visit_review: { act: 'compliance mlro', view: 'auditor' },
  payment_review: { act: 'payment_operations compliance', approve: 'mlro', view: 'auditor' },
  documents: { act: 'payment_operations compliance', approve: 'mlro', view: 'auditor' },
  compensation: { act: 'payment_operations compliance', approve: 'mlro', view: 'finance auditor' },
  payees_held: { act: 'payment_operations compliance', approve: 'mlro', view: 'auditor' },
  kyc: { act: 'compliance', approve: 'mlro', view: 'auditor' },
  screening_hits: { act: 'compliance', approve: 'mlro', view: 'auditor' },
  referrals: { act: 'support compliance mlro', view: 'finance auditor' },
  introducer_partners: { view: 'support auditor', act: 'finance', approve: 'compliance mlro' },
  dealing_desk: { act: 'dealer', view: 'finance auditor' },
  reconciliation: { view: 'payment_operations mlro auditor', act: 'finance' },
  prices: { view: 'dealer auditor', act: 'finance settings', approve: 'super' },
  rate_offtime: { act: 'dealer settings', approve: 'super', view: 'auditor' },
  rules: { act: 'settings', approve: 'super', view: 'auditor' },
  check_rules: { act: 'compliance mlro settings', approve: 'super', view: 'auditor' },
  service_breaker: { act: 'support payment_operations settings', approve: 'super', view: 'auditor' },
  service_control: { view: 'support payment_operations auditor', act: 'settings', approve: 'super' },
  api_log: { act: 'payment_operations finance settings super', view: 'auditor' },
  roles: { act: 'settings', approve: 'super', view: 'auditor' },
};

const levelIn = (area: StaffArea, role: string): string =>
  Object.entries(expected[area]).find(([, roles]) => roles.split(' ').includes(role))?.[0] ?? 'none';

const { db, url } = await createDatabase();
const { base } = await startTestApi(url);

test.each(StaffRole.options)(
  'the role %s starts with the permissions of the table, also in the database',
  async (role) => {
    const levels = Object.fromEntries(staffAreas.map((area) => [area, levelIn(area, role)]));
    expect(starterPermissions[role]).toEqual(levels);
    const { rows } = await sql<{ area: string; level: string }>`
    select area, level from role.permission where role = ${role}`.execute(db);
    expect(Object.fromEntries(rows.map(({ area, level }) => [area, level]))).toEqual(
      Object.fromEntries(Object.entries(levels).filter(([, level]) => level !== 'none')),
    );
  },
);

const calls = endpoints.filter(({ access, path }) => access === 'staff' && path !== '/v1/manage/logout');
const order = ['none', 'view', 'act', 'approve'];

describe.each(StaffRole.options)('the role %s', async (role) => {
  const session = await signInStaff(base, await seedStaff(db, { role }));

  test.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', async (name, call) => {
    const right = staffCalls[name];
    const path = pathParameters(call.path).reduce((text, key) => text.replace(`{${key}}`, randomUUID()), call.path);
    const sent = call.method === 'GET' ? undefined : { idempotency: randomUUID() };
    const answer = await session.call(call.method, path, sent);
    const rights = right && 'anyOf' in right ? right.anyOf : right && [right];
    const isAllowed =
      !rights || rights.some(([area, level]) => order.indexOf(levelIn(area, role)) >= order.indexOf(level));
    expect(answer.status === 403).toBe(!isAllowed);
    expect(answer.status).toBeLessThan(500);
  });
});

test('a permission that is taken away ends with the next request of an open session', async () => {
  const session = await signInStaff(base, await seedStaff(db, { role: 'support' }));
  expect((await session.call('GET', '/v1/manage/dashboard')).status).toBe(200);
  await writeSettings(db, sql`insert into role.permission values ('support', 'customers', 'none', now())`);
  expect((await session.call('GET', '/v1/manage/dashboard')).body).toMatchObject({ code: 'access_denied' });
});
