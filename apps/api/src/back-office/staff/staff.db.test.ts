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
import { createDatabase, digestTables, seedCustomer, type TestUser } from '../../../../../test/fixtures/base.ts';
import {
  seedStaff,
  signInStaff,
  signInStaffBrowser,
  staffCredentials,
  type TestStaff,
  totpCodeOf,
} from '../../../../../test/fixtures/staff.ts';
import { solveCaptcha } from '../../identity/session/sign-in-fixture.ts';

const { db, url } = await createDatabase();
const { base } = await startTestApi(url);
let staff: TestStaff;

beforeEach(async () => {
  staff = await seedStaff(db);
});

const login = (body: object) => caller(base)('POST', '/v1/manage/login', body);
const sessionsOf = async ({ id }: TestStaff) =>
  (await sql<{ text: string }>`select s::text as text from staff.session s where member_id = ${id}`.execute(db)).rows;
const memberOf = async ({ id }: TestStaff) => {
  const { rows } = await sql<{ step: bigint | null; confirmed: boolean; text: string }>`
    select last_totp_step as step, totp_confirmed_at is not null as confirmed, m::text as text from staff.member m where id = ${id}`.execute(
    db,
  );
  return rows[0];
};
const auditActionsOf = async ({ id }: TestStaff) =>
  (
    await sql<{
      action: string;
    }>`select action from platform.audit where entity = ${`staff:${id}`} order by id`.execute(db)
  ).rows.map(({ action }) => action);

describe('staff login', () => {
  it('returns the token, the member and the limits of the session', async () => {
    const { answer } = await signInStaff(base, staff);
    expect(answer.body.data).toMatchObject({
      token: expect.stringMatching(/^[\w-]{43}$/),
      loginas: false,
      enrolling: false,
      uid: staff.id,
      username: staff.username,
      role: 'payment_operations',
      session: { idleSeconds: 900, absoluteSeconds: 28_800 },
    });
  });

  it('refuses a missing or wrong code, a wrong password and an unknown name alike, without a session', async () => {
    const wrong = (await totpCodeOf(staff, 40)).replace(/^./, (digit) => String((Number(digit) + 1) % 10));
    const bodies = [
      await staffCredentials(staff, { code: undefined }),
      await staffCredentials(staff, { code: wrong }),
      await staffCredentials(staff, { password: 'not this one at all' }),
      await staffCredentials(staff, { username: 'nobody-here' }),
    ];
    const answers = [];
    for (const body of bodies) answers.push(await login(body));
    const [first, ...others] = answers.map(({ status, body }) => ({ ...body, status, requestId: '' }));
    expect(first).toMatchObject({ status: 400, code: 'login_failed' });
    for (const other of others) expect(other).toEqual(first);
    expect(await sessionsOf(staff)).toEqual([]);
    expect(await memberOf(staff)).toMatchObject({ step: null });
  });

  it('refuses a used or older code, even concurrently', async () => {
    const body = await staffCredentials(staff);
    const answers = await Promise.all([login(body), login(body), login(body)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await login(await staffCredentials(staff, { code: await totpCodeOf(staff, -1) }))).body.code).toBe(
      'login_failed',
    );
    expect(await sessionsOf(staff)).toHaveLength(1);
  });

  it('counts attempts before checking them, and requires a proof of work after three failures', async () => {
    const call = caller(base);
    const send = async (over: object) => call('POST', '/v1/manage/login', await staffCredentials(staff, over));
    for (let n = 0; n < 3; n += 1) expect((await send({ password: 'wrong' })).body.code).toBe('login_failed');
    expect((await send({})).body.code).toBe('captcha_required');
    expect((await send({ captcha: await solveCaptcha(base) })).status).toBe(200);
  });

  it('counts all spellings of a name together, and stores no typed name', async () => {
    const typed = `hunter2-${randomUUID()}`;
    const spellings = [staff.username, staff.username.toUpperCase(), staff.username.normalize('NFKD')];
    for (const username of [...spellings, typed])
      await login(await staffCredentials(staff, { username, password: 'wrong' }));
    const { rows } = await sql<{ subject: string; failures: number }>`
      select subject, failures from session.login_throttle where subject not like 'address:%' and last_at > now() - interval '20 seconds'`.execute(
      db,
    );
    expect(rows).toContainEqual({ subject: `staff:${staff.id}`, failures: spellings.length });
    expect(JSON.stringify(rows)).not.toContain('hunter2');
    expect(JSON.stringify(rows)).not.toContain(staff.username);
  });

  it('is not affected by guesses at a customer of the same name', async () => {
    const call = caller(base);
    const guess = { username: staff.username, password: 'wrong', idempotency: randomUUID() };
    for (let n = 0; n < 4; n += 1) await call('POST', '/v1/login', guess);
    expect((await login(await staffCredentials(staff))).status).toBe(200);
  });

  it('limits concurrent guesses of codes', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, n) =>
        login(await staffCredentials(staff, { code: String(100_000 + n).padStart(6, '0') })),
      ),
    );
    expect(answers.filter(({ body }) => body.code === 'login_failed').length).toBeLessThanOrEqual(5);
  });

  it('refuses a suspended member and ends their session', async () => {
    const { call } = await signInStaff(base, staff);
    await sql`update staff.member set status = 'suspended' where id = ${staff.id}`.execute(db);
    expect((await call('GET', '/v1/manage/dashboard')).status).toBe(401);
    const code = await totpCodeOf(staff, 1);
    expect((await login(await staffCredentials(staff, { code }))).body.code).toBe('login_failed');
  });

  it('is audited, whether it succeeds or not', async () => {
    await login(await staffCredentials(staff, { password: 'wrong' }));
    const { call } = await signInStaff(base, staff);
    await call('POST', '/v1/manage/logout', { idempotency: randomUUID() });
    expect(await auditActionsOf(staff)).toEqual([
      'staff.sign_in_refused',
      'staff.session_started',
      'staff.session_ended',
    ]);
  });

  it('stores no readable token, cookie or secret', async () => {
    const { token, cookie } = await signInStaffBrowser(base, staff);
    const stored = [...(await sessionsOf(staff)).map(({ text }) => text), (await memberOf(staff))?.text].join();
    for (const secret of [token, cookie.split('=')[1], staff.secret, Buffer.from(staff.secret).toString('hex')])
      expect(stored).not.toContain(secret);
  });
});

describe('a staff session', () => {
  it('of a browser requires cookie, token and our own origin', async () => {
    const { call, token, cookie, answer } = await signInStaffBrowser(base, staff);
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^__Host-larkmere-manage=.+; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    );
    const ask = caller(base);
    const path = '/v1/manage/dashboard';
    expect((await call('GET', path)).status).toBe(200);
    expect((await ask('GET', path, undefined, { cookie })).status).toBe(401);
    expect((await ask('GET', path, undefined, { authorization_manage: token })).status).toBe(401);
    expect((await call('GET', path, undefined, { 'sec-fetch-site': 'cross-site' })).status).toBe(401);
  });

  it('is available to a new window of our own origin with the cookie, and to no other site', async () => {
    const { token, cookie } = await signInStaffBrowser(base, staff);
    const ask = (site: string) =>
      caller(base)('GET', '/v1/manage/login', undefined, { cookie, 'sec-fetch-site': site });
    expect((await ask('same-origin')).body.data).toMatchObject({ token, loginas: false });
    expect((await ask('cross-site')).status).toBe(401);
    expect((await caller(base)('GET', '/v1/manage/login')).body).toMatchObject({
      code: 'not_signed_in',
      message: 'You have been logged out because your authentication manage is no longer valid',
    });
  });

  it('ends at logout and clears the browser', async () => {
    const { call, cookie } = await signInStaffBrowser(base, staff);
    const { headers } = await call('POST', '/v1/manage/logout', { idempotency: randomUUID() });
    expect(headers.get('clear-site-data')).toBe('"storage"');
    expect(headers.getSetCookie()[0]).toMatch(/^__Host-larkmere-manage=; Secure; .*Max-Age=0$/);
    expect((await call('GET', '/v1/manage/dashboard')).status).toBe(401);
    expect((await caller(base)('GET', '/v1/manage/login', undefined, { cookie })).status).toBe(401);
  });

  it.each([
    ['last_seen_at', '14 minutes 50 seconds', 200],
    ['last_seen_at', '15 minutes 1 second', 401],
    ['created_at', '7 hours 59 minutes', 200],
    ['created_at', '8 hours 1 second', 401],
  ])('with %s %s ago returns %i', async (column, ago, status) => {
    const { call } = await signInStaff(base, staff);
    await sql`update staff.session set ${sql.ref(column)} = now() - ${ago}::interval where member_id = ${staff.id}`.execute(
      db,
    );
    expect((await call('GET', '/v1/manage/dashboard')).status).toBe(status);
  });
});

describe('separation of staff and customers', () => {
  let who: TestUser;
  beforeEach(async () => {
    who = await seedCustomer(db);
    await seedCredentials(db, who);
  });

  it('a staff session allows no customer call, under either header', async () => {
    const { token, cookie } = await signInStaffBrowser(base, staff);
    const { token: program } = await signInStaff(base, await seedStaff(db));
    for (const headers of [
      { authorization: token, cookie },
      { authorization_manage: token, cookie },
      { authorization: token, cookie: cookie.replace('-manage', '') },
      { authorization: program },
      { authorization_manage: program },
    ])
      for (const path of ['/v1/pin', '/v1/bankaccount', '/v1/notification/count', '/v1/login'])
        expect([path, (await caller(base)('GET', path, undefined, headers)).status]).toEqual([path, 401]);
  });

  it('a customer session allows no staff call, under either header', async () => {
    const { token, cookie } = await signInBrowser(base, who);
    const { token: program } = await signIn(base, who);
    for (const headers of [
      { authorization: token, cookie },
      { authorization_manage: token, cookie },
      { authorization_manage: token, cookie: cookie.replace('larkmere=', 'larkmere-manage=') },
      { authorization: program },
      { authorization_manage: program },
    ])
      for (const path of ['/v1/manage/dashboard', '/v1/manage/auth/qrcode', '/v1/manage/login'])
        expect([path, (await caller(base)('GET', path, undefined, headers)).status]).toEqual([path, 401]);
  });

  it('a request with both identities, or a hyphen in the header, is not authenticated', async () => {
    const [customer, member] = [await signIn(base, who), await signInStaff(base, staff)];
    const twin = { 'authorization-manage': member.token };
    expect((await customer.call('GET', '/v1/pin', undefined, { authorization_manage: member.token })).status).toBe(401);
    expect((await customer.call('GET', '/v1/pin', undefined, twin)).status).toBe(401);
    const path = '/v1/manage/dashboard';
    expect((await member.call('GET', path, undefined, { authorization: customer.token })).status).toBe(401);
    expect((await member.call('GET', path, undefined, twin)).status).toBe(401);
    expect((await caller(base)('GET', path, undefined, twin)).status).toBe(401);
    expect((await customer.call('GET', '/v1/pin')).status).toBe(200);
    expect((await member.call('GET', path)).status).toBe(200);
  });

  it('a password of one side is refused at the other', async () => {
    const { username } = who.user;
    expect((await login(await staffCredentials(staff, { username }))).body.code).toBe('login_failed');
    const body = { username: staff.username, password: testPassword, idempotency: randomUUID() };
    expect((await caller(base)('POST', '/v1/login', body)).body.code).toBe('login_failed');
  });
});

describe('enrolment of the one-time code', () => {
  const path = '/v1/manage/auth/qrcode';
  let fresh: TestStaff;
  beforeEach(async () => {
    fresh = await seedStaff(db, { isEnrolled: false });
  });

  it('starts with the password, displays the secret once and ends with the first code', async () => {
    const { call, answer } = await signInStaff(base, fresh, { code: undefined });
    expect(answer.body.data).toMatchObject({ enrolling: true, session: { absoluteSeconds: 300 } });
    const shown = await call('GET', path);
    const { uri, secret } = shown.body.data;
    expect(uri).toContain(`secret=${secret}`);
    expect(shown.headers.get('cache-control')).toBe('no-store');
    const before = await digestTables(db);
    expect((await call('GET', path)).body.code).toBe('enrolment_closed');
    expect(await digestTables(db)).toEqual(before);

    const enrolled = await signInStaff(base, fresh, { code: await totpCodeOf({ secret }) });
    expect(enrolled.answer.body.data).toMatchObject({ enrolling: false });
    expect((await enrolled.call('GET', path)).body.code).toBe('enrolment_closed');
    expect((await call('GET', path)).status).toBe(401);
    expect(await auditActionsOf(fresh)).toEqual([
      'staff.session_started',
      'staff.totp_displayed',
      'staff.totp_confirmed',
      'staff.session_started',
    ]);
    expect((await login(await staffCredentials(fresh, { code: undefined }))).body.code).toBe('login_failed');
  });

  it('allows nothing else', async () => {
    const { call } = await signInStaff(base, fresh, { code: undefined });
    expect((await call('GET', '/v1/manage/dashboard')).status).toBe(401);
    expect((await call('POST', '/v1/manage/logout', { idempotency: randomUUID() })).status).toBe(200);
    expect((await call('GET', path)).status).toBe(401);
  });

  it('expires five minutes after the password', async () => {
    const { call } = await signInStaff(base, fresh, { code: undefined });
    await sql`update staff.session set created_at = now() - interval '5 minutes 1 second' where member_id = ${fresh.id}`.execute(
      db,
    );
    expect((await call('GET', path)).status).toBe(401);
  });

  it('creates a new secret each time, so that an earlier one is useless', async () => {
    const first = await signInStaff(base, fresh, { code: undefined });
    const { secret } = (await first.call('GET', path)).body.data;
    await signInStaff(base, fresh, { code: undefined });
    expect((await login(await staffCredentials(fresh, { code: await totpCodeOf({ secret }) }))).body.code).toBe(
      'login_failed',
    );
    expect(await memberOf(fresh)).toMatchObject({ confirmed: false, step: null });
  });

  it('cannot be skipped with a code', async () => {
    expect((await login(await staffCredentials(fresh))).body.code).toBe('login_failed');
    expect(await sessionsOf(fresh)).toEqual([]);
  });
});
