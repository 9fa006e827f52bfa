import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type Caller,
  seedCredentials,
  signIn,
  startTestApi,
  testPassword,
} from '../../../../../test/fixtures/api-server.ts';
import { createDatabase, seedCustomer, type TestUser } from '../../../../../test/fixtures/base.ts';
import { createMailbox } from '../../../../../test/fixtures/mailbox.ts';
import { openPinCode, receivePinCode } from '../../../../../test/fixtures/pin-code.ts';
import { createTextGateway } from '../../../../../test/fixtures/text-messages.ts';

const { db, url } = await createDatabase();
const { url: smtpUrl, waitForMails } = await createMailbox();
const { sms, textsTo } = await createTextGateway();
const mail = { smtpUrl, from: 'Larkmere <post@larkmere.example>', supportPhone: '020 7946 0018' };
const { base } = await startTestApi(url, { mail, sms, publicUrl: 'https://bank.larkmere.example' });
const phone = '+447400900321';

let who: TestUser;
let call: Caller;
beforeEach(async () => {
  who = await seedCustomer(db);
  await seedCredentials(db, who);
  await sql`update customer.user set phone = ${phone} where id = ${who.user.id}`.execute(db);
  ({ call } = await signIn(base, who));
});

const chosen = (more: object = {}) => ({ pincode: '7351', confirmation: '7351', idempotency: randomUUID(), ...more });
const reset = async (more: object = {}) => {
  const { body } = await call('POST', '/v1/pin/reset', chosen({ password: testPassword, ...more }));
  return body.code ?? 'set';
};
const create = async (more: object = {}) => {
  await sql`delete from pin.pin where user_id = ${who.user.id}`.execute(db);
  const { body } = await call('POST', '/v1/pin', chosen(more));
  return body.code ?? 'set';
};
const lastResetBy = (channel: 'email' | 'phone' | null) =>
  sql`update session.password set reset_channel = ${channel} where user_id = ${who.user.id}`.execute(db);
const sendCode = async () => (await call('POST', '/v1/pin/code', { idempotency: randomUUID() })).body;
const terms = async () => (await call('GET', '/v1/customer/resetpin')).body.data;
const addAuthenticator = () =>
  sql`insert into second_factor.authenticator (user_id, id, secret, confirmed_at)
    values (${who.user.id}, ${randomUUID()}, 'no secret', now())`.execute(db);
const trustDevice = () => sql`update device.device set trusted_at = now() where user_id = ${who.user.id}`.execute(db);

describe('a new PIN', () => {
  it('takes more than the password, also of a person whose password was never reset', async () => {
    expect(await reset()).toBe('pin_code_required');
    expect(await reset({ code: '000000' })).toBe('pin_proof_wrong');
    expect(await terms()).toMatchObject({ allowed: true, requires: 'password_and_code', sentTo: expect.any(String) });
    const code = await receivePinCode(db, call, who.user.id);
    const [letter] = await waitForMails(who.user.email, 1);
    expect(letter?.text).toContain(code);
    expect(await reset({ code, password: 'not the password' })).toBe('login_failed');
    expect(await reset({ code })).toBe('set');
    expect(await reset({ code, pincode: '8263', confirmation: '8263' })).toBe('pin_proof_wrong');
  });

  it('is free for the first one until the password was reset', async () => {
    expect(await create()).toBe('set');
    await lastResetBy('email');
    expect(await create()).toBe('pin_code_required');
    expect(await create({ code: await receivePinCode(db, call, who.user.id) })).toBe('set');
  });

  it.each([
    ['email', 'phone'],
    ['phone', 'email'],
  ] as const)('after a reset by %s takes a code that goes by %s', async (resetBy, channel) => {
    await lastResetBy(resetBy);
    const texts = textsTo(phone).length;
    expect((await sendCode()).data).toMatchObject({ channel });
    const code = await openPinCode(db, who.user.id);
    const sent = channel === 'phone' ? () => textsTo(phone).slice(texts) : async () => waitForMails(who.user.email, 1);
    await expect.poll(async () => JSON.stringify(await sent()), { timeout: 15_000 }).toContain(code);
    expect(await reset({ code })).toBe('set');
  });

  it.each([
    ['no number', sql`phone = null`],
    ['a number that changed lately', sql`phone_changed_at = now() - interval '6 days'`],
    ['a number that somebody else gave', sql`phone_is_own = false`],
  ])('after a reset by e-mail is refused to a person with %s', async (_, state) => {
    await lastResetBy('email');
    await sql`update customer.user set ${state} where id = ${who.user.id}`.execute(db);
    expect((await sendCode()).code).toBe('channel_unavailable');
    expect(await reset()).toBe('channel_unavailable');
    expect(await terms()).toMatchObject({ allowed: false, sentTo: null });
  });

  it('takes no code that was sent before the password was reset through the same channel', async () => {
    const code = await receivePinCode(db, call, who.user.id);
    await lastResetBy('email');
    expect(await reset({ code })).toBe('pin_proof_wrong');
  });

  it('takes a code five times wrong, and no longer', async () => {
    const code = await receivePinCode(db, call, who.user.id);
    const wrong = code === '000000' ? '000001' : '000000';
    const unlock = () => sql`delete from session.login_throttle`.execute(db);
    for (let attempt = 1; attempt <= 5; attempt++) {
      expect(await reset({ code: wrong })).toBe('pin_proof_wrong');
      await unlock();
    }
    expect(await reset({ code })).toBe('pin_proof_wrong');
  });

  it('counts wrong proofs over codes, and a right password does not take the count back', async () => {
    for (let attempt = 1; attempt <= 6; attempt++) await reset({ code: '000000' });
    expect(await reset({ code: await receivePinCode(db, call, who.user.id) })).toBe('login_locked');
  });

  it('takes a second factor of a person who has one, and no code instead', async () => {
    await addAuthenticator();
    expect(await terms()).toMatchObject({ requires: 'password_and_factor', methods: ['totp'] });
    expect(await reset({ code: await receivePinCode(db, call, who.user.id) })).toBe('second_factor_required');
  });

  it('takes the password alone on a trusted device, whose trust a reset ends', async () => {
    await trustDevice();
    expect(await terms()).toMatchObject({ requires: 'password', methods: [], sentTo: null });
    expect(await reset()).toBe('set');
  });

  it('gets five codes an hour', async () => {
    for (let sent = 1; sent <= 5; sent++) expect((await sendCode()).code).toBeUndefined();
    expect((await sendCode()).code).toBe('too_many_codes');
  });
});
