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
import { createMailbox } from '../../../../../test/fixtures/mailbox.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { hashToken } from '../../platform/security/token.ts';
import { failSignIn, solveCaptcha } from '../session/sign-in-fixture.ts';
import { findLinkOwner } from './recovery.read.ts';
import { recoveryPurge, useLink } from './recovery.sql.ts';

const { db, url } = await createDatabase();
const { url: smtpUrl, waitForMails, mailsTo } = await createMailbox();
const mail = { smtpUrl, from: 'Larkmere <post@larkmere.example>', supportPhone: '020 7946 0018' };
const { base } = await startTestApi(url, { mail, publicUrl: 'https://bank.larkmere.example' });
const newPassword = 'the otter swims upstream';
let who: TestUser;

beforeEach(async () => {
  who = await seedCustomer(db);
  await seedCredentials(db, who);
});

const request = async (identifier: string, over: object = {}, call = caller(base)) =>
  call('POST', '/v1/forgot-login', { identifier, idempotency: randomUUID(), ...over });
const reset = (token: string, over: object = {}, call = caller(base)) =>
  call('POST', `/v1/resetpassword/${token}`, {
    password: newPassword,
    confirm: newPassword,
    idempotency: randomUUID(),
    ...over,
  });
const logIn = (password: string) =>
  caller(base)('POST', '/v1/login', { username: who.user.username, password, idempotency: randomUUID() });
const tokenIn = (text: string | undefined): string =>
  /^https:\/\/bank\.larkmere\.example\/forgot-login#([\w-]{43})$/m.exec(text ?? '')?.[1] ?? 'no link';
const receiveToken = async (count = 1): Promise<string> => {
  if ((await request(who.user.username)).status !== 200) throw new Error('no request');
  const mails = await waitForMails(who.user.email, count);
  return tokenIn(mails.at(-1)?.text);
};
const delivered = () =>
  expect
    .poll(
      async () => {
        const { rows } = await sql<{ n: number }>`
        select (select count(*) from platform.delivery where done_at is null)
          + (select count(*) from platform.event where not is_fanned_out) as n`.execute(db);
        return Number(rows[0]?.n);
      },
      { timeout: 15_000 },
    )
    .toBe(0);
const setExpiry = (token: string, expiry: string) =>
  sql`update recovery.request set expires_at = now() + ${expiry}::interval where token_hash = ${hashToken(token)}`.execute(
    db,
  );

describe('a request for a new password', () => {
  it('sends the owner a link by username, e-mail or member code, whatever host the request names', async () => {
    for (const name of [who.user.username.toUpperCase(), ` ${who.user.email}`, who.customer.memberCode])
      expect(
        (
          await caller(base, { 'x-forwarded-host': 'evil.example' })('POST', '/v1/forgot-login', {
            identifier: name,
            idempotency: randomUUID(),
          })
        ).status,
      ).toBe(200);
    const mails = await waitForMails(who.user.email, 3);
    for (const { subject, text, html } of mails) {
      expect(subject).toBe('Reset your password');
      expect(tokenIn(text)).toMatch(/^[\w-]{43}$/);
      expect(text).toContain(`You log in with ${who.customer.memberCode} or with this email address.`);
      expect(html).toContain(`<a href="https://bank.larkmere.example/forgot-login#${tokenIn(text)}">`);
    }
    expect(new Set(mails.map(({ text }) => tokenIn(text))).size).toBe(3);
  });

  it('tells a colleague of the owner their own username', async () => {
    const colleague = await seedUser(db, who.customer, { role: 'payer' });
    await seedCredentials(db, { ...who, user: colleague });
    await request(colleague.email);
    const [letter] = await waitForMails(colleague.email);
    expect(letter?.text).toContain(`You log in with ${colleague.username} or with`);
  });

  it('gets the same answer and leaves the same rows for a known and an unknown name', async () => {
    const rowsOf = async () => {
      const { rows } = await sql<Record<string, string>>`
        select (select count(*) from recovery.request) as requests, (select count(*) from platform.event) as events,
          (select count(*) from platform.audit) as audits, (select count(*) from session.login_throttle) as throttles`.execute(
        db,
      );
      return Object.values(rows[0] ?? {}).map(Number);
    };
    const measure = async (name: string) => {
      await delivered();
      const before = await rowsOf();
      const { status, body } = await request(name);
      const answer = { status, body: { ...body, requestId: '' } };
      return { answer, added: (await rowsOf()).map((n, i) => n - (before[i] ?? 0)) };
    };
    const [known, unknown] = [await measure(who.user.username), await measure(`nobody ${randomUUID()}`)];
    expect(known).toEqual(unknown);
    expect(known.added).toEqual([1, 1, 1, 2]);
  });

  it('sends nothing to a user or customer who may not log in', async () => {
    await sql`update customer.customer set state = 'locked' where id = ${who.customer.id}`.execute(db);
    expect((await request(who.user.username)).status).toBe(200);
    await delivered();
    expect(await mailsTo(who.user.email)).toEqual([]);
  });

  it('sends at most three e-mails an hour without saying so', async () => {
    for (const name of [who.user.username, who.user.email, who.customer.memberCode, who.user.username])
      expect((await request(name)).status).toBe(200);
    await delivered();
    expect(await mailsTo(who.user.email)).toHaveLength(3);
    await sql`update recovery.request set requested_at = now() - interval '1 hour'`.execute(db);
    await request(who.user.email);
    await waitForMails(who.user.email, 4);
  });

  it.each(['known', 'unknown'])('is slowed down alike for a name that is %s', async (kind) => {
    const name = kind === 'known' ? who.user.username : `nobody ${randomUUID()}`;
    for (let n = 0; n < 3; n += 1) expect((await request(name)).status).toBe(200);
    expect((await request(name)).body.code).toBe('captcha_required');
    expect((await request(name, { captcha: 'made up' })).body.code).toBe('captcha_failed');
    const unblock = () => sql`update session.login_throttle set blocked_until = null where failures < 5`.execute(db);
    for (let n = 0; n < 2; n += 1) {
      expect((await request(name, { captcha: await solveCaptcha(base) })).status).toBe(200);
      await unblock();
    }
    const locked = await request(name, { captcha: await solveCaptcha(base) });
    expect([locked.body.code, locked.body.message]).toEqual([
      'login_locked',
      'Logging in is paused after too many tries. Try again in 15 minutes.',
    ]);
    if (kind === 'known') expect((await logIn(testPassword)).status).toBe(200);
  });

  it('keeps the token neither in its table nor in the outbox', async () => {
    const token = await receiveToken();
    const { rows } = await sql<{ text: string }>`
      select r::text as text from recovery.request r union all select e::text from platform.event e
      union all select a::text from platform.audit a`.execute(db);
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.filter(({ text }) => text.includes(token))).toEqual([]);
  });
});

describe('a new password', () => {
  it('replaces the old one, ends every session and logs nobody in', async () => {
    const [browser, client] = [await signInBrowser(base, who), await signIn(base, who)];
    const token = await receiveToken();
    const { status, headers, body } = await reset(token);
    expect([status, body.data, headers.get('set-cookie')]).toEqual([200, null, null]);
    for (const { call } of [browser, client]) expect((await call('GET', '/v1/pin')).status).toBe(401);
    expect((await logIn(testPassword)).body.code).toBe('login_failed');
    expect((await logIn(newPassword)).status).toBe(200);
  });

  it('leaves the sessions of a colleague alone', async () => {
    const colleague = { ...who, user: await seedUser(db, who.customer) };
    await seedCredentials(db, colleague);
    const { call } = await signIn(base, colleague);
    await reset(await receiveToken());
    expect((await call('GET', '/v1/pin')).status).toBe(200);
  });

  it('is reported to the owner by e-mail and notification', async () => {
    const agent = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36' };
    const token = await receiveToken();
    await reset(token, {}, caller(base, agent));
    const letter = (await waitForMails(who.user.email, 2)).at(-1);
    expect(letter?.subject).toBe('Your password was changed');
    expect(letter?.text).toMatch(
      /was changed on \w{3} \d{1,2} \w{3} \d{4}, \d\d:\d\d UK time, using Chrome on Windows\./,
    );
    expect(letter?.text).not.toMatch(/:\/\//);
    await delivered();
    const { rows } = await sql<{ type: string; title: string; severity: string }>`
      select type, title, severity from notification.notification where user_id = ${who.user.id}`.execute(db);
    expect(rows).toEqual([
      { type: 'recovery.password_reset', title: 'Your password was changed', severity: 'warning' },
    ]);
  });

  it('ends the lock of the login', async () => {
    await failSignIn({ db, base }, { username: who.user.username, password: 'wrong', idempotency: randomUUID() }, 5);
    const mails = async () =>
      (await mailsTo(who.user.email)).filter(({ subject }) => subject === 'Reset your password');
    await request(who.user.username);
    await expect.poll(async () => (await mails()).length, { timeout: 15_000 }).toBe(1);
    expect((await reset(tokenIn((await mails())[0]?.text))).status).toBe(200);
    expect((await logIn(newPassword)).status).toBe(200);
  });

  it('is refused if it is short, simple, different the second time or contains a name, and the link still works', async () => {
    const token = await receiveToken();
    const wrong = [
      [{ password: 'elevenchars', confirm: 'elevenchars' }, 'validation_failed'],
      [{ confirm: `${newPassword}.` }, 'password_mismatch'],
      [{ password: 'abcabcabcabcabc', confirm: 'abcabcabcabcabc' }, 'password_weak'],
      [{ password: `mine: ${who.user.username}`, confirm: `mine: ${who.user.username}` }, 'password_weak'],
    ] as const;
    for (const [over, code] of [...wrong, ...wrong]) expect((await reset(token, over)).body.code).toBe(code);
    expect((await logIn(testPassword)).status).toBe(200);
    expect((await reset(token)).status).toBe(200);
  });
});

describe('a link', () => {
  const refusal = {
    code: 'reset_link_invalid',
    message: 'This link no longer works. It may be too old or used already. Ask for a new one.',
  };

  it('works once, also when used twice at the same time', async () => {
    const token = await receiveToken();
    const answers = await Promise.all([reset(token), reset(token), reset(token)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers) if (status !== 200) expect(body).toMatchObject(refusal);
    const again = 'a heron flies over the lake';
    expect((await reset(token, { password: again, confirm: again })).body).toMatchObject(refusal);
    expect((await logIn(newPassword)).status).toBe(200);
  });

  it('expires after 30 minutes to the moment', async () => {
    const token = await receiveToken();
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from expires_at - requested_at)::int as seconds from recovery.request
      where token_hash = ${hashToken(token)}`.execute(db);
    expect(rows).toEqual([{ seconds: 1800 }]);
    const atTheMoment = (expiry: string) =>
      inTransaction(db, async (tx) => {
        const hash = hashToken(token);
        await sql`update recovery.request set expires_at = now() + ${expiry}::interval where token_hash = ${hash}`.execute(
          tx,
        );
        return [(await findLinkOwner(tx, hash)) !== undefined, (await useLink(tx, hash)) !== undefined];
      });
    expect(await atTheMoment('0 seconds')).toEqual([false, false]);
    expect(await atTheMoment('1 second')).toEqual([true, true]);
  });

  it('that is expired, guessed or void is refused in the same words', async () => {
    const [first, second] = [await receiveToken(), await receiveToken(2)];
    await setExpiry(first, '0 seconds');
    expect((await reset(first)).body).toMatchObject(refusal);
    await setExpiry(first, '10 minutes');
    expect((await reset(second)).status).toBe(200);
    for (const token of [first, second, 'guessed', `${second}x`, who.user.id])
      expect((await reset(token)).body).toMatchObject(refusal);
    expect((await logIn(newPassword)).status).toBe(200);
  });

  it('of somebody else changes their password only', async () => {
    const token = await receiveToken();
    const other = await seedCustomer(db);
    await seedCredentials(db, other);
    const { call } = await signIn(base, other);
    expect((await reset(token, {}, call)).status).toBe(200);
    expect((await call('GET', '/v1/pin')).status).toBe(200);
    expect((await signIn(base, other)).token).toBeTruthy();
  });

  it('of a user or customer who may no longer log in is refused in the same words', async () => {
    const token = await receiveToken();
    await sql`update customer.customer set state = 'locked' where id = ${who.customer.id}`.execute(db);
    expect((await reset(token)).body).toMatchObject(refusal);
  });

  it('of an unknown name opens nothing, and guessing slows down', async () => {
    const call = caller(base);
    for (let n = 0; n < 3; n += 1) expect((await reset(randomUUID(), {}, call)).body).toMatchObject(refusal);
    expect((await reset(randomUUID(), {}, call)).body.code).toBe('captcha_required');
  });

  it('is deleted after a month', async () => {
    const token = await receiveToken();
    await sql`update recovery.request set requested_at = now() - interval '31 days' where token_hash = ${hashToken(token)}`.execute(
      db,
    );
    await runJob(db, recoveryPurge);
    const { rows } = await sql`select 1 from recovery.request where token_hash = ${hashToken(token)}`.execute(db);
    expect(rows).toEqual([]);
  });
});
