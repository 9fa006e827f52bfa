import { randomUUID } from 'node:crypto';
import { endpoints } from '@larkmere/contract/contract';
import { isMoneyRight } from '@larkmere/contract/platform/access';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  caller,
  seedCredentials,
  signIn,
  startTestApi,
  testPassword,
  testPin,
} from '../../../../../test/fixtures/api-server.ts';
import { asSystem, createDatabase, runJob, seedCustomer, type TestUser } from '../../../../../test/fixtures/base.ts';
import { createMailbox } from '../../../../../test/fixtures/mailbox.ts';
import { seedStaff, signInStaff } from '../../../../../test/fixtures/staff.ts';
import { changeAs, invitee, removeAs, userOf, usersOf } from '../../../../../test/fixtures/users.ts';
import { listPeople } from '../../approvals/approval/approval.read.ts';
import { payerFor, principalFor } from '../customer/customer.ts';
import { invitationPurge } from './invitation.sql.ts';

const { db, url } = await createDatabase();
const { url: smtpUrl, mailsTo } = await createMailbox();
const mail = { smtpUrl, from: 'Larkmere <post@larkmere.example>', supportPhone: '020 7946 0018' };
const { base } = await startTestApi(url, { mail, publicUrl: 'https://bank.larkmere.example' });
const password = 'the otter swims upstream';

let owner: TestUser;
let asOwner: Awaited<ReturnType<typeof signIn>>;

beforeEach(async () => {
  owner = await seedCustomer(db, { business: true, name: 'Brook Mill Ltd' });
  await seedCredentials(db, owner);
  asOwner = await signIn(base, owner);
});

const newEmail = (): string => `nok.${randomUUID()}@larkmere.example`;

type Sent = Readonly<{ uid: string; email: string; token: string }>;

async function invite(over: object = {}): Promise<Sent> {
  const asked = invitee({ email: newEmail(), role: 'payer', ...over });
  const idempotency = randomUUID();
  const purpose = {
    operation: 'user.invite',
    invitee: asked,
    amount: '0',
    currency: 'GBP',
    paymentIdempotency: idempotency,
  };
  const { body } = await asOwner.call('POST', '/v1/pin/verify', {
    pincode: testPin,
    purpose,
    idempotency: randomUUID(),
  });
  const { authorisation } = body.data;
  const answer = await asOwner.call('POST', '/v1/user', { ...asked, authorisation, idempotency });
  if (answer.status !== 200) throw new Error(answer.text);
  return { uid: answer.body.data.uid, email: asked.email, token: await receiveToken(asked.email) };
}

const seen = new Set<string>();

/** Of the newest invitation: other mails to the person may lie between. */
async function receiveToken(email: string): Promise<string> {
  const newest = async (): Promise<string | undefined> => {
    const links = (await mailsTo(email)).flatMap(
      ({ text = '' }) => /^https:\/\/bank\.larkmere\.example\/invitation#([\w-]{43})$/m.exec(text)?.[1] ?? [],
    );
    return links.find((token) => !seen.has(token));
  };
  await expect.poll(newest, { timeout: 15_000 }).toBeDefined();
  const token = (await newest()) ?? '';
  seen.add(token);
  return token;
}

const acceptAsNew = async (token: string, over: object = {}) =>
  (
    await caller(base)('POST', '/v1/invitation/register', {
      token,
      name: 'Nok Fielding',
      password,
      acceptTermsVersion: '2.0',
      idempotency: randomUUID(),
      ...over,
    })
  ).body;
const accept = async ({ call }: typeof asOwner, token: string) =>
  (await call('POST', '/v1/invitation/accept', { token, idempotency: randomUUID() })).body;
const decline = async (token: string) =>
  (await caller(base)('POST', '/v1/invitation/decline', { token, idempotency: randomUUID() })).body;
const show = async (token: string) => (await caller(base)('POST', '/v1/invitation/show', { token })).body.data;
const resend = async (uid: string) =>
  (await asOwner.call('POST', `/v1/user/${uid}/resendinvitation`, { idempotency: randomUUID() })).body;
const logIn = async (username: string, secret = password) =>
  (await caller(base)('POST', '/v1/login', { username, password: secret, idempotency: randomUUID() })).body;
const countPeople = async (email: string): Promise<number> =>
  (await sql`select 1 from customer.user where lower(email) = lower(${email})`.execute(db)).rows.length;
/** Moves the end of an invitation by seconds from now. */
const expireIn = (uid: string, seconds: number) =>
  sql`with moved as (
      update customer.membership set expires_at = now() + ${seconds} * interval '1 second', invited_at = now() - interval '90 days'
      where id = ${uid} returning id, expires_at)
    update invitation.link l set expires_at = moved.expires_at, sent_at = l.sent_at - interval '90 days'
    from moved where l.membership_id = moved.id and l.ended_at is null`.execute(db);

/** Every call that moves money, holds it, or decides who may. */
const moving = endpoints.filter(
  ({ access, method, returnsQuote, movesNoMoney }) =>
    (isMoneyRight(access) || access === 'card' || access === 'usermanage') &&
    method !== 'GET' &&
    !returnsQuote &&
    !movesNoMoney,
);

describe('the identity of somebody who joined', () => {
  it('is checked before any call that moves money or changes people', { timeout: 30_000 }, async () => {
    const { token, email, uid } = await invite({ role: 'admin' });
    await acceptAsNew(token);
    const { data } = await logIn(email);
    const joined = caller(base, { authorization: data.token });
    const refused = async () => {
      const answers = await Promise.all(
        moving.map(async ({ method, path }) => {
          const { body } = await joined(method, path.replace(/\{\w+\}/g, randomUUID()), { idempotency: randomUUID() });
          return body.data?.reasonCode === 'identity_needed' ? path : undefined;
        }),
      );
      return answers.filter((path) => path !== undefined);
    };
    expect(moving.length).toBeGreaterThan(30);
    expect(await refused()).toHaveLength(moving.length);
    expect((await joined('GET', '/v1/bankaccount')).status).toBe(200);
    const noted = { note: 'Passport seen in the video call.', idempotency: randomUUID() };
    const { call: support } = await signInStaff(base, await seedStaff(db, { role: 'support' }));
    expect((await support('POST', `/v1/manage/subuser/${uid}/identity`, noted)).status).toBe(403);
    const { call: compliance } = await signInStaff(base, await seedStaff(db, { role: 'compliance' }));
    expect((await compliance('POST', `/v1/manage/subuser/${uid}/identity`, noted)).body.data).toMatchObject({
      isIdentityChecked: true,
    });
    expect(await refused()).toEqual([]);
  });

  it('is proven by a link in an e-mail, asked for again, and confirmed', { timeout: 30_000 }, async () => {
    const { token, email, uid } = await invite({ role: 'payer' });
    await acceptAsNew(token);
    const { data } = await logIn(email);
    const joined = caller(base, { authorization: data.token });
    const { call: compliance } = await signInStaff(base, await seedStaff(db, { role: 'compliance' }));
    const identityNeeded = async () => (await joined('GET', '/v1/login')).body.data.identityNeeded;
    const mailOf = async (subject: string) => {
      const found = async () => (await mailsTo(email)).find((each) => each.subject === subject)?.text;
      await expect.poll(found, { timeout: 15_000 }).toBeDefined();
      return (await found()) ?? '';
    };
    const formIn = async (text: string) => {
      const link = /\/know-your-customer#person=([\w-]{36})&code=([\w-]{43})/.exec(text);
      return (await caller(base)('POST', `/v1/kyc/person/${link?.[1]}/show`, { code: link?.[2] })).body.data;
    };
    /** As if the form had been filled in, which `member-check.db.test.ts` does. */
    const handIn = () =>
      sql`with given as (update kyc.person set provided_at = now() where membership_id = ${uid} returning id)
        update kyc.item i set state = 'in_review', reason = null from given where i.person_id = given.id`.execute(db);
    const noted = () => ({ note: 'Compared face, name and birthday.', idempotency: randomUUID() });

    expect(await identityNeeded()).toBe(true);
    expect(await formIn(await mailOf('Prove who you are'))).toMatchObject({ name: 'Nok Fielding', isMember: true });
    await handIn();
    const path = `/v1/manage/customer/${owner.customer.id}/member-check`;
    const [check] = (await compliance('GET', path)).body.data.list;
    expect(check).toMatchObject({ uid, name: 'Nok Fielding', state: 'in_review' });
    const items = [{ item: check.items[2].uid, reasonCode: 'face_differs' }];
    await compliance('POST', `/v1/manage/subuser/${uid}/identity/again`, { items, ...noted() });
    const letter = await mailOf('We need something from you again');
    expect(letter).toContain('Selfie: Your face could not be matched to your document.');
    expect(await formIn(letter)).toMatchObject({ state: 'rejected' });
    await handIn();
    expect((await compliance('POST', `/v1/manage/subuser/${uid}/identity`, noted())).status).toBe(200);
    expect(await mailOf('You’re verified')).toContain('the account of Brook Mill Ltd');
    expect(await identityNeeded()).toBe(false);
    const typesOf = async () =>
      (await joined('GET', '/v1/notification')).body.data.list.map(({ type }: { type: string }) => type);
    await expect.poll(typesOf, { timeout: 15_000 }).toEqual(['member_check.passed', 'member_check.returned']);
  });

  it('is not asked for again of the owner of a personal account', async () => {
    const person = await seedCustomer(db, { business: false });
    await seedCredentials(db, person);
    const { token, uid } = await invite({ email: person.user.email });
    await accept(await signIn(base, person), token);
    expect(await userOf(db, owner, uid)).toMatchObject({ isIdentityChecked: true });
  });

  it('does not count for approvals and payments made later until it is checked', async () => {
    const { token, email, uid } = await invite({ role: 'payer' });
    await acceptAsNew(token);
    const { rows } = await sql<{ userId: string }>`
      select user_id from customer.membership where id = ${uid}`.execute(db);
    const member = { userId: rows[0]?.userId ?? '', customerId: owner.customer.id };
    await asSystem(db, async ({ tx }) => {
      expect(await principalFor(tx, member)).toBeUndefined();
      expect(await payerFor(tx, member)).toBeUndefined();
      expect((await listPeople(tx, member.customerId)).find(({ id }) => id === member.userId)?.access).toEqual([]);
    });
    expect(await countPeople(email)).toBe(1);
  });
});

describe('somebody new', () => {
  it('sees who invites, chooses a password, and logs in with the rights of the role', async () => {
    const { token, email, uid } = await invite({ phone: '+447400123456' });
    expect(await show(token)).toMatchObject({
      invitedBy: owner.user.name,
      customer: 'Brook Mill Ltd',
      role: 'payer',
      email,
    });
    const { text } = (await mailsTo(email))[0] ?? {};
    expect(text).toContain('the Larkmere account of Brook Mill Ltd as payer');
    expect(await acceptAsNew(token)).toMatchObject({ data: { state: 'accepted' } });
    const { user, customer, syncagreement } = (await logIn(email)).data;
    expect(user).toMatchObject({
      name: 'Nok Fielding',
      role: 'payer',
      accessRole: { payment: true, usermanage: false },
    });
    expect([customer.name, syncagreement]).toEqual(['Brook Mill Ltd', false]);
    expect(await userOf(db, owner, uid)).toMatchObject({ status: 'active', phone: '+447400123456', expiresAt: null });
    await expect
      .poll(async () => (await asOwner.call('GET', '/v1/notification')).body.data.list, { timeout: 15_000 })
      .toMatchObject([{ type: 'invitation.accepted', message: 'Nok Fielding is in your team now.' }]);
  });

  it('uses the link once, also twice at the same time', async () => {
    const { token, email } = await invite();
    const both = await Promise.all([acceptAsNew(token), acceptAsNew(token, { password: 'another otter swims by' })]);
    expect(both.map(({ data }) => data.state).toSorted()).toEqual(['accepted', 'already']);
    expect(await countPeople(email)).toBe(1);
    const right = both[0].data.state === 'accepted' ? password : 'another otter swims by';
    expect(await logIn(email, right)).toMatchObject({ result: true });
    expect(await show(token)).toBeNull();
    expect(await acceptAsNew(token, { password: 'a third otter looks on' })).toMatchObject({
      data: { state: 'already' },
    });
    expect(await logIn(email, 'a third otter looks on')).toMatchObject({ code: 'login_failed' });
    expect(await decline(token)).toMatchObject({ code: 'invitation_invalid' });
  });

  it.each([
    ['too short', 'short', 'validation_failed'],
    ['of the own name', 'Fielding Fielding', 'password_weak'],
  ])('is refused a password that is %s', async (_, secret, code) => {
    const { token, email } = await invite();
    expect(await acceptAsNew(token, { password: secret })).toMatchObject({ code });
    expect(await countPeople(email)).toBe(0);
  });

  it('may correct how the name is written, and is not somebody else', async () => {
    const { token, email } = await invite();
    for (const name of ['Peter Smith', 'Nok Smith'])
      expect(await acceptAsNew(token, { name })).toMatchObject({ code: 'validation_failed' });
    expect(await countPeople(email)).toBe(0);
    expect(await acceptAsNew(token, { name: 'FIELDING Nók' })).toMatchObject({ data: { state: 'accepted' } });
  });

  it('may decline: the link ends, and the one who invited hears of it', async () => {
    const { token, email } = await invite();
    expect(await decline(token)).toMatchObject({ result: true });
    expect(await acceptAsNew(token)).toMatchObject({ code: 'invitation_invalid' });
    expect(await countPeople(email)).toBe(0);
    expect(await usersOf(db, owner)).toHaveLength(1);
    await expect
      .poll(async () => (await asOwner.call('GET', '/v1/notification')).body.data.list, { timeout: 15_000 })
      .toMatchObject([{ type: 'invitation.declined' }]);
  });
});

describe('a link', () => {
  it('works until its end, and not a second longer', async () => {
    const [early, late] = [await invite(), await invite()];
    await expireIn(early.uid, 2);
    await expireIn(late.uid, 0);
    expect(await show(early.token)).not.toBeNull();
    expect(await acceptAsNew(early.token)).toMatchObject({ data: { state: 'accepted' } });
    expect(await show(late.token)).toBeNull();
    expect(await acceptAsNew(late.token)).toMatchObject({ code: 'invitation_invalid' });
    expect(await userOf(db, owner, late.uid)).toMatchObject({ status: 'invited', isExpired: true });
    const past = await invite();
    await expireIn(past.uid, -1);
    expect(await acceptAsNew(past.token)).toMatchObject({ code: 'invitation_invalid' });
  });

  it('stops working when another is sent, which revives an expired invitation for 14 days', async () => {
    const { uid, email, token } = await invite();
    await expireIn(uid, -1);
    const { data } = await resend(uid);
    expect(data).toMatchObject({ status: 'invited', isExpired: false });
    expect(Date.parse(data.expiresAt) - Date.now()).toBeGreaterThan(13.99 * 86_400_000);
    const next = await receiveToken(email);
    expect(await acceptAsNew(token)).toMatchObject({ code: 'invitation_invalid' });
    expect(await acceptAsNew(next)).toMatchObject({ data: { state: 'accepted' } });
    expect(await resend(uid)).toMatchObject({ code: 'invalid_transition' });
  });

  it('is sent three times an hour at most', async () => {
    const { uid, token } = await invite();
    expect([(await resend(uid)).result, (await resend(uid)).result]).toEqual([true, true]);
    expect(await resend(uid)).toMatchObject({ code: 'too_many_invitations' });
    expect(await acceptAsNew(token)).toMatchObject({ code: 'invitation_invalid' });
  });

  it('stops working when the invitation is cancelled, or whoever sent it may not invite any more', async () => {
    const [cancelled, orphaned] = [await invite(), await invite()];
    await removeAs(db, owner, cancelled.uid);
    expect(await acceptAsNew(cancelled.token)).toMatchObject({ code: 'invitation_invalid' });
    await sql`update customer.membership set access = '{statement}' where id = ${owner.user.membershipId}`.execute(db);
    expect(await show(orphaned.token)).toBeNull();
    expect(await acceptAsNew(orphaned.token)).toMatchObject({ code: 'invitation_invalid' });
  });

  it('gives the rights of the moment when it is used', async () => {
    const { uid, token, email } = await invite();
    await changeAs(db, owner, uid, { role: 'viewer' });
    expect(await acceptAsNew(token)).toMatchObject({ data: { state: 'accepted' } });
    expect((await logIn(email)).data.user).toMatchObject({ role: 'viewer', accessRole: { payment: false } });
  });

  it('that nobody sent is refused in the same words as one that has ended', async () => {
    const { token } = await invite();
    await decline(token);
    const { message } = await acceptAsNew('A'.repeat(43));
    expect((await acceptAsNew(token)).message).toBe(message);
    expect(await show('A'.repeat(43))).toBeNull();
  });

  it('is stored as a hash only', async () => {
    const { token } = await invite();
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from invitation.link l where l::text like ${`%${token}%`})
        or exists (select from platform.event e where e::text like ${`%${token}%`}) as found`.execute(db);
    expect(rows[0]?.found).toBe(false);
  });
});

describe('somebody who has a login', () => {
  let known: TestUser;
  beforeEach(async () => {
    known = await seedCustomer(db);
    await seedCredentials(db, known);
  });

  it('cannot take a new password by the link, and reads the same as for a dead one', async () => {
    const { token } = await invite({ email: known.user.email });
    const dead = await acceptAsNew('A'.repeat(43));
    expect({ ...(await acceptAsNew(token)), requestId: '' }).toEqual({ ...dead, requestId: '' });
    expect(await logIn(known.user.username, testPassword)).toMatchObject({ result: true });
  });

  it('logs in and accepts, and may switch to the customer', async () => {
    const { token, uid } = await invite({ email: known.user.email });
    await sql`update customer.user set email = upper(email) where id = ${known.user.id}`.execute(db);
    const own = await signIn(base, known);
    expect(await accept(own, token)).toMatchObject({ data: { state: 'accepted' } });
    expect(await accept(own, token)).toMatchObject({ data: { state: 'already' } });
    expect(await userOf(db, owner, uid)).toMatchObject({ status: 'active', name: known.user.name });
    const switched = await own.call('POST', '/v1/session/customer', {
      customerId: owner.customer.id,
      idempotency: randomUUID(),
    });
    expect(switched.body.data.user).toMatchObject({ role: 'payer', membercode: owner.customer.memberCode });
  });

  it('accepts only what was sent to their own address', async () => {
    const { token, uid } = await invite();
    expect(await accept(await signIn(base, known), token)).toMatchObject({ code: 'invitation_for_other_address' });
    expect(await userOf(db, owner, uid)).toMatchObject({ status: 'invited' });
  });

  it('gets the former membership again, with the new rights', async () => {
    const first = await invite({ email: known.user.email, role: 'admin' });
    const own = await signIn(base, known);
    await accept(own, first.token);
    await removeAs(db, owner, first.uid);
    const again = await invite({ email: known.user.email, role: 'viewer' });
    expect(await accept(own, again.token)).toMatchObject({ data: { state: 'accepted' } });
    const [, back] = await usersOf(db, owner);
    expect(back).toMatchObject({ uid: first.uid, role: 'viewer', status: 'active' });
    expect(back?.accessRole).toMatchObject({ payment: false, usermanage: false });
  });
});

it('somebody who left every customer comes back with a new password by the link', async () => {
  const { token, uid, email } = await invite();
  await acceptAsNew(token);
  await removeAs(db, owner, uid);
  expect(await logIn(email)).toMatchObject({ code: 'login_failed' });
  const again = await invite({ email, role: 'viewer' });
  const next = 'a kingfisher by the weir';
  expect(await acceptAsNew(again.token, { password: next })).toMatchObject({ data: { state: 'accepted' } });
  expect(await countPeople(email)).toBe(1);
  expect((await logIn(email, next)).data.user).toMatchObject({ role: 'viewer' });
});

describe('the job', () => {
  it('removes what expired 30 days ago with everything about the person, and nothing younger', async () => {
    const [old, young] = [await invite(), await invite()];
    await expireIn(old.uid, -30 * 86_400 - 60);
    await expireIn(young.uid, -30 * 86_400 + 60);
    await runJob(db, invitationPurge);
    expect((await usersOf(db, owner)).map(({ uid }) => uid)).toEqual([owner.user.membershipId, young.uid]);
    const { rows } = await sql`
      select state, invited_email, (select count(*)::int from invitation.link where membership_id = m.id) as links
      from customer.membership m where id = ${old.uid}`.execute(db);
    expect(rows).toEqual([{ state: 'removed', invitedEmail: null, links: 0 }]);
  });
});
