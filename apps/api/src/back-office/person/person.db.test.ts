import { randomUUID } from 'node:crypto';
import type { OneTimePassword, PersonView } from '@larkmere/contract/back-office/person';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type ApiResponse,
  type Caller,
  caller,
  seedCredentials,
  signIn,
  startTestApi,
  testPassword,
} from '../../../../../test/fixtures/api-server.ts';
import { createDatabase, seedCustomer, setAccountStatus, type TestUser } from '../../../../../test/fixtures/base.ts';
import { createMailbox } from '../../../../../test/fixtures/mailbox.ts';
import { seedStaff, signInStaff } from '../../../../../test/fixtures/staff.ts';

const { db, url } = await createDatabase();
const { url: smtpUrl, waitForMails } = await createMailbox();
const mail = { smtpUrl, from: 'Larkmere <post@larkmere.example>', supportPhone: '020 7946 0018' };
const { base } = await startTestApi(url, { mail, publicUrl: 'https://bank.larkmere.example' });
const staff = {
  support: (await signInStaff(base, await seedStaff(db, { role: 'support' }))).call,
  compliance: (await signInStaff(base, await seedStaff(db, { role: 'compliance' }))).call,
  auditor: (await signInStaff(base, await seedStaff(db, { role: 'auditor' }))).call,
};
const reason = 'The customer called and answered the questions.';

let who: TestUser;
let call: Caller;
beforeEach(async () => {
  who = await seedCustomer(db);
  await seedCredentials(db, who);
  ({ call } = await signIn(base, who));
});

const write = (by: keyof typeof staff, path: string, sent: object = {}) =>
  staff[by]('POST', `/v1/manage/${path}`, { reason, idempotency: randomUUID(), ...sent });
const logIn = (password: string): Promise<ApiResponse> =>
  caller(base)('POST', '/v1/login', { username: who.user.username, password, idempotency: randomUUID() });
const givePassword = (sent: object = {}) => write('support', `user/changepassword/${who.user.id}`, sent);
const resetPin = (sent: object = {}) =>
  write('support', 'customer/resetpin', { customerId: who.customer.id, userId: who.user.id, ...sent });
const audited = async (entity: string): Promise<string[]> => {
  const { rows } = await sql<{ action: string }>`
    select action from platform.audit where entity = ${entity} and actor_kind = 'staff' order by id`.execute(db);
  return rows.map(({ action }) => action);
};

describe('a one-time password', () => {
  it('ends the sessions, opens none itself, and leads to an own password', async () => {
    const given = (await givePassword()).body.data as OneTimePassword;
    expect(given.password).toMatch(/^\d[A-Z][a-z]\d[A-Za-z\d]{8}[!@#$%^&*()_+]$/);
    expect((await call('GET', '/v1/pin')).status).toBe(401);
    expect((await logIn(testPassword)).body.code).toBe('login_failed');
    const { body } = await logIn(given.password);
    expect(body).toMatchObject({
      code: 'password_change_required',
      data: { token: expect.stringMatching(/^[\w-]{43}$/) },
    });
    const own = 'the otter swims upstream';
    const chosen = { password: own, confirm: own, idempotency: randomUUID() };
    expect((await caller(base)('POST', `/v1/resetpassword/${body.data.token}`, chosen)).status).toBe(200);
    expect((await logIn(own)).status).toBe(200);
    expect((await logIn(given.password)).body.code).toBe('login_failed');
    const letters = await waitForMails(who.user.email, 3);
    expect(letters.map(({ subject }) => subject)).toContain('You have a one-time password');
    for (const { text } of letters) expect(text).not.toContain(given.password);
    expect(await audited(`person:${who.user.id}`)).toEqual(['password.one_time_set']);
  });

  it('expires', async () => {
    const { password } = (await givePassword()).body.data;
    await sql`update session.password set one_time_until = now() where user_id = ${who.user.id}`.execute(db);
    expect((await logIn(password)).body.code).toBe('one_time_password_expired');
  });

  it('counts wrong tries like any other', async () => {
    await givePassword();
    for (let attempt = 1; attempt <= 5; attempt++) await logIn(`wrong ${attempt}`);
    expect((await logIn('wrong again')).body.code).not.toBe('password_change_required');
  });

  it('is the same for a repeated request, another for the next, and gone once the person has chosen', async () => {
    const idempotency = randomUUID();
    const first = (await givePassword({ idempotency })).body.data;
    expect((await givePassword({ idempotency })).body.data).toEqual(first);
    const second = (await givePassword()).body.data;
    expect(second.password).not.toBe(first.password);
    expect((await logIn(first.password)).body.code).toBe('login_failed');
    expect((await logIn(second.password)).body.code).toBe('password_change_required');
    expect(await audited(`person:${who.user.id}`)).toHaveLength(2);
  });

  it('does not stand in the database, the events or the audit', async () => {
    const { password } = (await givePassword()).body.data;
    const { rows } = await sql<{ n: number }>`select
      (select count(*)::int from platform.audit where detail::text like ${`%${password}%`})
      + (select count(*)::int from platform.event where payload::text like ${`%${password}%`}) as n`.execute(db);
    expect(rows).toEqual([{ n: 0 }]);
  });

  it.each(['suspended', 'locked'] as const)('is refused while an account of the person is %s', async (status) => {
    await setAccountStatus(db, who, status);
    expect((await givePassword()).body.code).toBe('invalid_transition');
    expect((await resetPin()).body.code).toBe('invalid_transition');
  });

  it('is refused without the right, for an unknown person, and without a reason', async () => {
    expect((await write('compliance', `user/changepassword/${who.user.id}`)).status).toBe(403);
    expect((await write('support', `user/changepassword/${randomUUID()}`)).status).toBe(404);
    expect((await givePassword({ reason: 'short' })).body.code).toBe('validation_failed');
    expect((await call('GET', '/v1/pin')).status).toBe(200);
  });
});

describe('a PIN that staff end', () => {
  it('is chosen anew by its owner, who gets the link', async () => {
    expect((await resetPin()).status).toBe(200);
    expect((await call('GET', '/v1/pin')).body.data).toMatchObject({ status: 'locked' });
    const [letter] = await waitForMails(who.user.email, 1);
    expect(letter?.text).toContain('https://bank.larkmere.example/dashboard#pin');
    expect(await audited(`person:${who.user.id}`)).toEqual(['pin.reset_by_staff']);
    const chosen = { pincode: '7351', confirmation: '7351', password: testPassword, idempotency: randomUUID() };
    expect((await call('POST', '/v1/pin/reset', chosen)).status).toBe(200);
    expect((await call('GET', '/v1/pin')).body.data).toMatchObject({ status: 'active' });
  });

  it('is refused without the right, for a person of another customer, and where none was chosen', async () => {
    const other = await seedCustomer(db);
    expect((await write('auditor', 'customer/resetpin')).status).toBe(403);
    expect((await resetPin({ customerId: other.customer.id })).status).toBe(404);
    const without = { customerId: other.customer.id, userId: other.user.id };
    expect((await resetPin(without)).body.code).toBe('pin_not_resettable');
  });
});

describe('contact details', () => {
  const show = async (by: keyof typeof staff = 'support'): Promise<PersonView> =>
    (await staff[by]('GET', `/v1/manage/user/${who.user.id}`)).body.data;
  const correct = (sent: object) => write('support', `user/${who.user.id}`, sent);

  it('are shown with a masked number, and the look is recorded', async () => {
    await sql`update customer.user set phone = '+447700900123' where id = ${who.user.id}`.execute(db);
    expect(await show('auditor')).toMatchObject({
      username: who.user.username,
      phone: '•••• 123',
      pin: 'active',
      customers: [{ uid: who.customer.id, role: 'owner', state: 'active', status: 'active' }],
    });
    expect(await audited(`person:${who.user.id}`)).toEqual(['person.viewed']);
    expect((await staff.support('GET', `/v1/manage/user/${randomUUID()}`)).status).toBe(404);
  });

  it('take another number at once, and the person is told', async () => {
    expect((await correct({ phone: '+447700900456' })).body.data).toMatchObject({ phone: '•••• 456' });
    const [letter] = await waitForMails(who.user.email, 1);
    expect(letter?.subject).toBe('Your phone number was changed');
  });

  it('take another address only with the codes that the person gets', async () => {
    const email = `new.${randomUUID()}@larkmere.example`;
    expect((await correct({ email })).body.data).toMatchObject({
      email: who.user.email,
      newEmailUntil: expect.any(String),
    });
    const code = (text: string | undefined) => /\b(\d{6})\b/.exec(text ?? '')?.[1];
    const [toOld] = await waitForMails(who.user.email, 1);
    const [toNew] = await waitForMails(email, 1);
    const codes = { oldCode: code(toOld?.text), newCode: code(toNew?.text), idempotency: randomUUID() };
    expect((await call('POST', '/v1/profile/email/confirm', codes)).status).toBe(200);
    expect(await show()).toMatchObject({ email, newEmailUntil: null });
  });

  it.each([
    [{}, 'validation_failed'],
    [{ phone: '07700' }, 'validation_failed'],
    [{ email: 'nobody' }, 'validation_failed'],
    [{ phone: '+447700900456', reason: 'no' }, 'validation_failed'],
  ])('are refused as %j', async (sent, code) => {
    expect((await correct(sent)).body.code).toBe(code);
  });

  it('are not corrected by who only reads, nor to the address that is there', async () => {
    expect((await write('auditor', `user/${who.user.id}`, { phone: '+447700900456' })).status).toBe(403);
    expect((await correct({ email: who.user.email })).body.code).toBe('email_unchanged');
  });
});
