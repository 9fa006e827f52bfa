import { randomUUID } from 'node:crypto';
import type { Role } from '@larkmere/contract/platform/access';
import { type AccountStatus, accountStatuses } from '@larkmere/contract/platform/account-status';
import { roleAccess } from '@larkmere/contract/platform/role-access';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type Caller, seedCredentials, signIn, startTestApi } from '../../../../../test/fixtures/api-server.ts';
import { seedColleague } from '../../../../../test/fixtures/approval.ts';
import {
  asSystem,
  createDatabase,
  seedCustomer,
  setAccountStatus,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { createMailbox } from '../../../../../test/fixtures/mailbox.ts';
import { addTotp, authorise, codeNow, verifyPin } from '../../../../../test/fixtures/second-factor.ts';
import { seedStaff, signInStaff } from '../../../../../test/fixtures/staff.ts';
import { visit } from '../../../../../test/fixtures/visit.ts';
import { changeAccountStatus } from '../customer/customer.ts';

const { db, url } = await createDatabase();
const { url: smtpUrl, mailsTo } = await createMailbox();
const mail = { smtpUrl, from: 'Larkmere <post@larkmere.example>', supportPhone: '020 7946 0018' };
const { base } = await startTestApi(url, { mail });
const support = 'support@larkmere.example';

const key = () => ({ idempotency: randomUUID() });
const freeze = (call: Caller) => call('POST', '/v1/help/freeze', key());
async function unfreeze(call: Caller, factor?: Parameters<typeof authorise>[2]) {
  const idempotency = randomUUID();
  const purpose = {
    operation: 'customer.unfreeze',
    amount: '0',
    currency: 'GBP',
    paymentIdempotency: idempotency,
  } as const;
  return call('POST', '/v1/help/unfreeze', { authorisation: await authorise(call, purpose, factor), idempotency });
}
async function enter(who: TestUser) {
  await seedCredentials(db, who);
  return (await signIn(base, who)).call;
}
const statusOf = async ({ customer }: TestUser) => {
  const { rows } = await sql<{ state: string; stateReason: string; blockedBy: string | null }>`
    select state, state_reason, blocked_by from customer.customer where id = ${customer.id}`.execute(db);
  return rows[0];
};
const setTo = (who: TestUser, status: AccountStatus) =>
  asSystem(db, (ctx) => changeAccountStatus(ctx, who.customer.id, { status, reasonCode: 'unusual_activity' }));

describe('freezing', () => {
  it('restricts the account, says so to everybody, and is lifted with the PIN', async () => {
    const who = await seedCustomer(db, { name: 'Anong Srisuk', business: true });
    const colleague = await seedColleague(db, who, 'viewer', roleAccess.viewer);
    const call = await enter(who);
    const frozen = await freeze(call);
    expect(frozen.body.data).toMatchObject({ isFrozen: true, byName: 'Anong Srisuk', canUnfreeze: true, withBank: 0 });
    expect(await statusOf(who)).toEqual({
      state: 'restricted',
      stateReason: 'frozen_by_customer',
      blockedBy: 'customer',
    });
    const session = (await call('GET', '/v1/login')).body.data;
    expect(session).toMatchObject({ accountStatus: 'restricted', accountFrozen: true });
    const refused = await call('POST', '/v1/payment/GBP', {});
    expect(refused.body).toMatchObject({ code: 'account_restricted', data: { reasonCode: 'frozen' } });
    expect(refused.body.message).toContain('You froze your account');
    for (const { user } of [who, colleague])
      await expect
        .poll(async () => (await mailsTo(user.email)).map(({ subject }) => subject), { timeout: 15_000 })
        .toContain('Your account is frozen');
    await expect
      .poll(async () => (await mailsTo(support)).some(({ text }) => text?.includes(who.customer.memberCode)), {
        timeout: 15_000,
      })
      .toBe(true);
    const { rows: notices } = await sql<{ title: string }>`
      select title from notification.notification where user_id = ${colleague.user.id}`.execute(db);
    expect(notices.map(({ title }) => title)).toContain('Your account is frozen');

    expect((await unfreeze(call)).body.data).toMatchObject({ isFrozen: false });
    expect(await statusOf(who)).toMatchObject({
      state: 'active',
      stateReason: 'unfrozen_by_customer',
      blockedBy: null,
    });
    const audited = await sql`select action, actor_kind, detail from platform.audit
      where entity = ${`customer:${who.customer.id}`} and action like 'account_status.%' order by id`.execute(db);
    expect(audited.rows).toEqual([
      { action: 'account_status.restricted', actorKind: 'customer', detail: { reason: 'frozen_by_customer' } },
      { action: 'account_status.active', actorKind: 'customer', detail: { reason: 'unfrozen_by_customer' } },
    ]);
  });

  it('ends the other sessions of the person and the trust of their other devices, also when it is frozen already', async () => {
    const who = await seedCustomer(db);
    const here = await enter(who);
    const colleague = await seedColleague(db, who, 'payer', roleAccess.payer);
    const theirs = await enter(colleague);
    const { call: elsewhere } = await signIn(base, who);
    await freeze(theirs);
    expect((await elsewhere('GET', '/v1/login')).status).toBe(200);
    expect((await freeze(here)).body.data.byName).toBe(colleague.user.name);
    expect((await elsewhere('GET', '/v1/device')).body.code).toBe('not_signed_in');
    expect((await here('GET', '/v1/device')).status).toBe(200);
    expect((await theirs('GET', '/v1/device')).status).toBe(200);
  });

  it('needs the second factor of who has one to be lifted', async () => {
    const who = await seedCustomer(db);
    const call = await enter(who);
    const { secret } = await addTotp(db, call);
    await freeze(call);
    const purpose = {
      operation: 'customer.unfreeze',
      amount: '0',
      currency: 'GBP',
      paymentIdempotency: randomUUID(),
    } as const;
    expect((await verifyPin(call, purpose)).body.code).toBe('second_factor_required');
    const factor = { method: 'totp', code: await codeNow(db, secret, 1) } as const;
    expect((await unfreeze(call, factor)).body.data).toMatchObject({ isFrozen: false });
  });

  it('is not for staff who look at the account', async () => {
    const who = await seedCustomer(db);
    await seedCredentials(db, who);
    const staff = await seedStaff(db, { role: 'support' });
    const session = await signInStaff(base, staff);
    const { call } = await visit({ db, base, staff, session }, who, { mode: 'assist' });
    expect((await freeze(call)).body.code).toBe('visit_forbidden');
    expect((await statusOf(who))?.state).toBe('active');
  });
});

/** By status: whether freezing works, and whether the customer can lift what is there. */
const byStatus: Readonly<Record<Exclude<AccountStatus, 'locked'>, string>> = {
  pending: 'invalid_transition',
  active: 'done',
  restricted: 'invalid_transition',
  suspended: 'invalid_transition',
  dormant: 'invalid_transition',
  closing: 'invalid_transition',
  closed: 'invalid_transition',
};

describe.each(accountStatuses.filter((status) => status !== 'locked'))('an account that is %s', (status) => {
  it('is frozen only if it is active, and never unfrozen otherwise', async () => {
    const who = await seedCustomer(db);
    const call = await enter(who);
    await setAccountStatus(db, who, status);
    const answer = await freeze(call);
    // A closed account has no rights to payments or cards any more.
    const expected = status === 'closed' ? 'access_denied' : byStatus[status];
    expect(answer.body.code ?? 'done').toBe(expected);
    if (status === 'active' || status === 'closed') return;
    expect((await unfreeze(call)).body.code).toBe('invalid_transition');
  });
});

describe('a restriction of ours', () => {
  it('stays, also after a freeze that staff kept as a suspension', async () => {
    const who = await seedCustomer(db);
    const call = await enter(who);
    await freeze(call);
    await asSystem(db, async (ctx) => {
      const staff = await seedStaff(db);
      const actor = { kind: 'staff', staffId: staff.id } as never;
      await changeAccountStatus({ ...ctx, actor }, who.customer.id, { status: 'suspended', reasonCode: 'court_order' });
    });
    expect((await unfreeze(call)).body.code).toBe('invalid_transition');
    const other = await seedCustomer(db);
    const theirs = await enter(other);
    await setTo(other, 'restricted');
    expect((await unfreeze(theirs)).body.code).toBe('invalid_transition');
    expect((await theirs('GET', '/v1/login')).body.data.accountFrozen).toBe(false);
  });
});

/** Roles × freeze and unfreeze, written from the brief of the page: who pays or holds a card; who manages people. */
const byRole: Readonly<Record<Role, readonly [freeze: boolean, unfreeze: boolean]>> = {
  owner: [true, true],
  admin: [true, true],
  payer: [true, false],
  maker: [true, false],
  approver: [true, false],
  accountant: [false, false],
  viewer: [false, false],
  cardholder: [true, false],
};

describe('roles', () => {
  it.each(Object.entries(byRole) as [Role, readonly [boolean, boolean]][])('%s', async (role, [freezes, unfreezes]) => {
    const who = await seedCustomer(db, { business: true });
    const member = role === 'owner' ? who : await seedColleague(db, who, role, roleAccess[role]);
    const call = await enter(member);
    const frozen = await freeze(call);
    expect(frozen.body.code ?? 'done').toBe(freezes ? 'done' : 'access_denied');
    if (!freezes) await freeze(await enter(who));
    const shown = (await call('GET', '/v1/help/freeze')).body.data;
    expect(shown).toMatchObject({ isFrozen: true, canUnfreeze: unfreezes });
    const lifted = await unfreeze(call);
    expect(lifted.body.code ?? 'done').toBe(unfreezes ? 'done' : 'access_denied');
  });
});
