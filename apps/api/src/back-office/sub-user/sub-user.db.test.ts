import { randomUUID } from 'node:crypto';
import { accessKeys } from '@larkmere/contract/platform/access';
import { roleAccess } from '@larkmere/contract/platform/role-access';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  caller,
  seedCredentials,
  signIn,
  startTestApi,
  testPassword,
} from '../../../../../test/fixtures/api-server.ts';
import { seedApprovalRule, seedColleague } from '../../../../../test/fixtures/approval.ts';
import { createDatabase, seedCustomer, setAccountStatus, type TestUser } from '../../../../../test/fixtures/base.ts';
import { createMailbox } from '../../../../../test/fixtures/mailbox.ts';
import { seedStaff, signInStaff } from '../../../../../test/fixtures/staff.ts';

const { db, url } = await createDatabase();
const { url: smtpUrl, waitForMails } = await createMailbox();
const mail = { smtpUrl, from: 'Larkmere <post@larkmere.example>', supportPhone: '020 7946 0018' };
const { base } = await startTestApi(url, { mail, publicUrl: 'https://bank.larkmere.example' });
const { call: support } = await signInStaff(base, await seedStaff(db, { role: 'support' }));
const { call: operations } = await signInStaff(base, await seedStaff(db, { role: 'payment_operations' }));
const { call: auditor } = await signInStaff(base, await seedStaff(db, { role: 'auditor' }));
const note = 'The owner called and asked for it.';
const limits = { perPayment: null, daily: null, currency: 'GBP' };

let owner: TestUser;
let payer: TestUser;
beforeEach(async () => {
  owner = await seedCustomer(db, { business: true });
  await seedColleague(db, owner, 'admin', accessKeys);
  payer = await seedColleague(db, owner, 'payer', roleAccess.payer);
});

const uidOf = ({ user }: TestUser): string => user.membershipId;
const sub = (who: TestUser, more = '') => `/v1/manage/subuser/${uidOf(who)}${more}`;
const noted = () => ({ note, idempotency: randomUUID() });
const versionOf = async (who: TestUser): Promise<number> => (await support('GET', sub(who))).body.data.version;
const change = async (who: TestUser, over: object = {}) =>
  support('PUT', sub(who), {
    version: await versionOf(who),
    role: 'payer',
    accounts: null,
    limits,
    state: 'active',
    ...noted(),
    ...over,
  });
const remove = async (who: TestUser) =>
  support('DELETE', sub(who), { version: await versionOf(who), reason: 'left', ...noted() });
const invite = (over: object = {}) =>
  support('POST', '/v1/manage/subuser', {
    customerId: owner.customer.id,
    name: 'Nok Fielding',
    email: `nok.${randomUUID()}@larkmere.example`,
    role: 'viewer',
    accounts: null,
    limits,
    ...noted(),
    ...over,
  });
const actionsOf = async (who: TestUser): Promise<string[]> => {
  const { rows } = await sql<{ action: string }>`
    select action from platform.audit where entity = ${`membership:${uidOf(who)}`} and actor_kind = 'staff' order by id`.execute(
    db,
  );
  return rows.map(({ action }) => action);
};
const noticesOfOwner = () =>
  expect.poll(
    async () => {
      const { rows } = await sql<{ type: string }>`
      select type from notification.notification where user_id = ${owner.user.id} order by created_at`.execute(db);
      return rows.map(({ type }) => type);
    },
    { timeout: 15_000 },
  );

describe('the people of a customer', () => {
  it('are listed for support and auditors, with no owner to give or to change', async () => {
    for (const call of [support, auditor]) {
      const { list, roles } = (await call('GET', `/v1/manage/subuser/${owner.customer.id}/lists`)).body.data;
      expect(list.map(({ role }: { role: string }) => role)).toEqual(['owner', 'admin', 'payer']);
      expect(list[0].permissions).toEqual({ edit: false, suspend: false, remove: false, resetPin: false });
      expect(list[1].permissions).toEqual({ edit: true, suspend: true, remove: true, resetPin: true });
      expect(roles).not.toContain('owner');
    }
    expect((await operations('GET', `/v1/manage/subuser/${owner.customer.id}/lists`)).status).toBe(403);
    expect((await support('GET', `/v1/manage/subuser/${randomUUID()}/lists`)).status).toBe(404);
    expect((await support('GET', `/v1/manage/subuser/${randomUUID()}`)).status).toBe(404);
    expect((await support('GET', sub(payer))).body.data).toMatchObject({ role: 'payer', work: { openRequests: 0 } });
  });
});

describe('invite', () => {
  it('sends the link in the name of the owner, who is told', async () => {
    const email = `nok.${randomUUID()}@larkmere.example`;
    expect((await invite({ email })).body.data).toMatchObject({ status: 'invited', invitedBy: owner.user.name });
    const [letter] = await waitForMails(email, 1);
    expect(letter?.text).toContain(owner.user.name);
    await noticesOfOwner().toEqual(['sub_user.invited']);
  });

  it.each([
    [{ role: 'owner' }, 'owner_protected'],
    [{ role: 'cardholder', access: ['payment'] }, 'validation_failed'],
    [{ accounts: ['999999'] }, 'validation_failed'],
    [{ note: 'no' }, 'validation_failed'],
    [{ customerId: randomUUID() }, 'not_found'],
  ])('is refused with %j', async (over, code) => {
    expect((await invite(over)).body.code).toBe(code);
  });

  it('gives no more than the owner has', async () => {
    await sql`update customer.membership set access = array_remove(access, 'payment') where id = ${uidOf(owner)}`.execute(
      db,
    );
    expect((await invite({ role: 'payer', access: ['payment'] })).body.code).toBe('rights_exceeded');
  });

  it('is refused for a member, for an account that is suspended, and to auditors', async () => {
    expect((await invite({ email: payer.user.email })).body.code).toBe('user_exists');
    await setAccountStatus(db, owner, 'suspended');
    expect((await invite()).body.code).toBe('invalid_transition');
    expect((await auditor('POST', '/v1/manage/subuser', noted())).status).toBe(403);
  });
});

describe('change', () => {
  it('takes effect like that of the owner, with the member of staff and the reason in the audit', async () => {
    expect((await change(payer, { role: 'viewer' })).body.data).toMatchObject({ role: 'viewer', version: 2 });
    expect(await actionsOf(payer)).toEqual(['membership.rights_changed', 'sub_user.rights_changed']);
    await noticesOfOwner().toEqual(['sub_user.rights_changed']);
    expect((await change(payer, { role: 'viewer', state: 'suspended', reason: 'security' })).body.data.status).toBe(
      'suspended',
    );
    expect((await change(payer, { role: 'viewer' })).body.data.status).toBe('active');
    const [letter] = await waitForMails(payer.user.email, 3);
    expect(letter?.text).toContain('Larkmere');
  });

  it('is refused for owners, to make owners, of an old version, and without a reason to suspend', async () => {
    expect((await change(owner, { role: 'payer' })).body.code).toBe('owner_protected');
    expect((await change(payer, { role: 'owner' })).body.code).toBe('owner_protected');
    expect((await change(payer, { version: 9 })).body.code).toBe('user_changed');
    expect((await change(payer, { state: 'suspended' })).body.code).toBe('validation_failed');
    expect(
      (
        await support('PUT', `/v1/manage/subuser/${randomUUID()}`, {
          version: 1,
          role: 'payer',
          accounts: null,
          limits,
          state: 'active',
          ...noted(),
        })
      ).status,
    ).toBe(404);
  });

  it('is refused if a rule could not be met any more', async () => {
    const approver = await seedColleague(db, owner, 'approver', roleAccess.approver);
    await seedApprovalRule(db, owner, { approvers: 1, approverRoles: ['approver'] });
    expect((await change(approver, { role: 'viewer' })).body.code).toBe('rule_unsatisfiable');
    expect((await remove(approver)).body.code).toBe('rule_unsatisfiable');
  });
});

describe('remove', () => {
  it('ends the sessions that look at this customer, also of a suspended account', async () => {
    await seedCredentials(db, payer);
    const { call } = await signIn(base, payer);
    await setAccountStatus(db, owner, 'suspended');
    expect((await remove(payer)).status).toBe(200);
    expect((await call('GET', '/v1/pin')).status).toBe(401);
    expect(await actionsOf(payer)).toEqual(['sub_user.removed', 'membership.removed']);
    expect((await support('DELETE', sub(payer), { version: 2, reason: 'left', ...noted() })).status).toBe(404);
  });

  it('cancels an invitation, and leaves owners alone', async () => {
    const { uid, version } = (await invite()).body.data;
    const path = `/v1/manage/subuser/${uid}`;
    expect((await support('DELETE', path, { version, reason: 'other', ...noted() })).status).toBe(200);
    expect((await remove(owner)).body.code).toBe('owner_protected');
  });
});

describe('credentials of a sub-user', () => {
  it('are chosen anew by the person: PIN and password', async () => {
    await seedCredentials(db, payer);
    const { call } = await signIn(base, payer);
    expect((await support('POST', sub(payer, '/resetpin'), noted())).status).toBe(200);
    expect((await call('GET', '/v1/pin')).body.data).toMatchObject({ status: 'locked' });
    const ended = await support('POST', sub(payer, '/changepassword'), noted());
    expect(ended.body.data).toEqual({
      channel: 'email',
      sentTo: expect.stringContaining('•••@'),
      expiresAt: expect.any(String),
    });
    expect((await call('GET', '/v1/pin')).status).toBe(401);
    const login = { username: payer.user.username, password: testPassword, idempotency: randomUUID() };
    expect((await caller(base)('POST', '/v1/login', login)).body.code).toBe('password_reset_required');
    await noticesOfOwner().toEqual(['sub_user.pin_reset', 'sub_user.password_ended']);
  });

  it('of owners, of the invited and of blocked accounts are refused', async () => {
    for (const what of ['/resetpin', '/changepassword']) {
      expect((await support('POST', sub(owner, what), noted())).body.code).toBe('owner_protected');
      const { uid } = (await invite()).body.data;
      expect((await support('POST', `/v1/manage/subuser/${uid}${what}`, noted())).body.code).toBe('invalid_transition');
      expect((await support('POST', `/v1/manage/subuser/${randomUUID()}${what}`, noted())).status).toBe(404);
      expect((await auditor('POST', sub(payer, what), noted())).status).toBe(403);
    }
    expect((await support('POST', sub(payer, '/resetpin'), noted())).body.code).toBe('pin_not_resettable');
    await setAccountStatus(db, owner, 'suspended');
    for (const what of ['/resetpin', '/changepassword'])
      expect((await support('POST', sub(payer, what), noted())).body.code).toBe('invalid_transition');
  });
});
