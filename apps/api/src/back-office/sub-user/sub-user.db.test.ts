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
import { seedApprovalRule, seedColleague, signedIn } from '../../../../../test/fixtures/approval.ts';
import {
  asCustomer,
  asSystem,
  createDatabase,
  runJob,
  seedAccount,
  seedCustomer,
  setAccountStatus,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { createMailbox } from '../../../../../test/fixtures/mailbox.ts';
import { seedStaff, signInStaff } from '../../../../../test/fixtures/staff.ts';
import { changeAs, inviteAs } from '../../../../../test/fixtures/users.ts';
import {
  accessRequests,
  approveRequest,
  listRequests,
  refuseRequest,
} from '../../customers/access-request/decide-request.ts';
import { lockOpenRequest } from '../../customers/access-request/prepare-request.ts';
import { deriveInvitationKey } from '../../customers/invitation/invitation.ts';
import { Refusal } from '../../platform/requests/refusal.ts';

const { db, url } = await createDatabase();
const { url: smtpUrl, waitForMails } = await createMailbox();
const mail = { smtpUrl, from: 'Larkmere <post@larkmere.example>', supportPhone: '020 7946 0018' };
const { base } = await startTestApi(url, { mail, publicUrl: 'https://bank.larkmere.example' });
const { call: support } = await signInStaff(base, await seedStaff(db, { role: 'support' }));
const { call: secondPerson } = await signInStaff(base, await seedStaff(db, { role: 'support' }));
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

const peopleOf = async (): Promise<{ email: string; role: string; status: string; uid: string }[]> =>
  (await support('GET', `/v1/manage/subuser/${owner.customer.id}/lists`)).body.data.list;
const requestsOf = async () =>
  (await support('GET', `/v1/manage/subuser/${owner.customer.id}/lists`)).body.data.requests;
const invitationKey = deriveInvitationKey('pepper for tests');

/** As the page of an owner does: reads what waits, enters the PIN for exactly that, and sends it. */
async function approveAs(who: TestUser, request: { uid: string; digest: string }, over: object = {}) {
  const idempotency = randomUUID();
  const { ctx, confirm } = await signedIn(db, who);
  const { uid, digest } = request;
  const noMoney = { amount: '0', currency: 'GBP', paymentIdempotency: idempotency } as const;
  const authorisation = await confirm({ operation: 'access-request.approve', uid, digest, ...noMoney, ...over });
  return ctx((c) => approveRequest(invitationKey)(c, { uid, digest, authorisation, idempotency })).then(
    () => 'approved',
    (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error)),
  );
}
const refuseAs = (who: TestUser, uid: string) =>
  asCustomer(db, who)
    .run(refuseRequest, { uid, idempotency: randomUUID() })
    .then(
      () => 'refused',
      (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error)),
    );
const agree = (request: { uid: string; digest: string }, by = secondPerson) =>
  by('POST', `/v1/manage/access-request/${request.uid}/agree`, { digest: request.digest, ...noted() });
const withdraw = (uid: string) => support('POST', `/v1/manage/access-request/${uid}/withdraw`, noted());
const letTimePass = (uid: string, hours: number) =>
  sql`update access_request.request set agreed_at = agreed_at - make_interval(mins => ${hours * 60}),
    takes_effect_at = takes_effect_at - make_interval(mins => ${hours * 60}) where id = ${uid}`.execute(db);
const apply = () => runJob(db, accessRequests(invitationKey));

describe('invite', () => {
  it('is prepared and sends nothing until an owner approves exactly that', async () => {
    const email = `nok.${randomUUID()}@larkmere.example`;
    const request = (await invite({ email, role: 'admin' })).body.data;
    expect(request).toMatchObject({ state: 'waiting', email, userUid: null, canAgree: false });
    expect((await peopleOf()).map((each) => each.email)).not.toContain(email);
    await noticesOfOwner().toEqual(['access_request.prepared']);
    const [notice] = await waitForMails(owner.user.email, 1);
    expect(notice?.text).toContain('Nothing has changed yet');
    const [shown] = (await asCustomer(db, owner).run(listRequests, {})).list;
    expect(shown).toMatchObject({ uid: request.uid, email, canDecide: true, after: { role: 'admin' } });
    expect(await approveAs(owner, request)).toBe('approved');
    expect((await peopleOf()).find((each) => each.email === email)).toMatchObject({ role: 'admin', status: 'invited' });
    const [letter] = await waitForMails(email, 1);
    expect(letter?.text).toContain(owner.user.name);
    expect(await requestsOf()).toEqual([]);
  });

  it('waits once for each address, however it is written', async () => {
    const email = `nok.${randomUUID()}@larkmere.example`;
    await invite({ email });
    expect((await invite({ email: email.toUpperCase(), role: 'admin' })).body.code).toBe('invalid_transition');
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
    expect((await change(payer, { role: 'viewer' })).body.data).toMatchObject({
      user: { role: 'viewer', version: 2 },
      request: null,
    });
    expect(await actionsOf(payer)).toEqual(['membership.rights_changed', 'sub_user.rights_changed']);
    await noticesOfOwner().toEqual(['sub_user.rights_changed']);
    const suspension = { role: 'viewer', state: 'suspended', reason: 'security' };
    expect((await change(payer, suspension)).body.data.user.status).toBe('suspended');
    const [letter] = await waitForMails(payer.user.email, 2);
    expect(letter?.text).toContain('Larkmere');
  });

  it.each([
    ['a higher role', { role: 'admin' }],
    ['no limit', { limits: { perPayment: null, daily: '100.00', currency: 'GBP' } }],
    ['a higher limit', { limits: { perPayment: '50.01', daily: '100.00', currency: 'GBP' } }],
    ['another currency', { limits: { perPayment: '50.00', daily: '100.00', currency: 'EUR' } }],
    ['all accounts', { accounts: null }],
    ['another account', { accounts: 'both' }],
    ['a right', { access: roleAccess.payer }],
    [
      'less money for one more account',
      { accounts: 'both', limits: { perPayment: '1.00', daily: '1.00', currency: 'GBP' } },
    ],
  ])('only prepares %s, and changes nothing', async (_, over) => {
    const [pounds, euros] = [await seedAccount(db, owner), await seedAccount(db, owner, { currency: 'EUR' })];
    await sql`update customer.membership set accounts = array[${pounds.bankholderId}], access = array['payment', 'statement'],
      limit_currency = 'GBP', per_payment_minor = 5000, daily_minor = 10000 where id = ${uidOf(payer)}`.execute(db);
    const before = {
      accounts: [pounds.bankholderId],
      access: ['payment', 'statement'],
      limits: { perPayment: '50.00', daily: '100.00', currency: 'GBP' },
    };
    const sent = { ...before, ...over };
    if ((sent.accounts as unknown) === 'both') sent.accounts = [pounds.bankholderId, euros.bankholderId];
    const { data } = (await change(payer, sent)).body;
    expect(data.request).toMatchObject({
      state: 'waiting',
      before: { role: 'payer', accounts: before.accounts, limits: before.limits },
    });
    expect(data.user).toMatchObject({ version: 1, role: 'payer', accounts: before.accounts, limits: before.limits });
    expect(await approveAs(owner, data.request)).toBe('approved');
    expect((await peopleOf()).find(({ uid }) => uid === uidOf(payer))).toMatchObject({ version: 2 });
  });

  it('only prepares the end of a suspension', async () => {
    await change(payer, { state: 'suspended', reason: 'security' });
    const { data } = (await change(payer)).body;
    expect([data.user.status, data.request.state]).toEqual(['suspended', 'waiting']);
    expect(await approveAs(owner, data.request)).toBe('approved');
    expect((await peopleOf()).find(({ uid }) => uid === uidOf(payer))?.status).toBe('active');
  });

  it('counts as more if the person leaves a rule with the role', async () => {
    const admin = await seedColleague(db, owner, 'admin', accessKeys);
    await seedColleague(db, owner, 'admin', accessKeys);
    await seedApprovalRule(db, owner, { appliesTo: { to: 'role', role: 'admin' } });
    expect((await change(admin, { role: 'payer' })).body.data.request).toMatchObject({ state: 'waiting' });
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

describe('what staff prepared', () => {
  const prepared = async () => (await change(payer, { role: 'admin' })).body.data.request;

  it('is approved by an owner alone, for what was shown, and once', async () => {
    const request = await prepared();
    const admin = await seedColleague(db, owner, 'admin', accessKeys);
    const stranger = await seedCustomer(db, { business: true });
    expect(await approveAs(admin, request)).toBe('access_denied');
    expect(await approveAs(payer, request)).toBe('access_denied');
    expect(await refuseAs(admin, request.uid)).toBe('access_denied');
    expect(await approveAs(stranger, request)).toBe('not_found');
    expect(await refuseAs(stranger, request.uid)).toBe('not_found');
    expect(await approveAs(owner, request, { digest: '0'.repeat(64) })).toBe('authorisation_invalid');
    expect(await approveAs(owner, { ...request, digest: '0'.repeat(64) })).toBe('authorisation_invalid');
    expect(await approveAs(owner, request)).toBe('approved');
    expect(await approveAs(owner, request)).toBe('invalid_transition');
  });

  it('is void once the person changed, and an authorisation is good for no other', async () => {
    const first = await prepared();
    await withdraw(first.uid);
    expect(await approveAs(owner, first)).toBe('invalid_transition');
    const second = (await change(payer, { role: 'admin', accounts: null })).body.data.request;
    expect(second.digest).not.toBe(first.digest);
    expect(await approveAs(owner, second, { digest: first.digest, uid: first.uid })).toBe('authorisation_invalid');
    await changeAs(db, owner, uidOf(payer), { role: 'viewer' });
    expect(await approveAs(owner, second)).toBe('user_changed');
  });

  it('takes two members of staff and a day without an owner, who can refuse until then', async () => {
    const request = await prepared();
    expect((await agree(request, support)).body.code).toBe('approver_conflict');
    expect((await agree({ ...request, digest: '0'.repeat(64) })).body.code).toBe('invalid_transition');
    expect((await agree(request)).body.data).toMatchObject({ state: 'scheduled', canAgree: false });
    await noticesOfOwner().toEqual(['access_request.prepared', 'access_request.scheduled']);
    await letTimePass(request.uid, 23.9);
    await apply();
    expect((await peopleOf()).find(({ uid }) => uid === uidOf(payer))?.role).toBe('payer');
    await letTimePass(request.uid, 0.2);
    await apply();
    expect((await peopleOf()).find(({ uid }) => uid === uidOf(payer))?.role).toBe('admin');
    expect(await refuseAs(owner, request.uid)).toBe('invalid_transition');
  });

  it('never comes into force once an owner refused or staff withdrew', async () => {
    for (const end of [(uid: string) => refuseAs(owner, uid), (uid: string) => withdraw(uid)]) {
      const request = await prepared();
      await agree(request);
      await end(request.uid);
      await sql`update access_request.request set takes_effect_at = agreed_at + interval '24 hours' where id = ${request.uid}`.execute(
        db,
      );
      await letTimePass(request.uid, 48);
      await apply();
      expect((await peopleOf()).find(({ uid }) => uid === uidOf(payer))?.role).toBe('payer');
    }
  });

  it('becomes void if it is not possible any more after the day', async () => {
    const request = await prepared();
    await agree(request);
    await change(payer, { state: 'suspended', reason: 'security' });
    await letTimePass(request.uid, 25);
    await apply();
    const { rows } = await sql`select state from access_request.request where id = ${request.uid}`.execute(db);
    expect(rows).toEqual([{ state: 'void' }]);
  });

  it('can be decided until the moment it expires', async () => {
    const { uid, expiresAt } = await prepared();
    const after = (ms: number) =>
      asSystem(db, (ctx) => lockOpenRequest({ ...ctx, now: new Date(Date.parse(expiresAt) + ms) }, uid));
    expect(await after(-1)).toMatchObject({ id: uid, state: 'waiting' });
    for (const ms of [0, 1]) await expect(after(ms)).rejects.toMatchObject({ code: 'invalid_transition' });
  });

  it('has one end, also if three people decide at the same moment', async () => {
    const request = await prepared();
    const ends = await Promise.all([
      approveAs(owner, request),
      refuseAs(owner, request.uid),
      withdraw(request.uid).then(({ status }) => (status === 200 ? 'withdrawn' : 'invalid_transition')),
    ]);
    expect(ends.filter((end) => end === 'invalid_transition')).toHaveLength(2);
    const role = (await peopleOf()).find(({ uid }) => uid === uidOf(payer))?.role;
    expect(role).toBe(ends[0] === 'approved' ? 'admin' : 'payer');
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
    const { uid, version } = await inviteAs(db, owner);
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
      const { uid } = await inviteAs(db, owner);
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
