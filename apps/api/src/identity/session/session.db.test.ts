import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  caller,
  seedCredentials,
  signIn,
  signInBrowser,
  startTestApi,
  testPassword,
} from '../../../../../test/fixtures/api-server.ts';
import { createDatabase, runJob, seedCustomer, seedUser, type TestUser } from '../../../../../test/fixtures/base.ts';
import { seedPartnerRule } from '../../../../../test/fixtures/introducer-partner.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { loginThrottlePurge } from './login-throttle.ts';
import { findLogin } from './session.read.ts';
import { failSignIn, solveCaptcha } from './sign-in-fixture.ts';

const { db, url } = await createDatabase();
const { base } = await startTestApi(url);
let who: TestUser;

beforeEach(async () => {
  who = await seedCustomer(db);
  await seedCredentials(db, who);
});

const credentials = (over: object = {}) => ({
  username: who.user.username,
  password: testPassword,
  idempotency: randomUUID(),
  ...over,
});
const fullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0));
const wrongCredentials = () => credentials({ password: 'not this one at all' });

describe('login', () => {
  it('accepts username, email or member code, ignoring letter case', async () => {
    for (const username of [who.user.username.toUpperCase(), who.user.email, who.customer.memberCode.toLowerCase()])
      expect((await caller(base)('POST', '/v1/login', credentials({ username }))).body.data.user.uid).toBe(who.user.id);
  });

  it('finds a user by username, email or, for an owner, member code', async () => {
    const colleague = await seedUser(db, who.customer, { role: 'payer' });
    await seedCredentials(db, { ...who, user: colleague });
    const find = (name: string) => inTransaction(db, async (tx) => (await findLogin(tx, name))?.userId);
    const { user, customer } = who;
    for (const name of [user.username, user.email, customer.memberCode])
      expect(await find(name.toLowerCase()), name).toBe(user.id);
    for (const nobody of ['', 'nobody', '%', "' or true --", `${user.username} `])
      expect(await find(nobody)).toBeUndefined();
  });

  it('prefers a username over an equal email', async () => {
    const second = await seedCustomer(db);
    await seedCredentials(db, second);
    await db.updateTable('customer.user').set({ email: second.user.username }).where('id', '=', who.user.id).execute();
    const found = await inTransaction(db, (tx) => findLogin(tx, second.user.username.toLowerCase()));
    expect(found?.userId).toBe(second.user.id);
  });

  it('says whether the customer invites others, and is a partner while a share rule holds', async () => {
    const introducer = async () => (await caller(base)('POST', '/v1/login', credentials())).body.data.introducer;
    expect(await introducer()).toBeNull();
    const { id, memberCode: code, name } = who.customer;
    await sql`update customer.customer set introducer = true where id = ${id}`.execute(db);
    expect(await introducer()).toEqual({ code, role: 'customer', name });
    await seedPartnerRule(db, who, new Date(Date.now() - 60_000));
    expect(await introducer()).toEqual({ code, role: 'partner', name });
    await sql`insert into customer.status_transition (customer_id, seq, state, actor_kind, state_reason)
      values (${id}, 99, 'closing', 'customer', 'closing_requested')`.execute(db);
    expect(await introducer()).toEqual({ code, role: 'customer', name });
  });

  it('returns every field of the specification, misspellings included', async () => {
    const { data } = (await caller(base)('POST', '/v1/login', credentials())).body;
    expect(Object.keys(data)).toEqual(
      expect.arrayContaining([
        'token',
        'introducerState',
        'introducer',
        'businnessState',
        'swiftState',
        'syncagreement',
        'user',
        'feature',
        'userType',
        'kycVerified',
        'showSwifthistory',
        'allowedTrade',
        'reviewState',
        'notifyNews',
      ]),
    );
    expect(Object.keys(data.user)).toEqual(
      expect.arrayContaining(['name', 'username', 'membercode', 'uid', 'role', 'accessRole']),
    );
  });

  it('answers an unknown name and a wrong password alike', async () => {
    const [unknown, known] = [
      await caller(base)('POST', '/v1/login', credentials({ username: 'nobody-here' })),
      await caller(base)('POST', '/v1/login', wrongCredentials()),
    ];
    expect({ ...unknown.body, requestId: '' }).toEqual({ ...known.body, requestId: '' });
    expect(unknown.status).toBe(known.status);
  });

  it('requires a proof of work after three failures and accepts each proof once', async () => {
    const call = caller(base);
    for (let n = 0; n < 3; n += 1)
      expect((await call('POST', '/v1/login', wrongCredentials())).body.code).toBe('login_failed');
    expect((await call('POST', '/v1/login', credentials())).body.code).toBe('captcha_required');
    expect((await call('POST', '/v1/login', credentials({ captcha: 'bm8=' }))).body.code).toBe('captcha_failed');
    const captcha = await solveCaptcha(base);
    expect((await call('POST', '/v1/login', credentials({ captcha }))).status).toBe(200);
    for (let n = 0; n < 3; n += 1) await call('POST', '/v1/login', wrongCredentials());
    expect((await call('POST', '/v1/login', credentials({ captcha }))).body.code).toBe('captcha_failed');
  });

  it('counts concurrent guesses before checking them, and then refuses even the right password', async () => {
    const call = caller(base);
    const answers = await Promise.all(Array.from({ length: 100 }, () => call('POST', '/v1/login', wrongCredentials())));
    expect(answers.filter(({ body }) => body.code === 'login_failed').length).toBeLessThanOrEqual(5);
    const { status, body } = await call('POST', '/v1/login', credentials());
    expect([400, 429]).toContain(status);
    expect(['captcha_required', 'login_locked']).toContain(body.code);
  });

  it('refuses a locked customer like a wrong password', async () => {
    await sql`update customer.customer set state = 'locked' where id = ${who.customer.id}`.execute(db);
    expect((await caller(base)('POST', '/v1/login', credentials())).body.code).toBe('login_failed');
  });

  it('stores digests of tokens only', async () => {
    const { token, cookie } = await signInBrowser(base, who);
    const { rows } = await sql<{ text: string }>`select s::text as text from session.session s`.execute(db);
    const stored = rows.map(({ text }) => text).join();
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(cookie.split('=')[1]);
  });
});

describe('failed logins', () => {
  const fail = (username: string, times: number) =>
    failSignIn({ db, base }, { ...wrongCredentials(), username }, times);
  const codeFor = async (username: string) =>
    (await caller(base)('POST', '/v1/login', credentials({ username, captcha: await solveCaptcha(base) }))).body.code;

  it('count per user over all of their login names, and lock all names', async () => {
    const { username, email } = who.user;
    const { memberCode } = who.customer;
    const spellings = [username, email.toUpperCase(), memberCode.toLowerCase(), fullWidth(username), username];
    for (const spelling of spellings) await fail(spelling, 1);
    for (const spelling of [username, username.toUpperCase(), fullWidth(username), email, memberCode])
      expect([spelling, await codeFor(spelling)]).toEqual([spelling, 'login_locked']);
  });

  it('are counted and answered alike for an unknown name', async () => {
    const strangers = `nobody has ${randomUUID()}`;
    const answersTo = async (name: string, other: string) => {
      await fail(name, 3);
      await fail(other, 2);
      const answers = [];
      for (const username of [name, other, fullWidth(name)])
        answers.push((await caller(base)('POST', '/v1/login', { ...wrongCredentials(), username })).body);
      return answers.map((body) => ({ ...body, requestId: '' }));
    };
    const unknown = await answersTo(strangers, strangers.toUpperCase());
    expect(unknown.map(({ code }) => code)).toEqual(['login_locked', 'login_locked', 'login_locked']);
    expect(unknown).toEqual(await answersTo(who.user.username, who.user.email));
  });

  it('lock one user, but no other user of the customer', async () => {
    const colleague = { ...who, user: await seedUser(db, who.customer, { role: 'maker' }) };
    await seedCredentials(db, colleague);
    await fail(who.user.username, 5);
    expect(await codeFor(who.user.username)).toBe('login_locked');
    expect(await codeFor(colleague.user.username)).toBeUndefined();
  });

  it('count together with wrong passwords of a signed-in user', async () => {
    const { call } = await signIn(base, who);
    const reset = { password: 'not the password', pincode: '5937', confirmation: '5937' };
    await fail(who.user.username, 4);
    const answer = await call('POST', '/v1/pin/reset', { ...reset, idempotency: randomUUID() });
    expect(answer.body.code).toBe('login_failed');
    expect(await codeFor(who.user.email)).toBe('login_locked');
  });

  it('store no typed name anywhere in the database', async () => {
    const typed = `hunter2-${randomUUID()}`;
    await fail(typed, 5);
    expect(await codeFor(typed)).toBe('login_locked');
    for (const table of await tables())
      for (const spelling of [typed, typed.toUpperCase()])
        expect([table, await countRows(table, spelling)]).toEqual([table, 0]);
  });

  it('are purged after a day', async () => {
    await fail(`nobody has ${randomUUID()}`, 1);
    await sql`update session.login_throttle set last_at = now() - interval '25 hours', blocked_until = null`.execute(
      db,
    );
    await fail(who.user.username, 1);
    await runJob(db, loginThrottlePurge);
    const { rows } = await sql<{ subject: string }>`select subject from session.login_throttle`.execute(db);
    expect(rows.map(({ subject }) => subject.replace(/:.*/, '')).toSorted()).toEqual(['address', 'person']);
  });

  const tables = async () =>
    (
      await sql<{ name: string }>`select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema', 'migration')
          and has_table_privilege(format('%I.%I', schemaname, tablename), 'select')`.execute(db)
    ).rows.map(({ name }) => name);
  const countRows = async (table: string, word: string) =>
    (
      await sql<{
        n: number;
      }>`select count(*)::int as n from ${sql.raw(table)} t where t::text like ${`%${word}%`}`.execute(db)
    ).rows[0]?.n;
});

describe('a session', () => {
  it('of a program requires only its token', async () => {
    const { call } = await signIn(base, who);
    expect((await call('GET', '/v1/pin')).status).toBe(200);
    expect((await caller(base)('GET', '/v1/pin')).status).toBe(401);
    expect((await caller(base)('GET', '/v1/pin', undefined, { authorization: 'x'.repeat(43) })).status).toBe(401);
  });

  it('of a browser requires cookie and token', async () => {
    const { call, token, cookie } = await signInBrowser(base, who);
    expect((await call('GET', '/v1/pin')).status).toBe(200);
    expect((await caller(base)('GET', '/v1/pin', undefined, { authorization: token })).status).toBe(401);
    expect((await caller(base)('GET', '/v1/pin', undefined, { cookie })).status).toBe(401);
  });

  it('returns the token to a new window of our own origin with the cookie, and to no other site', async () => {
    const { token, cookie } = await signInBrowser(base, who);
    const ours = await caller(base)('GET', '/v1/login', undefined, { cookie, 'sec-fetch-site': 'same-origin' });
    expect(ours.body.data.token).toBe(token);
    const theirs = await caller(base)('GET', '/v1/login', undefined, { cookie, 'sec-fetch-site': 'cross-site' });
    expect(theirs.status).toBe(401);
  });

  it('is refused when another site uses it', async () => {
    const { call } = await signInBrowser(base, who);
    expect((await call('GET', '/v1/pin', undefined, { 'sec-fetch-site': 'cross-site' })).status).toBe(401);
  });

  it('sets a cookie that scripts cannot read and other sites cannot send', async () => {
    const { headers } = await caller(base, { 'sec-fetch-site': 'same-origin' })('POST', '/v1/login', credentials());
    expect(headers.getSetCookie()[0]).toMatch(/^__Host-larkmere=.+; Path=\/; Secure; HttpOnly; SameSite=Strict$/);
  });

  it('falls back to a plain cookie on an insecure host', async () => {
    const elsewhere = { 'sec-fetch-site': 'same-origin', 'x-forwarded-host': 'bank.test' };
    const cookieAt = async (at: string) =>
      (await caller(at, elsewhere)('POST', '/v1/login', credentials())).headers.getSetCookie()[0] ?? '';
    expect(await cookieAt(base)).toMatch(/^larkmere=.+; Path=\/; HttpOnly; SameSite=Strict$/);
  });

  it('ends at logout in every window, and clears the browser', async () => {
    const { call, cookie } = await signInBrowser(base, who);
    const { headers } = await call('POST', '/v1/logout', { idempotency: randomUUID() });
    expect(headers.get('clear-site-data')).toBe('"storage"');
    expect((await call('GET', '/v1/pin')).status).toBe(401);
    expect((await caller(base)('GET', '/v1/login', undefined, { cookie })).status).toBe(401);
  });

  it('ends after five idle minutes, not counting background requests', async () => {
    const { call } = await signIn(base, who);
    const rest = (seconds: number) =>
      sql`update session.session set last_seen_at = last_seen_at - ${seconds} * interval '1 second' where user_id = ${who.user.id}`.execute(
        db,
      );
    await rest(200);
    expect((await call('GET', '/v1/pin')).status).toBe(200);
    await rest(90);
    expect((await call('POST', '/v1/session/touch', {})).status).toBe(200);
    await rest(200);
    expect((await call('GET', '/v1/pin')).status).toBe(200);
    await rest(101);
    expect((await call('GET', '/v1/pin')).status).toBe(401);
  });

  it('ends after twelve hours, even if active', async () => {
    const { call } = await signIn(base, who);
    await sql`update session.session set created_at = now() - interval '12 hours 1 second' where user_id = ${who.user.id}`.execute(
      db,
    );
    expect((await call('POST', '/v1/session/touch', {})).status).toBe(401);
  });

  it('loses a revoked access right with the next request', async () => {
    const { call } = await signIn(base, who);
    expect((await call('GET', '/v1/payee')).status).toBe(200);
    await sql`update customer.membership set access = array['statement'] where user_id = ${who.user.id}`.execute(db);
    expect((await call('GET', '/v1/payee')).status).toBe(403);
  });

  it('shows SWIFT payments without the access right if SWIFT and its history are enabled', async () => {
    const { call } = await signIn(base, who);
    const list = async () => (await call('GET', '/v1/payment/pending-swift')).status;
    await sql`update customer.customer set swift = false where id = ${who.customer.id}`.execute(db);
    await sql`update customer.membership set access = array['statement'] where user_id = ${who.user.id}`.execute(db);
    expect(await list()).toBe(403);
    await sql`update customer.customer set swift = true where id = ${who.customer.id}`.execute(db);
    expect(await list()).toBe(403);
    await sql`update customer.customer set show_swift_history = true where id = ${who.customer.id}`.execute(db);
    expect(await list()).toBe(200);
  });

  it('allows only the identity check until it is completed', async () => {
    await sql`update customer.customer set kyc_status = 'in_review' where id = ${who.customer.id}`.execute(db);
    const { call } = await signIn(base, who);
    expect((await call('GET', '/v1/bankaccount')).body.code).toBe('kyc_required');
    expect((await call('GET', '/v1/walletaccount/kyc/state')).status).toBe(200);
  });
});
