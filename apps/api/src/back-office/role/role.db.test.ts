import { randomUUID } from 'node:crypto';
import type { RoleDocument } from '@larkmere/contract/back-office/role';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { startTestApi } from '../../../../../test/fixtures/api-server.ts';
import { createDatabase } from '../../../../../test/fixtures/base.ts';
import { seedStaff, signInStaff } from '../../../../../test/fixtures/staff.ts';

const { db, url } = await createDatabase();
const { base } = await startTestApi(url);
const [maker, checker, otherSettings, support] = [
  await signInStaff(base, await seedStaff(db, { role: 'settings' })),
  await signInStaff(base, await seedStaff(db, { role: 'super' })),
  await signInStaff(base, await seedStaff(db, { role: 'settings' })),
  await signInStaff(base, await seedStaff(db, { role: 'support' })),
];
type Session = typeof maker;

const reason = 'Payment operations covers Support at weekends.';
const propose = async (by: Session, sent: object) =>
  by.call('POST', '/v1/manage/role', { reason, ...sent, idempotency: randomUUID() });
const decide = (by: Session, uid: string, verb = 'approve', sent: object = {}) =>
  by.call('POST', `/v1/manage/role/${uid}/${verb}`, { ...sent, idempotency: randomUUID() });
const cell = (role: string, area: string, level: string) => ({ permissions: [{ role, area, level }] });
const shown = async (by = maker): Promise<RoleDocument> => (await by.call('GET', '/v1/manage/role')).body.data;
const levelOf = (document: RoleDocument, role: string, area: 'pin_reset' | 'api_log') =>
  document.roles.find(({ key }) => key === role)?.permissions[area];

describe('change the permissions of a role', () => {
  it('takes a second person and then holds for open sessions at once', async () => {
    expect((await support.call('GET', '/v1/manage/role')).status).toBe(403);
    const proposed = await propose(maker, cell('support', 'roles', 'view'));
    expect(proposed.status).toBe(200);
    const [change] = (proposed.body.data as RoleDocument).changes;
    expect(change).toMatchObject({
      state: 'proposed',
      isOwn: true,
      changes: [{ role: 'support', area: 'roles', from: 'none', to: 'view' }],
    });
    expect((await support.call('GET', '/v1/manage/role')).status).toBe(403);
    expect((await decide(maker, change?.uid ?? '')).status).toBe(403);
    const approved = await decide(checker, change?.uid ?? '');
    expect(approved.body.data).toMatchObject({ version: 2 });
    expect((await shown(support)).changes[0]).toMatchObject({ state: 'live', isOwn: false });
    const { rows } = await sql<{ action: string }>`
      select action from platform.audit where entity = 'setting:role.permission' order by id`.execute(db);
    expect(rows.map(({ action }) => action)).toEqual(['setting.drafted', 'setting.proposed', 'setting.approved']);
  });

  it('is refused for the role that one has, as proposer and as approver who would gain', async () => {
    const own = await propose(maker, cell('settings', 'customers', 'view'));
    expect(own.body).toMatchObject({ code: 'access_denied', data: { reasonCode: 'own_role' } });
    const { body } = await propose(maker, cell('super', 'customers', 'view'));
    const uid = (body.data as RoleDocument).changes[0]?.uid ?? '';
    expect((await decide(checker, uid)).body).toMatchObject({ code: 'access_denied' });
    const refused = await decide(checker, uid, 'refuse', { note: 'Supervisors see no customers.' });
    expect(refused.body.data.changes[0]).toMatchObject({ state: 'rejected', note: 'Supervisors see no customers.' });
  });

  it('is refused if nobody could approve changes of roles any more, and for auditors who would act', async () => {
    expect((await propose(maker, cell('super', 'roles', 'act'))).body).toMatchObject({ code: 'rule_unsatisfiable' });
    const { body } = await propose(maker, cell('auditor', 'kyc', 'act'));
    const uid = (body.data as RoleDocument).changes[0]?.uid ?? '';
    expect((await decide(checker, uid)).body).toMatchObject({ code: 'validation_failed' });
  });

  it('needs a change, and leaves out what is so already', async () => {
    expect((await propose(maker, {})).body).toMatchObject({ code: 'validation_failed' });
    expect((await propose(maker, cell('support', 'pin_reset', 'act'))).body).toMatchObject({
      code: 'validation_failed',
    });
    expect((await decide(checker, randomUUID())).status).toBe(404);
  });

  it('of two proposals for one cell the second is outdated once the first is in force', async () => {
    const first = (await propose(maker, cell('support', 'api_log', 'view'))).body.data as RoleDocument;
    const second = (await propose(otherSettings, cell('support', 'api_log', 'act'))).body.data as RoleDocument;
    const [firstUid, secondUid] = [first.changes[0]?.uid ?? '', second.changes[0]?.uid ?? ''];
    expect((await decide(checker, firstUid)).status).toBe(200);
    expect((await decide(checker, secondUid)).body).toMatchObject({ code: 'invalid_transition' });
    expect(levelOf(await shown(), 'support', 'api_log')).toBe('view');
  });

  it('changes the limit of dealers in the same way', async () => {
    const { body } = await propose(maker, { dealMaxGBP: '250000.00' });
    const [change] = (body.data as RoleDocument).changes;
    expect(change?.changes).toEqual([{ role: 'dealer', area: 'deal_limit', from: '100000.00', to: '250000.00' }]);
    const approved = (await decide(checker, change?.uid ?? '')).body.data as RoleDocument;
    expect(approved.roles.find(({ key }) => key === 'dealer')?.limits).toMatchObject({ dealMaxGBP: '250000.00' });
    expect(approved.pairs.find(({ action }) => action === 'deal.quote')?.threshold).toEqual([
      { amount: '250000.00', currency: 'GBP' },
    ]);
  });

  it('changes the limit of releases in the same way, but not of one’s own role or to an amount that is none', async () => {
    const limit = (role: string, amount: string) => ({ releaseMaxGBP: [{ role, amount }] });
    expect((await propose(maker, limit('settings', '10.00'))).body).toMatchObject({ code: 'access_denied' });
    expect((await propose(maker, limit('auditor', '10.00'))).body).toMatchObject({ code: 'validation_failed' });
    expect((await propose(maker, limit('compliance', '0.00'))).body).toMatchObject({ code: 'validation_failed' });
    const own = (await propose(maker, limit('super', '10.00'))).body.data as RoleDocument;
    expect((await decide(checker, own.changes[0]?.uid ?? '')).body).toMatchObject({ code: 'access_denied' });
    const [change] = ((await propose(maker, limit('compliance', '300000.00'))).body.data as RoleDocument).changes;
    expect(change?.changes).toEqual([
      { role: 'compliance', area: 'release_limit', from: '250000.00', to: '300000.00' },
    ]);
    expect((await decide(maker, change?.uid ?? '')).status).toBe(403);
    const approved = (await decide(checker, change?.uid ?? '')).body.data as RoleDocument;
    const limits = Object.fromEntries(approved.roles.map(({ key, limits: { releaseMaxGBP } }) => [key, releaseMaxGBP]));
    expect(limits).toMatchObject({ support: null, payment_operations: '50000.00', compliance: '300000.00' });
  });
});
