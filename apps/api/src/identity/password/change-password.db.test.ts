import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type Caller,
  caller,
  seedCredentials,
  signIn,
  startTestApi,
  testPassword,
} from '../../../../../test/fixtures/api-server.ts';
import { createDatabase, seedCustomer, seedUser, type TestUser } from '../../../../../test/fixtures/base.ts';
import { createMailbox } from '../../../../../test/fixtures/mailbox.ts';

const { db, url } = await createDatabase();
const { url: smtpUrl, waitForMails } = await createMailbox();
const mail = { smtpUrl, from: 'Larkmere <post@larkmere.example>', supportPhone: '020 7946 0018' };
const { base } = await startTestApi(url, { mail, publicUrl: 'https://bank.larkmere.example' });
const newPassword = 'the otter swims upstream';
let who: TestUser;
let call: Caller;

beforeEach(async () => {
  who = await seedCustomer(db);
  await seedCredentials(db, who);
  ({ call } = await signIn(base, who));
});

const change = (over: object = {}, by = call) =>
  by('POST', '/v1/changepassword', {
    current: testPassword,
    password: newPassword,
    confirm: newPassword,
    idempotency: randomUUID(),
    ...over,
  });
const logIn = async (password: string) =>
  (
    await caller(base)('POST', '/v1/login', {
      username: who.user.username,
      password,
      idempotency: randomUUID(),
    })
  ).status;

describe('change password', () => {
  it('takes the new password from then on, and the old one no longer', async () => {
    expect((await change()).status).toBe(200);
    expect(await logIn(testPassword)).toBe(400);
    expect(await logIn(newPassword)).toBe(200);
  });

  it('ends the other sessions of the person, not this one and not those of a colleague', async () => {
    const colleague = { ...who, user: await seedUser(db, who.customer) };
    await seedCredentials(db, colleague);
    const other = await signIn(base, who);
    const theirs = await signIn(base, colleague);
    expect((await change()).status).toBe(200);
    expect((await call('GET', '/v1/pin')).status).toBe(200);
    expect((await other.call('GET', '/v1/pin')).status).toBe(401);
    expect((await theirs.call('GET', '/v1/pin')).status).toBe(200);
  });

  it('is answered once more for the same request, and changes nothing twice', async () => {
    const idempotency = randomUUID();
    expect((await change({ idempotency })).status).toBe(200);
    expect((await change({ idempotency })).status).toBe(200);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from platform.audit where action = 'password.changed' and entity = ${`person:${who.user.id}`}`.execute(
      db,
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('voids a link for a new password that is still open', async () => {
    await caller(base)('POST', '/v1/forgot-login', { identifier: who.user.username, idempotency: randomUUID() });
    const [letter] = await waitForMails(who.user.email);
    const token = /\/forgot-login#([\w-]{43})$/m.exec(letter?.text ?? '')?.[1] ?? '';
    expect((await change()).status).toBe(200);
    const reset = { password: 'another password here', confirm: 'another password here', idempotency: randomUUID() };
    expect((await caller(base)('POST', `/v1/resetpassword/${token}`, reset)).body.code).toBe('reset_link_invalid');
  });

  it('tells the owner by e-mail and notification', async () => {
    await change();
    const [letter] = await waitForMails(who.user.email);
    expect(letter?.subject).toBe('Your password was changed');
    await expect
      .poll(
        async () => {
          const { rows } = await sql<{ type: string }>`
          select type from notification.notification where user_id = ${who.user.id}`.execute(db);
          return rows;
        },
        { timeout: 15_000 },
      )
      .toEqual([{ type: 'password.changed' }]);
  });

  it('refuses a wrong current password, and any after four wrong ones', async () => {
    for (let attempt = 1; attempt <= 4; attempt++)
      expect((await change({ current: `wrong ${attempt}` })).body.code).toBe('login_failed');
    expect((await change()).body.code).toBe('login_locked');
  });

  it.each([
    [{ password: 'elevenchars', confirm: 'elevenchars' }, 'validation_failed'],
    [{ confirm: `${newPassword}.` }, 'password_mismatch'],
    [{ password: 'abcabcabcabcabc', confirm: 'abcabcabcabcabc' }, 'password_weak'],
    [{ current: '' }, 'validation_failed'],
  ])('refuses %j and keeps the old password', async (over, code) => {
    expect((await change(over)).body.code).toBe(code);
    expect(await logIn(testPassword)).toBe(200);
  });

  it('refuses a password with the login name or the member code in it', async () => {
    for (const name of [who.user.username, who.customer.memberCode]) {
      const password = `mine is ${name} now`;
      expect((await change({ password, confirm: password })).body.code).toBe('password_weak');
    }
  });

  it('refuses the password that is used now', async () => {
    expect((await change({ password: testPassword, confirm: testPassword })).body.code).toBe('password_unchanged');
  });

  it('refuses a person without the right to change it, and strangers', async () => {
    await sql`update customer.membership set access = array_remove(access, 'changepassword') where user_id = ${who.user.id}`.execute(
      db,
    );
    expect((await change()).status).toBe(403);
    expect((await change({}, caller(base))).status).toBe(401);
  });
});
