import { randomUUID } from 'node:crypto';
import type { UserChange } from '@larkmere/contract/customers/user';
import { type AccessKey, accessKeys } from '@larkmere/contract/platform/access';
import { roleAccess } from '@larkmere/contract/platform/role-access';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { seedCredentials } from '../../../../../test/fixtures/api-server.ts';
import {
  approveAs,
  expectRefusalAfterSignIn,
  seedApprovalRule,
  seedColleague,
} from '../../../../../test/fixtures/approval.ts';
import {
  asCustomer,
  asSystem,
  createDatabase,
  seedAccount,
  seedCustomer,
  type TestUser,
  toMember,
  toPayeeForm,
  ukDetails,
} from '../../../../../test/fixtures/base.ts';
import {
  changeAs,
  inviteAs,
  noLimits,
  removeAs,
  resetPinAs,
  userOf,
  usersOf,
} from '../../../../../test/fixtures/users.ts';
import { getRequest, listInbox } from '../../approvals/approval/list-requests.ts';
import { checkName } from '../../payees/payee/name-check/name-check.ts';
import { addPayee } from '../../payees/payee/save-payee.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import {
  addMember,
  changeMembership,
  changeRights,
  lockMembers,
  type MemberRights,
  type Membership,
  payerFor,
} from '../customer/customer.ts';
import { listUsers, showUser } from './user.read.ts';

const { db } = await createDatabase();

const viewerRights: MemberRights = {
  role: 'viewer',
  access: roleAccess.viewer,
  accounts: null,
  limitCurrency: null,
  perPaymentMinor: null,
  dailyMinor: null,
};

let owner: TestUser;
let admin: TestUser;
let maker: TestUser;
let approver: TestUser;

beforeEach(async () => {
  owner = await seedCustomer(db, { business: true });
  admin = await seedColleague(db, owner, 'admin', accessKeys);
  maker = await seedColleague(db, owner, 'maker', roleAccess.maker);
  approver = await seedColleague(db, owner, 'approver', roleAccess.approver);
});

const uidOf = ({ user }: TestUser): string => user.membershipId;
const expectRefused = (code: Parameters<typeof expectRefusalAfterSignIn>[1], attempt: () => Promise<unknown>) =>
  expectRefusalAfterSignIn(db, code, attempt);
const limit = (perPayment: string | null, daily: string | null = null, currency: 'GBP' | 'EUR' = 'GBP') => ({
  perPayment,
  daily,
  currency,
});
const restrict = (who: TestUser, columns: string) =>
  sql`update customer.membership set ${sql.raw(columns)} where id = ${uidOf(who)}`.execute(db);

describe('the list', () => {
  it('shows the people of the own customer, and of no other', async () => {
    const stranger = await seedCustomer(db);
    const { list, roles } = await asCustomer(db, owner).run(listUsers, { id: owner.customer.id });
    expect(list.map(({ uid, role, isYou }) => [uid, role, isYou])).toEqual([
      [uidOf(owner), 'owner', true],
      [uidOf(admin), 'admin', false],
      [uidOf(maker), 'maker', false],
      [uidOf(approver), 'approver', false],
    ]);
    expect(roles).toContain('owner');
    await expectRefused('not_found', () => asCustomer(db, stranger).run(listUsers, { id: owner.customer.id }));
    await expectRefused('not_found', () => asCustomer(db, stranger).run(showUser, { id: uidOf(maker) }));
  });

  it('calls an invitation expired from its end on, and a member never', async () => {
    const { uid } = await inviteAs(db, owner);
    const isExpired = async (id: string) => (await userOf(db, owner, id)).isExpired;
    expect(await isExpired(uid)).toBe(false);
    const ended = "invited_at = now() - interval '15 days', expires_at = now() - interval '1 day'";
    await sql`update customer.membership set ${sql.raw(ended)} where id = ${uid}`.execute(db);
    expect(await isExpired(uid)).toBe(true);
    await restrict(maker, ended);
    expect(await userOf(db, owner, uidOf(maker))).toMatchObject({
      status: 'active',
      isExpired: false,
      expiresAt: null,
    });
  });

  it('tells which second factors a person has set up', async () => {
    const factorsOf = async (who: TestUser) => (await userOf(db, owner, uidOf(who))).mfa;
    expect(await factorsOf(maker)).toEqual([]);
    const of = { userId: maker.user.id, id: randomUUID() };
    await db
      .insertInto('second_factor.authenticator')
      .values({ ...of, secret: Buffer.alloc(48) })
      .execute();
    expect(await factorsOf(maker)).toEqual([]);
    await db
      .updateTable('second_factor.authenticator')
      .set({ confirmedAt: new Date() })
      .where('id', '=', of.id)
      .execute();
    expect(await factorsOf(maker)).toEqual(['totp']);
    expect(await factorsOf(approver)).toEqual([]);
  });

  it('offers an admin what an admin may give', async () => {
    const [gbp, eur] = [await seedAccount(db, owner), await seedAccount(db, owner, { currency: 'EUR' })];
    await restrict(admin, `accounts = '{${gbp.bankholderId}}'`);
    const as = async (who: TestUser) => {
      const { roles, accounts } = await asCustomer(db, who).run(listUsers, { id: owner.customer.id });
      return { isOwnerOffered: roles.includes('owner'), accounts: accounts.map(({ bankholderId }) => bankholderId) };
    };
    expect(await as(owner)).toEqual({ isOwnerOffered: true, accounts: [gbp.bankholderId, eur.bankholderId] });
    expect(await as(admin)).toEqual({ isOwnerOffered: false, accounts: [gbp.bankholderId] });
    const { permissions } = await userOf(db, admin, uidOf(owner));
    expect(permissions).toEqual({ edit: false, suspend: false, remove: false, resetPin: false });
  });

  it.each([
    [{ kind: 'wallet' }, ['owner', 'admin', 'payer', 'accountant', 'viewer']],
    [{ kind: 'plus' }, ['owner', 'admin', 'payer', 'accountant', 'viewer', 'cardholder']],
  ] as const)('offers a customer of %j the roles that work there', async (kind, expected) => {
    const who = await seedCustomer(db, kind);
    expect((await asCustomer(db, who).run(listUsers, { id: who.customer.id })).roles).toEqual(expected);
    const { errors } = await expectRefused('validation_failed', () => inviteAs(db, who, { role: 'maker' }));
    expect(errors).toMatchObject([{ field: 'role', reason: { code: 'user_role_not_offered' } }]);
  });

  it('counts what a person set up', async () => {
    const { work } = await asCustomer(db, owner).run(showUser, { id: uidOf(maker) });
    expect(work).toEqual({ standingOrders: 0, scheduledPayments: 0, autoFxOrders: 0, openRequests: 0 });
  });
});

describe('an invitation', () => {
  it.each(Object.entries(roleAccess))('as %s gives the flags of that role', async (role, expected) => {
    const { accessRole, status, uid } = await inviteAs(db, owner, { role: role as 'viewer' });
    expect(status).toBe('invited');
    expect(accessKeys.filter((flag) => accessRole[flag])).toEqual(accessKeys.filter((flag) => expected.includes(flag)));
    expect(await userOf(db, owner, uid)).toMatchObject({ name: 'Nok Fielding', invitedBy: owner.user.name });
  });

  it('is answered alike for an address that has a login and one that has none', async () => {
    const known = await seedCustomer(db);
    const [one, other] = [await inviteAs(db, owner, { email: known.user.email }), await inviteAs(db, owner)];
    const hide = { uid: '', email: '', invitedAt: '', expiresAt: '' };
    expect({ ...one, ...hide }).toEqual({ ...other, ...hide });
  });

  it('is refused for a member and for an address with an open invitation, in any case', async () => {
    await expectRefused('user_exists', () => inviteAs(db, owner, { email: maker.user.email.toUpperCase() }));
    const { email } = await inviteAs(db, owner);
    await expectRefused('user_exists', () => inviteAs(db, owner, { email: email.toUpperCase() }));
  });

  it('goes out once when two admins invite the same person at once', async () => {
    const email = `twin.${randomUUID()}@example.com`;
    const both = await Promise.allSettled([inviteAs(db, owner, { email }), inviteAs(db, admin, { email })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'user_exists' } });
  });

  it('needs the PIN for exactly this person and these rights', async () => {
    for (const wrong of [{ role: 'payer' }, { email: 'else@example.com' }, { limits: limit('1.00') }, { name: 'Else' }])
      await expectRefused('authorisation_invalid', () =>
        inviteAs(
          db,
          owner,
          {},
          {
            purpose: {
              invitee: {
                name: 'Nok Fielding',
                role: 'viewer',
                accounts: null,
                limits: noLimits,
                email: 'x@example.com',
                ...wrong,
              },
            },
          },
        ),
      );
  });
});

describe('rights', () => {
  it.each<[string, Partial<UserChange>, string, string]>([
    ['flags', { role: 'payer', access: ['statement', 'payment'] }, `access = access - '{payment}'`, 'rights_exceeded'],
    ['all accounts', { accounts: null }, `accounts = '{ACCOUNT}'`, 'rights_exceeded_accounts'],
    ['another account', { accounts: ['OTHER'] }, `accounts = '{ACCOUNT}'`, 'rights_exceeded_accounts'],
    [
      'no limit per payment',
      { limits: noLimits },
      `limit_currency = 'GBP', per_payment_minor = 100`,
      'rights_exceeded_per_payment',
    ],
    [
      'a higher limit',
      { limits: limit('1.01') },
      `limit_currency = 'GBP', per_payment_minor = 100`,
      'rights_exceeded_per_payment',
    ],
    [
      'a limit in another currency',
      { limits: limit('0.50', null, 'EUR') },
      `limit_currency = 'GBP', per_payment_minor = 100`,
      'rights_exceeded_per_payment',
    ],
    [
      'a higher limit per day',
      { limits: limit('0.50', '2.01') },
      `limit_currency = 'GBP', daily_minor = 200`,
      'rights_exceeded_daily',
    ],
  ])('exceed those of an admin by %s, and are refused', async (_, asked, own, reason) => {
    const [account, other] = [await seedAccount(db, owner), await seedAccount(db, owner, { currency: 'EUR' })];
    await restrict(
      admin,
      own.replace('ACCOUNT', account.bankholderId).replace(`access - '{payment}'`, `array_remove(access, 'payment')`),
    );
    const change = asked.accounts ? { ...asked, accounts: [other.bankholderId] } : asked;
    const refusal = await expectRefused('rights_exceeded', () => changeAs(db, admin, uidOf(maker), change));
    expect(refusal.reason.code).toBe(reason);
    await expectRefused('rights_exceeded', () =>
      inviteAs(db, admin, { role: 'payer', ...change, email: 'a@example.com' }),
    );
  });

  it('up to those of an admin are given', async () => {
    const account = await seedAccount(db, owner);
    await restrict(
      admin,
      `accounts = '{${account.bankholderId}}', limit_currency = 'GBP', per_payment_minor = 100, daily_minor = 200`,
    );
    const wanted = { accounts: [account.bankholderId], limits: limit('1.00', '2.00') };
    expect(await changeAs(db, admin, uidOf(maker), wanted)).toMatchObject(wanted);
  });

  it('without a flag that the giver lacks are given without it', async () => {
    await restrict(admin, `access = array_remove(access, 'instant')`);
    const { accessRole } = await changeAs(db, admin, uidOf(maker), { role: 'payer' });
    expect(accessKeys.filter((flag: AccessKey) => accessRole[flag])).toEqual(
      accessKeys.filter((flag) => roleAccess.payer.includes(flag) && flag !== 'instant'),
    );
  });

  it('keep the flags that were taken away from a person who is suspended and comes back in the same role', async () => {
    const flagsOf = ({ accessRole }: Awaited<ReturnType<typeof changeAs>>) =>
      accessKeys.filter((flag) => accessRole[flag]);
    const narrow = ['statement', 'receive'] as const;
    await changeAs(db, owner, uidOf(maker), { access: [...narrow] });
    await changeAs(db, owner, uidOf(maker), { state: 'suspended', reason: 'on_leave' });
    expect(flagsOf(await changeAs(db, owner, uidOf(maker), { state: 'active' }))).toEqual(narrow);
    const promoted = await changeAs(db, owner, uidOf(maker), { role: 'payer' });
    expect(flagsOf(promoted)).toEqual(accessKeys.filter((flag) => roleAccess.payer.includes(flag)));
  });

  it.each<[Partial<UserChange>, string, string]>([
    [{ accounts: ['9999999999'] }, 'accounts', 'user_account_unknown'],
    [{ role: 'viewer', access: ['payment'] }, 'access', 'user_right_not_of_role'],
    [{ limits: limit('0') }, 'limits.perPayment', 'user_limit_invalid'],
    [{ limits: limit('1.001') }, 'limits.perPayment', 'user_limit_invalid'],
    [{ limits: limit('5.00', '4.99') }, 'limits.daily', 'user_daily_limit_too_low'],
    [{ state: 'suspended' }, 'reason', 'user_reason_required'],
  ])('of %j are refused', async (change, field, code) => {
    const { errors } = await expectRefused('validation_failed', () => changeAs(db, owner, uidOf(maker), change));
    expect(errors).toMatchObject([{ field, reason: { code } }]);
  });

  it('on an account of another customer are refused', async () => {
    const { bankholderId } = await seedAccount(db, await seedCustomer(db));
    await expectRefused('validation_failed', () => changeAs(db, owner, uidOf(maker), { accounts: [bankholderId] }));
  });
});

describe('nobody', () => {
  it('changes, suspends, removes or resets themselves', async () => {
    for (const change of [
      { role: 'viewer' },
      { limits: limit('1.00') },
      { state: 'suspended', reason: 'other' },
    ] as const)
      await expectRefused('user_is_self', () => changeAs(db, admin, uidOf(admin), change));
    await expectRefused('user_is_self', () => removeAs(db, owner, uidOf(owner)));
    await expectRefused('user_is_self', () => resetPinAs(db, owner, uidOf(owner)));
  });

  it('but an owner touches an owner, or makes one', async () => {
    await expectRefused('owner_protected', () => changeAs(db, admin, uidOf(owner), { role: 'viewer' }));
    await expectRefused('owner_protected', () => removeAs(db, admin, uidOf(owner)));
    await expectRefused('owner_protected', () => resetPinAs(db, admin, uidOf(owner)));
    await expectRefused('owner_protected', () => changeAs(db, admin, uidOf(maker), { role: 'owner' }));
    await expectRefused('owner_protected', () => inviteAs(db, admin, { role: 'owner' }));
    expect(await changeAs(db, owner, uidOf(admin), { role: 'owner' })).toMatchObject({ role: 'owner' });
  });

  it('without the right to manage people changes any, even if they had it when they signed in', async () => {
    await restrict(admin, `role = 'viewer', access = '{statement}'`);
    await expectRefused('access_denied', () => changeAs(db, admin, uidOf(maker), { role: 'viewer' }));
    await expectRefused('access_denied', () => inviteAs(db, maker));
  });

  it('reaches a person of another customer', async () => {
    const stranger = await seedCustomer(db);
    const uid = uidOf(maker);
    const { version } = await userOf(db, owner, uid);
    await expectRefused('not_found', () => removeAs(db, stranger, uid, { version }));
    await expectRefused('not_found', () => resetPinAs(db, stranger, uid));
  });
});

describe('the last active owner', () => {
  it.each<[string, (ctx: Ctx, owner: Membership) => Promise<unknown>]>([
    ['loses the role', (ctx, { ...member }) => changeRights(ctx, member, viewerRights)],
    ['is suspended', (ctx, { id }) => changeMembership(ctx, id, { state: 'suspended', reason: 'other' })],
    ['is removed', (ctx, { id }) => changeMembership(ctx, id, { state: 'removed' })],
  ])('never %s, whoever wants it', async (_, change) => {
    const attempt = () =>
      asSystem(db, async (ctx) => {
        const members = await lockMembers(ctx.tx, owner.customer.id);
        return change(ctx, members.find(({ id }) => id === uidOf(owner)) as Membership);
      });
    await expectRefused('last_owner', attempt);
    await restrict(admin, `role = 'owner', state = 'suspended', reason = 'other'`);
    await expectRefused('last_owner', attempt);
    await restrict(admin, `state = 'active', reason = null`);
    await attempt();
  });

  it('stays when two owners remove each other at once', async () => {
    await restrict(admin, `role = 'owner'`);
    const both = await Promise.allSettled([removeAs(db, owner, uidOf(admin)), removeAs(db, admin, uidOf(owner))]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('a change', () => {
  it('needs the PIN for exactly this change', async () => {
    const uid = uidOf(maker);
    const { role, accounts } = await userOf(db, owner, uid);
    const change = { role, accounts, limits: noLimits, state: 'active' } as const;
    for (const purpose of [
      { change: { ...change, role: 'payer' } },
      { change: { ...change, limits: limit('1.00') } },
      { uid: uidOf(approver), change },
      { operation: 'user.remove' },
    ])
      await expectRefused('authorisation_invalid', () =>
        changeAs(db, owner, uid, { limits: limit('2.00') }, { purpose }),
      );
    await expectRefused('authorisation_invalid', () => removeAs(db, owner, uid, { purpose: { reason: 'security' } }));
    await expectRefused('authorisation_invalid', () =>
      resetPinAs(db, owner, uid, { purpose: { uid: uidOf(approver) } }),
    );
  });

  it('of what somebody else changed meanwhile is refused; of two at once, one comes first', async () => {
    const uid = uidOf(maker);
    const { version } = await userOf(db, owner, uid);
    await changeAs(db, owner, uid, { limits: limit('10.00') });
    await expectRefused('user_changed', () => changeAs(db, admin, uid, { limits: limit('20.00') }, { version }));
    const next = { version: (await userOf(db, owner, uid)).version };
    const both = await Promise.allSettled([
      changeAs(db, owner, uid, { limits: limit('30.00') }, next),
      changeAs(db, admin, uid, { limits: limit('40.00') }, next),
    ]);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'user_changed' } });
    const kept = both.find(({ status }) => status === 'fulfilled') as PromiseFulfilledResult<object>;
    expect(await userOf(db, owner, uid)).toMatchObject({ limits: (kept.value as { limits: object }).limits });
  });

  it('suspends with a reason, reinstates, and removes for good', async () => {
    const uid = uidOf(maker);
    expect(await changeAs(db, owner, uid, { state: 'suspended', reason: 'on_leave' })).toMatchObject({
      status: 'suspended',
      reason: 'on_leave',
    });
    expect(await changeAs(db, owner, uid, { state: 'active' })).toMatchObject({ status: 'active', reason: null });
    await removeAs(db, owner, uid);
    expect((await usersOf(db, owner)).map((user) => user.uid)).not.toContain(uid);
    await expectRefused('not_found', () => removeAs(db, owner, uid, { version: 1 }));
    expect(await asCustomer(db, owner).run(showUser, { id: uid })).toMatchObject({ status: 'removed', reason: 'left' });
  });

  it('names ids and codes in the audit log, and no person', async () => {
    const { uid, name, email } = await inviteAs(db, owner);
    await changeAs(db, owner, uid, { role: 'payer' });
    await removeAs(db, owner, uid);
    const { rows } = await sql<{ action: string; detail: object }>`
      select action, detail from platform.audit where entity = ${`membership:${uid}`} order by id`.execute(db);
    expect(rows.map(({ action }) => action)).toEqual([
      'membership.invited',
      'membership.rights_changed',
      'membership.removed',
    ]);
    expect(JSON.stringify(rows)).not.toContain(name);
    expect(JSON.stringify(rows)).not.toContain(email);
  });
});

describe('approval rules', () => {
  it('stay satisfiable: the change is refused and names the rule', async () => {
    await seedApprovalRule(db, owner, { approvers: 1, approverRoles: ['approver'] });
    for (const attempt of [
      () => removeAs(db, owner, uidOf(approver)),
      () => changeAs(db, owner, uidOf(approver), { state: 'suspended', reason: 'on_leave' }),
      () => changeAs(db, owner, uidOf(approver), { role: 'viewer' }),
    ]) {
      const { data, message } = await expectRefused('rule_unsatisfiable', attempt);
      expect(data?.rules).toEqual([expect.stringContaining('need 1 approval from the role approver')]);
      expect(message).toContain('need 1 approval from the role approver');
    }
    const second = await seedColleague(db, owner, 'approver', roleAccess.approver);
    await removeAs(db, owner, uidOf(approver));
    await expectRefused('rule_unsatisfiable', () => removeAs(db, owner, uidOf(second)));
  });

  it('are not saved while somebody whom they need goes', async () => {
    const both = await Promise.allSettled([
      seedApprovalRule(db, owner, { approvers: 1, approverRoles: ['approver'] }),
      removeAs(db, admin, uidOf(approver)),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'rule_unsatisfiable' } });
  });

  it('that nobody could meet before stop no other change', async () => {
    await seedApprovalRule(db, owner, { approvers: 1, approverRoles: ['approver'] });
    await restrict(approver, `state = 'suspended', reason = 'other'`);
    expect(await changeAs(db, owner, uidOf(maker), { limits: limit('5.00') })).toMatchObject({ limits: limit('5.00') });
  });
});

describe('what a person prepared', () => {
  async function requestPayee(): Promise<string> {
    const match = checkName(async () => ({ scheme: 'cop', code: 'MATC', result: 'match' }));
    const preparing = asCustomer(db, maker);
    const { checkId: nameCheckId } = await preparing.proceed(match, toPayeeForm(ukDetails.northgate));
    await preparing.run(addPayee, { ...toPayeeForm(ukDetails.northgate), nameCheckId, idempotency: randomUUID() });
    const [request] = (await asCustomer(db, approver).run(listInbox, { box: 'waiting' })).list;
    if (!request) throw new Error('nobody was asked');
    return request.uid;
  }

  it.each<[string, () => Promise<unknown>, string]>([
    ['demoted', () => changeAs(db, owner, uidOf(maker), { role: 'viewer' }), 'may not do so any more'],
    [
      'suspended',
      () => changeAs(db, owner, uidOf(maker), { state: 'suspended', reason: 'security' }),
      'no longer in your team',
    ],
    ['removed', () => removeAs(db, owner, uidOf(maker)), 'no longer in your team'],
  ])('waits for approval, and is not released once they are %s', async (_, change, note) => {
    const uid = await requestPayee();
    expect((await asCustomer(db, owner).run(showUser, { id: uidOf(maker) })).work).toMatchObject({ openRequests: 1 });
    await change();
    expect(await asCustomer(db, approver).run(getRequest, { uid })).toMatchObject({ state: 'open' });
    expect(await approveAs(db, approver, uid)).toMatchObject({ state: 'void', note: expect.stringContaining(note) });
  });

  it('is released as long as they may still prepare it', async () => {
    const uid = await requestPayee();
    await changeAs(db, owner, uidOf(maker), { limits: limit('10.00') });
    expect(await approveAs(db, approver, uid)).toMatchObject({ state: 'approved' });
  });

  it('and is paid later has no payer any more once they may not pay', async () => {
    const payer = () => asSystem(db, ({ tx }) => payerFor(tx, toMember(maker)));
    expect(await payer()).toMatchObject(toMember(maker));
    await changeAs(db, owner, uidOf(maker), { role: 'approver' });
    expect(await payer()).toBeUndefined();
    await changeAs(db, owner, uidOf(maker), { role: 'payer' });
    expect(await payer()).toBeDefined();
    await changeAs(db, owner, uidOf(maker), { role: 'payer', access: ['statement'] });
    expect(await payer()).toBeUndefined();
    await changeAs(db, owner, uidOf(maker), { role: 'payer', state: 'suspended', reason: 'other' });
    expect(await payer()).toBeUndefined();
  });
});

describe('a PIN that a colleague resets', () => {
  it('is refused if it also confirms for another customer, or was never chosen', async () => {
    await expectRefused('pin_not_resettable', () => resetPinAs(db, owner, uidOf(maker)));
    await seedCredentials(db, maker);
    const other = await seedCustomer(db);
    const member = { userId: maker.user.id, customerId: other.customer.id, role: 'viewer', access: [] } as const;
    await asSystem(db, (ctx) => addMember(ctx, member));
    await expectRefused('pin_not_resettable', () => resetPinAs(db, owner, uidOf(maker)));
    await sql`update customer.membership set state = 'removed' where user_id = ${maker.user.id} and customer_id = ${other.customer.id}`.execute(
      db,
    );
    await resetPinAs(db, owner, uidOf(maker));
  });

  it('is refused for somebody who is not active', async () => {
    const { uid } = await inviteAs(db, owner);
    await expectRefused('invalid_transition', () => resetPinAs(db, owner, uid));
  });
});
