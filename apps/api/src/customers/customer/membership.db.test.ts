import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  caller,
  seedCredentials,
  signIn,
  startTestApi,
  testPassword,
} from '../../../../../test/fixtures/api-server.ts';
import {
  asSystem,
  createDatabase,
  seedAccount,
  seedCustomer,
  type TestUser,
  toMember,
} from '../../../../../test/fixtures/base.ts';
import { notify } from '../../notifications/notification/notification.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { addMember } from './create-customer.ts';
import { principalFor, usersWithAnyAccess } from './customer.ts';
import { findMember, soleMemberIds } from './membership.sql.ts';
import { changeMembership } from './membership-lifecycle.ts';

const { db, url } = await createDatabase();
const { base } = await startTestApi(url);

/** Ann has an account of her own, and reads the statements of a firm. */
let ann: TestUser;
let firm: TestUser;
let atFirm: TestUser;

beforeEach(async () => {
  [ann, firm] = [await seedCustomer(db), await seedCustomer(db, { business: true })];
  await seedCredentials(db, ann);
  const member = {
    userId: ann.user.id,
    customerId: firm.customer.id,
    role: 'viewer' as const,
    access: ['statement'] as const,
  };
  atFirm = { customer: firm.customer, user: await asSystem(db, (ctx) => addMember(ctx, member)) };
});

const change = (state: 'active' | 'suspended' | 'removed', reason?: string) =>
  asSystem(db, (ctx) => changeMembership(ctx, atFirm.user.membershipId, { state, ...(reason && { reason }) }));

const loginWith = async (username: string) =>
  (await caller(base)('POST', '/v1/login', { username, password: testPassword, idempotency: randomUUID() })).body;

/** A session of Ann that looks at the firm. */
async function lookAtFirm() {
  const session = await signIn(base, ann);
  await sql`update session.session set customer_id = ${firm.customer.id} where user_id = ${ann.user.id}`.execute(db);
  return session;
}

describe('a person who belongs to two customers', () => {
  it('has in each the role and the rights of that membership, and no others', async () => {
    const own = await signIn(base, ann);
    const account = await seedAccount(db, ann);
    const theirs = await seedAccount(db, firm);
    const holdersSeen = async ({ call }: typeof own) => JSON.stringify((await call('GET', '/v1/bankaccount')).body);
    expect(await holdersSeen(own)).toContain(account.bankholderId);
    expect(await holdersSeen(own)).not.toContain(theirs.bankholderId);
    expect((await own.call('GET', `/v1/wallet/${theirs.bankholderId}/statement`)).body.code).toBe('not_found');
    const guest = await lookAtFirm();
    expect(await holdersSeen(guest)).toContain(theirs.bankholderId);
    expect((await guest.call('GET', `/v1/wallet/${account.bankholderId}/statement`)).body.code).toBe('not_found');
    expect((await guest.call('GET', '/v1/payee')).body.code).toBe('access_denied');
  });

  it('logs in to the customer that they joined first, or whose member code they type as its owner', async () => {
    expect((await loginWith(ann.user.username)).data.user).toMatchObject({ membercode: ann.customer.memberCode });
    await sql`update customer.membership set last_viewed_at = now() where id = ${atFirm.user.membershipId}`.execute(db);
    expect((await loginWith(ann.user.username)).data.user).toMatchObject({
      membercode: firm.customer.memberCode,
      role: 'viewer',
    });
    expect((await loginWith(ann.customer.memberCode)).data.user).toMatchObject({
      membercode: ann.customer.memberCode,
      role: 'owner',
    });
    expect((await loginWith(firm.customer.memberCode)).code).toBe('login_failed');
  });

  it('is told of each customer only while they look at it, and of themselves always', async () => {
    const tell = (customerId: string | null, eventId: bigint) =>
      asSystem(db, (ctx) =>
        notify(
          ctx,
          { customerId, people: [ann.user.id], about: { kind: 'none' } },
          {
            eventId,
            type: 'test',
            severity: 'info',
            title: { code: `Title ${eventId}`, params: {} } as never,
            message: { code: `Notice ${eventId}`, params: {} } as never,
            link: null,
          },
        ),
      );
    await tell(ann.customer.id, 1n);
    await tell(firm.customer.id, 2n);
    await tell(null, 3n);
    const messages = async ({ call }: Awaited<ReturnType<typeof signIn>>) =>
      (await call('GET', '/v1/notification')).body.data.list.map(({ message }: { message: string }) => message).sort();
    const own = await signIn(base, ann);
    expect(await messages(own)).toEqual(['Notice 1', 'Notice 3']);
    expect((await own.call('GET', '/v1/notification/count')).body.data.totalCounts).toBe(2);
    await own.call('POST', '/v1/notification/markread', {
      all: true,
      before: new Date(Date.now() + 1000).toISOString(),
      idempotency: randomUUID(),
    });
    const guest = await lookAtFirm();
    expect(await messages(guest)).toEqual(['Notice 2', 'Notice 3']);
    expect((await guest.call('GET', '/v1/notification/count')).body.data.totalCounts).toBe(1);
  });

  it('may use the same key for a request of another customer', async () => {
    const [mine, theirs] = [await seedAccount(db, ann), await seedAccount(db, firm)];
    const idempotency = randomUUID();
    const { call } = await signIn(base, ann);
    const choose = (bankholderid: string) => call('POST', '/v1/bankaccount/currentview', { bankholderid, idempotency });
    expect((await choose(mine.bankholderId)).body.data).toMatchObject({ customerId: ann.customer.id });
    await sql`update session.session set customer_id = ${firm.customer.id} where user_id = ${ann.user.id}`.execute(db);
    expect((await choose(theirs.bankholderId)).body.data).toMatchObject({ customerId: firm.customer.id });
  });
});

describe('a membership', () => {
  it.each(['suspended', 'removed'] as const)(
    'that is %s ends the sessions that look at this customer only',
    async (state) => {
      const guest = await lookAtFirm();
      const own = await signIn(base, ann);
      expect((await guest.call('GET', '/v1/bankaccount')).status).toBe(200);
      await change(state, 'On leave');
      expect((await guest.call('GET', '/v1/bankaccount')).body.code).toBe('not_signed_in');
      expect((await own.call('GET', '/v1/bankaccount')).status).toBe(200);
      const ended =
        await sql`select end_reason from session.session where user_id = ${ann.user.id} and ended_at is not null`.execute(
          db,
        );
      expect(ended.rows).toEqual([{ endReason: `membership_${state}` }]);
      expect(await asSystem(db, ({ tx }) => principalFor(tx, toMember(atFirm)))).toBeUndefined();
      expect(await asSystem(db, ({ tx }) => principalFor(tx, toMember(ann)))).toBeDefined();
      expect(await asSystem(db, ({ tx }) => usersWithAnyAccess(tx, firm.customer.id, ['statement']))).toEqual([
        firm.user.id,
      ]);
    },
  );

  it('ends a session even if its state was changed by other means', async () => {
    const { call } = await lookAtFirm();
    await sql`update customer.membership set state = 'removed' where id = ${atFirm.user.membershipId}`.execute(db);
    expect((await call('GET', '/v1/bankaccount')).body.code).toBe('not_signed_in');
  });

  it('can be reinstated, is never active again without an invitation once removed, and keeps its history', async () => {
    await change('suspended', 'On leave');
    await change('active');
    await change('removed', 'Left');
    await expect(change('active')).rejects.toMatchObject({ code: 'invalid_transition' });
    const { rows } = await sql`
      select state, reason from customer.membership_transition where membership_id = ${atFirm.user.membershipId} order by seq`.execute(
      db,
    );
    expect(rows).toEqual([
      { state: 'active', reason: null },
      { state: 'suspended', reason: 'On leave' },
      { state: 'active', reason: null },
      { state: 'removed', reason: 'Left' },
    ]);
    const audited = await sql<{ action: string }>`
      select action from platform.audit where entity = ${`membership:${atFirm.user.membershipId}`} order by id`.execute(
      db,
    );
    expect(audited.rows.map(({ action }) => action)).toEqual([
      'membership.suspended',
      'membership.active',
      'membership.removed',
    ]);
  });

  it('keeps its person from being erased with another customer until it is removed', async () => {
    const erasedWith = ({ customer }: TestUser) => inTransaction(db, (tx) => soleMemberIds(tx, customer.id));
    expect(await erasedWith(ann)).toEqual([]);
    await change('suspended', 'On leave');
    expect(await erasedWith(ann)).toEqual([]);
    await change('removed', 'Left');
    expect(await erasedWith(ann)).toEqual([ann.user.id]);
    expect(await erasedWith(firm)).toEqual([firm.user.id]);
  });

  it('of nobody is not found', async () => {
    const attempt = asSystem(db, (ctx) => changeMembership(ctx, randomUUID(), { state: 'removed' }));
    await expect(attempt).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each([
    ['is suspended for no reason', `state = 'suspended'`, 'suspended_for_a_reason'],
    ['is invited without an address', `state = 'removed'`, 'invitation_complete'],
    [
      'moves to another customer',
      'customer_id = (select id from customer.customer c where c.id <> m.customer_id limit 1)',
      'membership_unchanged',
    ],
    [
      'goes to another person',
      'user_id = (select id from customer.user p where p.id <> m.user_id limit 1)',
      'membership_unchanged',
    ],
    ['belongs to nobody', 'user_id = null', 'membership_unchanged'],
    ['has a limit without a currency', 'daily_minor = 100', 'limits_have_a_currency'],
    ['goes back to the invitation', `state = 'invited'`, 'state_transition'],
    ['has a role that does not exist', `role = 'user'`, 'membership_role_check'],
  ])('is refused by the database if it %s', async (_, assignment, constraint) => {
    const { membershipId: id } = atFirm.user;
    const set = (text: string) => sql`update customer.membership m set ${sql.raw(text)} where id = ${id}`.execute(db);
    if (constraint === 'invitation_complete') {
      await set(assignment);
      await expect(set(`state = 'invited'`)).rejects.toMatchObject({ constraint });
    } else await expect(set(assignment)).rejects.toMatchObject({ constraint });
  });

  it('is found for its person and customer only', async () => {
    const find = (userId: string, customerId: string) =>
      inTransaction(db, (tx) => findMember(tx, { userId, customerId }));
    expect(await find(ann.user.id, firm.customer.id)).toMatchObject({ role: 'viewer', access: ['statement'] });
    expect(await find(firm.user.id, ann.customer.id)).toBeUndefined();
    await expect(asSystem(db, (ctx) => addMember(ctx, { ...toMember(atFirm), access: [] }))).rejects.toMatchObject({
      code: '23505',
    });
  });
});
