import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Caller, caller, seedCredentials, signIn, startTestApi } from '../../../../../test/fixtures/api-server.ts';
import {
  asSystem,
  createDatabase,
  seedAccount,
  seedCustomer,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { addMember } from './create-customer.ts';
import { changeMembership } from './membership-lifecycle.ts';

const { db, url } = await createDatabase();
const { base } = await startTestApi(url);

/** Ann has an account of her own, and reads the statements of a firm. */
let ann: TestUser;
let firm: TestUser;
let membershipId: string;
let call: Caller;

beforeEach(async () => {
  [ann, firm] = [await seedCustomer(db), await seedCustomer(db, { business: true })];
  await seedCredentials(db, ann);
  const member = {
    userId: ann.user.id,
    customerId: firm.customer.id,
    role: 'viewer' as const,
    access: ['statement'] as const,
  };
  membershipId = (await asSystem(db, (ctx) => addMember(ctx, member))).membershipId;
  ({ call } = await signIn(base, ann));
});

const switchTo = (customerId: string, by = call) =>
  by('POST', '/v1/session/customer', { customerId, idempotency: randomUUID() });
const withToken = (token: string) => caller(base, { authorization: token });

describe('switch customer', () => {
  it('goes on with the rights of the other membership, and sees its accounts only', async () => {
    const own = await seedAccount(db, ann);
    const theirs = await seedAccount(db, firm);
    const { status, body } = await switchTo(firm.customer.id);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      multiaccount: true,
      customer: { id: firm.customer.id, name: firm.customer.name },
      user: { membercode: firm.customer.memberCode, role: 'viewer' },
    });
    const there = withToken(body.data.token);
    const seen = JSON.stringify((await there('GET', '/v1/bankaccount')).body);
    expect(seen).toContain(theirs.bankholderId);
    expect(seen).not.toContain(own.bankholderId);
    expect((await there('GET', '/v1/payee')).body.code).toBe('access_denied');
  });

  it('refuses whatever another window still sends under the old session', async () => {
    await switchTo(firm.customer.id);
    expect((await call('GET', '/v1/bankaccount')).status).toBe(401);
    expect((await switchTo(ann.customer.id)).status).toBe(401);
  });

  it('lists the customers of the person, with the current one marked', async () => {
    const list = async (by: Caller) => (await by('GET', '/v1/session/customers')).body.data;
    const names = [
      { id: ann.customer.id, role: 'owner', isCurrent: true, closedBecause: null },
      { id: firm.customer.id, role: 'viewer', isCurrent: false, business: true },
    ];
    expect(await list(call)).toHaveLength(2);
    expect(await list(call)).toEqual(expect.arrayContaining(names.map((each) => expect.objectContaining(each))));
  });

  it('keeps the absolute limit of the session', async () => {
    await sql`update session.session set created_at = now() - interval '3 hours' where user_id = ${ann.user.id}`.execute(
      db,
    );
    const before = (await call('GET', '/v1/login')).body.data.session.startedAt;
    const { body } = await switchTo(firm.customer.id);
    expect(body.data.session.startedAt).toBe(before);
    expect((await withToken(body.data.token)('GET', '/v1/login')).body.data.session.startedAt).toBe(before);
  });

  it('begins the next login with the customer that was looked at last', async () => {
    await switchTo(firm.customer.id);
    const again = await signIn(base, ann);
    expect((await again.call('GET', '/v1/login')).body.data.customer.id).toBe(firm.customer.id);
  });

  it('refuses a customer of strangers and one that does not exist alike, and stays where it was', async () => {
    const stranger = await seedCustomer(db);
    for (const customerId of [stranger.customer.id, randomUUID()])
      expect((await switchTo(customerId)).body.code).toBe('not_found');
    expect((await call('GET', '/v1/bankaccount')).status).toBe(200);
  });

  it('refuses a suspended membership and a removed one', async () => {
    const change = (state: 'suspended' | 'removed') =>
      asSystem(db, (ctx) => changeMembership(ctx, membershipId, { state, reason: 'Left the firm' }));
    await change('suspended');
    expect((await switchTo(firm.customer.id)).body.code).toBe('membership_inactive');
    expect((await call('GET', '/v1/session/customers')).body.data).toContainEqual(
      expect.objectContaining({ id: firm.customer.id, closedBecause: 'suspended' }),
    );
    await change('removed');
    expect((await switchTo(firm.customer.id)).body.code).toBe('not_found');
    expect((await call('GET', '/v1/login')).body.data.multiaccount).toBe(false);
  });
});
