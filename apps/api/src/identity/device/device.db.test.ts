import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Purpose } from '@larkmere/contract/purpose';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type Caller,
  caller,
  seedCredentials,
  startTestApi,
  testPassword,
  testPin,
} from '../../../../../test/fixtures/api-server.ts';
import { createDatabase, runJob, seedCustomer, seedUser, type TestUser } from '../../../../../test/fixtures/base.ts';
import { createMailbox } from '../../../../../test/fixtures/mailbox.ts';
import { openSocket } from '../../../../../test/fixtures/socket.ts';
import { sessionOriginPurge } from '../session/session.sql.ts';
import { devicePurge } from './device.sql.ts';

const { db, url } = await createDatabase();
const { url: smtpUrl, waitForMails, mailsTo } = await createMailbox();
const mail = { smtpUrl, from: 'Larkmere <post@larkmere.example>', supportPhone: '020 7946 0018' };
const { base } = await startTestApi(url, { mail, publicUrl: 'https://bank.larkmere.example' });
const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';
const page = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'user-agent': firefox };

type SignedIn = Readonly<{ call: Caller; secret: string; trusted: boolean }>;
let who: TestUser;
let home: SignedIn;
let password: string;

beforeEach(async () => {
  who = await seedCustomer(db);
  await seedCredentials(db, who);
  password = testPassword;
  home = await signInOn(who);
});

const attempt = (by: TestUser, secret: string | undefined, headers = {}) =>
  caller(base, page)(
    'POST',
    '/v1/login',
    { username: by.user.username, password, idempotency: randomUUID() },
    { ...(secret && { cookie: `__Host-larkmere-device=${secret}` }), ...headers },
  );

async function signInOn(by: TestUser, secret?: string, headers = {}): Promise<SignedIn> {
  const response = await attempt(by, secret, headers);
  const [session = '', device = ''] = response.headers.getSetCookie();
  expect(device).toMatch(
    /^__Host-larkmere-device=[\w-]{43}; Secure; Path=\/; HttpOnly; SameSite=Strict; Max-Age=34560000$/,
  );
  const { token: authorization, devices } = response.body.data;
  const sent = { authorization, cookie: session.split(';')[0] ?? '' };
  return {
    call: (method, path, body, more) => caller(base, page)(method, path, body, { ...sent, ...more }),
    secret: device.split(/[=;]/)[1] ?? '',
    trusted: devices.trusted,
  };
}

const list = async ({ call }: SignedIn) => (await call('GET', '/v1/device')).body.data;
const ownUid = async (signedIn: SignedIn): Promise<string> =>
  (await list(signedIn)).find(({ current }: { current: boolean }) => current).uid;
const act = ({ call }: SignedIn, uid: string, verb: string) =>
  call('POST', `/v1/device/${uid}/${verb}`, { idempotency: randomUUID() });
const revoke = ({ call }: SignedIn, uid: string) => call('DELETE', `/v1/device/${uid}`, { idempotency: randomUUID() });

async function authorise({ call }: SignedIn, uid: string, key: string): Promise<string> {
  const purpose: Purpose = { operation: 'device.trust', uid, amount: '0', currency: 'GBP', paymentIdempotency: key };
  const verified = await call('POST', '/v1/pin/verify', { pincode: testPin, purpose, idempotency: randomUUID() });
  return verified.body.data.authorisation;
}
async function trust(signedIn: SignedIn, uid: string, authorised = uid) {
  const idempotency = randomUUID();
  const authorisation = await authorise(signedIn, authorised, idempotency);
  return signedIn.call('POST', `/v1/device/${uid}/trust`, { authorisation, idempotency });
}

describe('devices of a person', () => {
  it('are found again by their cookie, after a logout too, and named by what the browser is', async () => {
    expect((await home.call('POST', '/v1/logout', { idempotency: randomUUID() })).status).toBe(200);
    const again = await signInOn(who, home.secret);
    expect(again.secret).toBe(home.secret);
    expect(await list(again)).toEqual([
      expect.objectContaining({
        name: 'Firefox on Windows',
        platform: 'Windows',
        browser: 'Firefox',
        lastCountry: null,
        current: true,
        trusted: false,
        isNew: false,
        openSessions: 1,
      }),
    ]);
  });

  it('of a client that is no browser are found by the token of its login', async () => {
    const call = caller(base);
    const login = (device?: string) =>
      call('POST', '/v1/login', {
        username: who.user.username,
        password: testPassword,
        device,
        idempotency: randomUUID(),
      });
    const { device } = (await login()).body.data;
    expect((await login(device)).body.data.device).toBe(device);
    expect(await list(home)).toHaveLength(2);
  });

  it('name the country of the network, and nothing for a private address', async () => {
    await signInOn(who, home.secret, { 'x-forwarded-for': '51.148.1.1' });
    expect(await list(home)).toEqual([expect.objectContaining({ lastCountry: 'GB' })]);
  });

  it('are one when two windows sign in at once', async () => {
    const both = await Promise.all([signInOn(who, home.secret), signInOn(who, home.secret)]);
    expect(both.map(({ secret }) => secret)).toEqual([home.secret, home.secret]);
    expect(await list(home)).toHaveLength(1);
  });

  it('do not take a secret that we never issued', async () => {
    const chosen = 'a'.repeat(43);
    expect((await signInOn(who, chosen)).secret).not.toBe(chosen);
  });

  it('are renamed, and only to a name', async () => {
    const uid = await ownUid(home);
    const rename = (name: string) => home.call('PUT', `/v1/device/${uid}`, { name, idempotency: randomUUID() });
    expect((await rename('  Kitchen laptop ')).status).toBe(200);
    expect(await list(home)).toEqual([expect.objectContaining({ name: 'Kitchen laptop' })]);
    for (const name of [' ', 'x'.repeat(41), 'a\u0000b', 'a\u202eb'])
      expect((await rename(name)).body.code).toBe('validation_failed');
  });
});

describe('what belongs to another person', () => {
  it('is neither listed nor changed, in the words for what does not exist', async () => {
    const stranger = await seedCustomer(db);
    await seedCredentials(db, stranger);
    const other = await signInOn(stranger);
    const foreign = await ownUid(home);
    expect(await list(other)).toHaveLength(1);
    const answers = async (uid: string) =>
      Promise.all([
        other.call('PUT', `/v1/device/${uid}`, { name: 'Mine', idempotency: randomUUID() }),
        trust(other, uid),
        revoke(other, uid),
        ...['distrust', 'confirm', 'not-me'].map((verb) => act(other, uid, verb)),
      ]);
    const [real, none] = [await answers(foreign), await answers(randomUUID())];
    expect(real.map(({ status }) => status)).toEqual(real.map(() => 404));
    expect(real.map(({ body }) => [body.code, body.message])).toEqual(
      none.map(({ body }) => [body.code, body.message]),
    );
    expect(await list(home)).toEqual([expect.objectContaining({ name: 'Firefox on Windows', trusted: false })]);
  });

  it('shares the browser, not the trust', async () => {
    const partner: TestUser = { customer: who.customer, user: await seedUser(db, who.customer) };
    await seedCredentials(db, partner);
    expect((await trust(home, await ownUid(home))).status).toBe(200);
    const theirs = await signInOn(partner, home.secret);
    expect([theirs.secret, theirs.trusted]).toEqual([home.secret, false]);
    expect(await list(theirs)).toEqual([expect.objectContaining({ trusted: false })]);
    expect((await signInOn(who, home.secret)).trusted).toBe(true);
  });

  it('needs the right to manage devices', async () => {
    const limited = await seedCustomer(db, { access: ['payment'] });
    await seedCredentials(db, limited);
    const signedIn = await signInOn(limited);
    expect((await signedIn.call('GET', '/v1/device')).status).toBe(403);
  });
});

describe('trust', () => {
  it('needs a PIN for exactly this device, once', async () => {
    const other = await signInOn(who);
    const uid = await ownUid(other);
    expect((await trust(home, uid, await ownUid(home))).body.code).toBe('authorisation_invalid');
    const idempotency = randomUUID();
    const authorisation = await authorise(home, uid, idempotency);
    const send = (key: string) => home.call('POST', `/v1/device/${uid}/trust`, { authorisation, idempotency: key });
    expect((await send(idempotency)).status).toBe(200);
    expect((await send(randomUUID())).body.code).toBe('authorisation_invalid');
    expect((await signInOn(who, other.secret)).trusted).toBe(true);
    expect((await act(home, uid, 'distrust')).status).toBe(200);
    expect((await signInOn(who, other.secret)).trusted).toBe(false);
  });

  it('stays on this device alone when the password changes', async () => {
    const other = await signInOn(who);
    for (const uid of [await ownUid(home), await ownUid(other)]) expect((await trust(home, uid)).status).toBe(200);
    const password = 'the otter swims upstream';
    const changed = await home.call('POST', '/v1/changepassword', {
      current: testPassword,
      password,
      confirm: password,
      idempotency: randomUUID(),
    });
    expect(changed.status).toBe(200);
    const trusted = async () =>
      (await list(home)).flatMap((device: { trusted: boolean; current: boolean }) =>
        device.trusted ? [device.current] : [],
      );
    expect(await trusted()).toEqual([true]);
  });
});

describe('a reset of the password', () => {
  it('ends the trust of every device', async () => {
    expect((await trust(home, await ownUid(home))).status).toBe(200);
    const asked = { identifier: who.user.username, idempotency: randomUUID() };
    expect((await caller(base)('POST', '/v1/forgot-login', asked)).status).toBe(200);
    const [letter] = await waitForMails(who.user.email);
    const token = /forgot-login#([\w-]+)/.exec(letter?.text ?? '')?.[1];
    password = 'the otter swims upstream';
    const chosen = { password, confirm: password, idempotency: randomUUID() };
    expect((await caller(base)('POST', `/v1/resetpassword/${token}`, chosen)).status).toBe(200);
    const back = await signInOn(who, home.secret);
    expect([back.secret, back.trusted]).toEqual([home.secret, false]);
  });
});

describe('a removed device', () => {
  it('is signed out at once, and is new at its next sign-in', async () => {
    const other = await signInOn(who);
    const uid = await ownUid(other);
    expect((await trust(home, uid)).status).toBe(200);
    expect((await revoke(home, uid)).status).toBe(200);
    expect((await other.call('GET', '/v1/device')).status).toBe(401);
    const back = await signInOn(who, other.secret);
    expect(back.trusted).toBe(false);
    expect(await ownUid(back)).not.toBe(uid);
  });

  it('loses its open windows at once, and no other device does', async () => {
    const client = async () => {
      const login = { username: who.user.username, password: testPassword, idempotency: randomUUID() };
      const { token } = (await caller(base)('POST', '/v1/login', login)).body.data;
      const call = caller(base, { authorization: token });
      return { uid: await ownUid({ call, secret: '', trusted: false }), window: await openSocket(base, { token }) };
    };
    const [removed, kept] = [await client(), await client()];
    expect((await revoke(home, removed.uid)).status).toBe(200);
    expect(await Promise.race([removed.window.closed.then(() => 'closed'), sleep(15_000)])).toBe('closed');
    expect(await kept.window.ask(who.user.id)).toBe(true);
    kept.window.close();
  });

  it('cannot be the one in use', async () => {
    const uid = await ownUid(home);
    for (const { body } of [await revoke(home, uid), await act(home, uid, 'not-me'), await act(home, uid, 'confirm')])
      expect(body.code).toBe('device_is_current');
    expect(await list(home)).toHaveLength(1);
  });

  it('keeps no session that began while it was removed', async () => {
    const other = await signInOn(who);
    const uid = await ownUid(other);
    const [login, removed] = await Promise.all([attempt(who, other.secret), revoke(home, uid)]);
    expect([login.status, removed.status]).toEqual([200, 200]);
    const { rows } = await sql`select from session.session where device_id = ${uid} and ended_at is null`.execute(db);
    expect(rows).toEqual([]);
  });
});

describe('a sign-in on a new device', () => {
  it('is told by e-mail and notification, and the first one ever is not', async () => {
    await signInOn(who, undefined, { 'x-forwarded-for': '51.148.1.1' });
    const [letter] = await waitForMails(who.user.email);
    expect(letter?.subject).toBe('New device logged in to your account');
    expect(letter?.text).toContain('Near: UK (approximate)');
    expect(letter?.text).toContain('https://bank.larkmere.example/device');
    await expect
      .poll(async () => (await home.call('GET', '/v1/notification')).text, { timeout: 15_000 })
      .toContain('using Firefox on Windows, from UK');
    await signInOn(who, home.secret);
    expect(await mailsTo(who.user.email)).toHaveLength(1);
  });

  it('is a question until the person says it was theirs', async () => {
    const uid = await ownUid(await signInOn(who));
    const isNew = async () => (await list(home)).find((device: { uid: string }) => device.uid === uid).isNew;
    expect(await isNew()).toBe(true);
    expect((await act(home, uid, 'confirm')).status).toBe(200);
    expect(await isNew()).toBe(false);
  });

  it('that was not theirs ends every other session, open PIN entries and the password', async () => {
    const thief = await signInOn(who);
    const second = await signInOn(who);
    const uid = await ownUid(thief);
    const key = randomUUID();
    const authorisation = await authorise(home, await ownUid(home), key);
    expect((await act(home, uid, 'not-me')).status).toBe(200);
    for (const { call } of [thief, second]) expect((await call('GET', '/v1/device')).status).toBe(401);
    const late = await home.call('POST', `/v1/device/${await ownUid(home)}/trust`, { authorisation, idempotency: key });
    expect(late.body.code).toBe('authorisation_invalid');
    expect((await attempt(who, thief.secret)).body.code).toBe('password_reset_required');
    const confirmed = await home.call('POST', '/v1/changepassword', {
      current: testPassword,
      password: 'the otter swims upstream',
      confirm: 'the otter swims upstream',
      idempotency: randomUUID(),
    });
    expect(confirmed.body.code).toBe('password_reset_required');
    await expect
      .poll(async () => (await mailsTo(who.user.email)).map(({ subject }) => subject), { timeout: 15_000 })
      .toContain('Choose a new password');
  });
});

describe('the purge', () => {
  const age = (interval: string) =>
    sql`with d as (update device.device set last_seen_at = now() - ${interval}::interval where user_id = ${who.user.id})
      update session.session set last_seen_at = now() - ${interval}::interval where user_id = ${who.user.id}`.execute(
      db,
    );
  const left = async () => {
    const { rows } = await sql<{ devices: number; origins: number }>`
      select (select count(*)::int from device.device where user_id = ${who.user.id}) as devices,
        (select count(*)::int from session.session where user_id = ${who.user.id} and (ip is not null or user_agent is not null)) as origins`.execute(
      db,
    );
    return rows[0];
  };

  it.each([
    ['13 months -1 minute', { devices: 1, origins: 1 }],
    ['13 months 1 minute', { devices: 0, origins: 0 }],
  ])('%s after the last sign-in leaves %o', async (interval, expected) => {
    await age(interval);
    await runJob(db, devicePurge);
    await runJob(db, sessionOriginPurge);
    expect(await left()).toEqual(expected);
  });
});
