import { randomUUID } from 'node:crypto';
import type { PersonView } from '@larkmere/contract/back-office/person';
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
import { receivePinCode } from '../../../../../test/fixtures/pin-code.ts';
import { seedStaff, signInStaff } from '../../../../../test/fixtures/staff.ts';
import { createTextGateway } from '../../../../../test/fixtures/text-messages.ts';

const { db, url } = await createDatabase();
const { url: smtpUrl, waitForMails } = await createMailbox();
const { sms, textsTo, waitForTexts } = await createTextGateway();
const mail = { smtpUrl, from: 'Larkmere <post@larkmere.example>', supportPhone: '020 7946 0018' };
const { base } = await startTestApi(url, { mail, sms, publicUrl: 'https://bank.larkmere.example' });
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
const endPassword = (sent: object = {}) => write('support', `user/changepassword/${who.user.id}`, sent);
const resetPin = (sent: object = {}) =>
  write('support', 'customer/resetpin', { customerId: who.customer.id, userId: who.user.id, ...sent });
const audited = async (entity: string): Promise<string[]> => {
  const { rows } = await sql<{ action: string }>`
    select action from platform.audit where entity = ${entity} and actor_kind = 'staff' order by id`.execute(db);
  return rows.map(({ action }) => action);
};

const phone = '+447400900123';
const confirmPhone = () =>
  sql`update customer.user set phone = ${phone}, phone_confirmed_at = now() where id = ${who.user.id}`.execute(db);
const tokenIn = (text: string | undefined): string =>
  /^https:\/\/bank\.larkmere\.example\/forgot-login#([\w-]{43})$/m.exec(text ?? '')?.[1] ?? 'no link';
const passwordIn = (text: string | undefined): string =>
  /Larkmere: (\S+) is your/.exec(text ?? '')?.[1] ?? 'no password';
const choose = (token: string, password: string) =>
  caller(base)('POST', `/v1/resetpassword/${token}`, { password, confirm: password, idempotency: randomUUID() });
const own = 'the otter swims upstream';

describe('help with a password by e-mail', () => {
  it('ends the password and the sessions, and only the mailbox gets the link', async () => {
    const { body, text } = await endPassword();
    expect(body.data).toEqual({
      channel: 'email',
      sentTo: expect.stringMatching(/^.•••@/),
      expiresAt: expect.any(String),
    });
    expect((await call('GET', '/v1/pin')).status).toBe(401);
    expect((await logIn(testPassword)).body.code).toBe('password_reset_required');
    const [letter] = await waitForMails(who.user.email, 1);
    const token = tokenIn(letter?.text);
    expect(text).not.toContain(token);
    expect((await choose(token, testPassword)).body.code).toBe('password_unchanged');
    expect((await choose(token, own)).status).toBe(200);
    expect((await logIn(own)).status).toBe(200);
    expect(await audited(`person:${who.user.id}`)).toEqual(['recovery.started_by_staff']);
  });

  it('sends one link for a repeated request, and another ends it', async () => {
    const idempotency = randomUUID();
    const first = (await endPassword({ idempotency })).body.data;
    expect((await endPassword({ idempotency })).body.data).toEqual(first);
    await endPassword();
    const letters = await waitForMails(who.user.email, 2);
    expect((await choose(tokenIn(letters[0]?.text), own)).body.code).toBe('reset_link_invalid');
    expect((await choose(tokenIn(letters[1]?.text), own)).status).toBe(200);
  });

  it.each(['suspended', 'locked'] as const)('is refused while an account of the person is %s', async (status) => {
    await setAccountStatus(db, who, status);
    expect((await endPassword()).body.code).toBe('invalid_transition');
    expect((await resetPin()).body.code).toBe('invalid_transition');
  });

  it('is refused without the right, for an unknown person, without a reason and over an unknown channel', async () => {
    expect((await write('compliance', `user/changepassword/${who.user.id}`)).status).toBe(403);
    expect((await write('support', `user/changepassword/${randomUUID()}`)).status).toBe(404);
    expect((await endPassword({ reason: 'short' })).body.code).toBe('validation_failed');
    expect((await endPassword({ channel: 'post' })).body.code).toBe('validation_failed');
    expect((await call('GET', '/v1/pin')).status).toBe(200);
  });
});

describe('help with a password by text message', () => {
  it('sends a one-time password that opens no session and leads to an own one', async () => {
    await confirmPhone();
    const before = textsTo(phone).length;
    const { body, text } = await endPassword({ channel: 'phone' });
    expect(body.data).toMatchObject({ channel: 'phone', sentTo: '•••• 123' });
    const password = passwordIn((await waitForTexts(phone, before + 1)).at(-1));
    expect(password).toMatch(/^\d[A-Z][a-z]\d[A-Za-z\d]{8}[!@#$%^&*()_+]$/);
    expect(text).not.toContain(password);
    expect((await logIn(testPassword)).body.code).toBe('login_failed');
    const answer = await logIn(password);
    expect(answer.body).toMatchObject({ code: 'password_change_required', data: { token: expect.any(String) } });
    for (const used of [password, testPassword])
      expect((await choose(answer.body.data.token, used)).body.code).toBe('password_unchanged');
    expect((await choose(answer.body.data.token, own)).status).toBe(200);
    expect((await logIn(own)).status).toBe(200);
    const { rows } = await sql<{ n: number }>`select
      (select count(*)::int from platform.audit a where a::text like ${`%${password}%`})
      + (select count(*)::int from platform.event e where e::text like ${`%${password}%`})
      + (select count(*)::int from platform.idempotency i where i::text like ${`%${password}%`})
      + (select count(*)::int from outgoing_message.message m where m::text like ${`%${password}%`}) as n`.execute(db);
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('expires', async () => {
    await confirmPhone();
    const before = textsTo(phone).length;
    await endPassword({ channel: 'phone' });
    const password = passwordIn((await waitForTexts(phone, before + 1)).at(-1));
    await sql`update session.password set one_time_until = now() where user_id = ${who.user.id}`.execute(db);
    expect((await logIn(password)).body.code).toBe('one_time_password_expired');
  });

  it.each([
    ['nobody confirmed', sql`phone_confirmed_at = null`],
    ['changed lately', sql`phone_changed_at = now() - interval '6 days'`],
    ['the person did not give', sql`phone_is_own = false`],
    ['is not there', sql`phone = null`],
  ])('does not go to a number that %s', async (_, state) => {
    await confirmPhone();
    await sql`update customer.user set ${state} where id = ${who.user.id}`.execute(db);
    expect((await endPassword({ channel: 'phone' })).body.code).toBe('channel_unavailable');
    expect((await call('GET', '/v1/pin')).status).toBe(200);
  });
});

it('a member of staff cannot take the account over with what they see, nor with the mailbox and a phone besides', async () => {
  const agentPhone = '+447400900987';
  const seen = [
    await endPassword(),
    await resetPin(),
    await write('support', `user/${who.user.id}`, { phone: agentPhone }),
  ];
  const words = seen.flatMap(({ text }) => text.split(/[^\w-]+/)).filter((word) => word.length >= 6);
  for (const word of new Set(words)) expect((await choose(word, own)).body.code).not.toBe(undefined);
  // Even with the mailbox in their hands: the password alone, and a code to the same mailbox, give no PIN.
  const mails = await waitForMails(who.user.email, 3);
  const letter = mails.find(({ subject }) => subject === 'Choose a new password');
  const ownCode = /\b(\d{6})\b/.exec(
    mails.find(({ subject }) => subject === 'Confirm your phone number')?.text ?? '',
  )?.[1];
  const newCode = /\b(\d{6})\b/.exec((await waitForTexts(agentPhone, 1))[0] ?? '')?.[1];
  expect((await choose(tokenIn(letter?.text), own)).status).toBe(200);
  const session = (await logIn(own)).body.data;
  const thief: Caller = (method, path, body) => caller(base)(method, path, body, { authorization: session.token });
  const chosen = { pincode: '7351', confirmation: '7351', idempotency: randomUUID() };
  expect((await thief('GET', '/v1/customer/resetpin')).body.data).toMatchObject({ allowed: false });
  expect((await thief('POST', '/v1/pin/code', { idempotency: randomUUID() })).body.code).toBe('channel_unavailable');
  expect((await thief('POST', '/v1/pin/reset', { ...chosen, password: own })).body.code).toBe('channel_unavailable');
  await sql`delete from pin.pin where user_id = ${who.user.id}`.execute(db);
  expect((await thief('POST', '/v1/pin', chosen)).body.code).toBe('channel_unavailable');
  const codes = { ownCode, newCode, idempotency: randomUUID() };
  expect((await thief('POST', '/v1/profile/phone/confirm', codes)).body.code).toBe('phone_codes_wrong');
  const change = { phone: '+447400900789', password: own, idempotency: randomUUID() };
  expect((await thief('POST', '/v1/profile/phone', change)).body.code).toBe('channel_unavailable');
});

describe('a PIN that staff end', () => {
  it('is chosen anew by its owner, who gets the link', async () => {
    expect((await resetPin()).status).toBe(200);
    expect((await call('GET', '/v1/pin')).body.data).toMatchObject({ status: 'locked' });
    const [letter] = await waitForMails(who.user.email, 1);
    expect(letter?.text).toContain('https://bank.larkmere.example/dashboard#pin');
    expect(await audited(`person:${who.user.id}`)).toEqual(['pin.reset_by_staff']);
    const chosen = { pincode: '7351', confirmation: '7351', password: testPassword, idempotency: randomUUID() };
    expect((await call('POST', '/v1/pin/reset', chosen)).body.code).toBe('pin_code_required');
    const code = await receivePinCode(db, call, who.user.id);
    expect((await call('POST', '/v1/pin/reset', { ...chosen, code })).status).toBe(200);
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
    await sql`update customer.user set phone = '+447400900123' where id = ${who.user.id}`.execute(db);
    expect(await show('auditor')).toMatchObject({
      username: who.user.username,
      phone: '•••• 123',
      pin: 'active',
      customers: [{ uid: who.customer.id, role: 'owner', state: 'active', status: 'active' }],
    });
    expect(await audited(`person:${who.user.id}`)).toEqual(['person.viewed']);
    expect((await staff.support('GET', `/v1/manage/user/${randomUUID()}`)).status).toBe(404);
  });

  it('take another number only with the codes that the person gets', async () => {
    expect((await correct({ phone: '+447400900456' })).body.data).toMatchObject({
      phone: null,
      newPhoneUntil: expect.any(String),
    });
    const [letter] = await waitForMails(who.user.email, 1);
    const ownCode = /\b(\d{6})\b/.exec(letter?.text ?? '')?.[1];
    const newCode = /\b(\d{6})\b/.exec((await waitForTexts('+447400900456', 1))[0] ?? '')?.[1];
    const wrong = { ownCode, newCode: newCode === '000000' ? '000001' : '000000', idempotency: randomUUID() };
    expect((await call('POST', '/v1/profile/phone/confirm', wrong)).body.code).toBe('phone_codes_wrong');
    const codes = { ownCode, newCode, idempotency: randomUUID() };
    expect((await call('POST', '/v1/profile/phone/confirm', codes)).status).toBe(200);
    expect(await show()).toMatchObject({ phone: '•••• 456', newPhoneUntil: null, phoneTakesHelp: false });
    expect((await correct({ phone: '+447400900456' })).body.code).toBe('phone_unchanged');
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
    [{ phone: '+447400900456', reason: 'no' }, 'validation_failed'],
  ])('are refused as %j', async (sent, code) => {
    expect((await correct(sent)).body.code).toBe(code);
  });

  it('are not corrected by who only reads, nor to the address that is there', async () => {
    expect((await write('auditor', `user/${who.user.id}`, { phone: '+447400900456' })).status).toBe(403);
    expect((await correct({ email: who.user.email })).body.code).toBe('email_unchanged');
  });
});
