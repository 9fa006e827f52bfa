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
import { createDatabase, runJob, seedCustomer, type TestUser } from '../../../../../test/fixtures/base.ts';
import { createMailbox } from '../../../../../test/fixtures/mailbox.ts';
import { createTextGateway } from '../../../../../test/fixtures/text-messages.ts';
import { phoneChangePurge } from './phone-change.sql.ts';

const { db, url } = await createDatabase();
const { url: smtpUrl, waitForMails } = await createMailbox();
const { sms, textsTo } = await createTextGateway();
const mail = { smtpUrl, from: 'Larkmere <post@larkmere.example>', supportPhone: '020 7946 0018' };
const { base } = await startTestApi(url, { mail, sms, publicUrl: 'https://bank.larkmere.example' });
const oldPhone = '+447400900321';

let who: TestUser;
let call: Caller;
let newPhone: string;
beforeEach(async () => {
  who = await seedCustomer(db);
  await seedCredentials(db, who);
  await sql`update customer.user set phone = ${oldPhone}, phone_confirmed_at = now() where id = ${who.user.id}`.execute(
    db,
  );
  ({ call } = await signIn(base, who));
  newPhone = `+4474009${String(Math.floor(Math.random() * 90_000) + 10_000)}`;
});

const request = (over: object = {}) =>
  call('POST', '/v1/profile/phone', { phone: newPhone, password: testPassword, idempotency: randomUUID(), ...over });
const confirm = (ownCode: string, newCode: string) =>
  call('POST', '/v1/profile/phone/confirm', { ownCode, newCode, idempotency: randomUUID() });
const codeIn = (text: string | undefined): string => /\b(\d{6})\b/.exec(text ?? '')?.[1] ?? 'no code';
const textedTo = async (to: string, count = 1): Promise<string> => {
  await expect.poll(() => textsTo(to).length, { timeout: 15_000 }).toBe(count);
  return codeIn(textsTo(to).at(-1));
};
const phoneNow = async () => (await call('GET', '/v1/profile')).body.data.phone;

describe('a change of the phone number', () => {
  it('takes the code of the new number and that of the e-mail address, and tells both old channels', async () => {
    expect((await request()).body.data).toMatchObject({ channel: 'email', sentTo: expect.stringContaining('•••@') });
    const ownCode = codeIn((await waitForMails(who.user.email, 1))[0]?.text);
    const newCode = await textedTo(newPhone);
    for (const [first, second] of [
      [newCode, newCode],
      [ownCode, ownCode],
      [newCode, ownCode],
    ] as const)
      if (ownCode !== newCode) expect((await confirm(first, second)).body.code).toBe('phone_codes_wrong');
    expect(await phoneNow()).toBe(oldPhone);
    const texts = textsTo(oldPhone).length;
    const other = await signIn(base, who);
    expect((await confirm(ownCode, newCode)).status).toBe(200);
    expect(await phoneNow()).toBe(newPhone);
    expect((await other.call('GET', '/v1/profile')).status).toBe(401);
    await expect.poll(() => textsTo(oldPhone).length, { timeout: 15_000 }).toBe(texts + 1);
    expect((await waitForMails(who.user.email, 2))[1]?.subject).toBe('Your phone number was changed');
    expect((await confirm(ownCode, newCode)).body.code).toBe('phone_codes_wrong');
  });

  it('takes the code of the old number after a reset by e-mail', async () => {
    await sql`update session.password set reset_channel = 'email' where user_id = ${who.user.id}`.execute(db);
    const texts = textsTo(oldPhone).length;
    expect((await request()).body.data).toMatchObject({ channel: 'phone', sentTo: '•••• 321' });
    const ownCode = await textedTo(oldPhone, texts + 1);
    expect((await confirm(ownCode, await textedTo(newPhone))).status).toBe(200);
  });

  it('ends after five wrong tries', async () => {
    await request();
    const ownCode = codeIn((await waitForMails(who.user.email, 1))[0]?.text);
    const newCode = await textedTo(newPhone);
    const wrong = newCode === '000000' ? '000001' : '000000';
    for (let attempt = 1; attempt <= 5; attempt++) await confirm(ownCode, wrong);
    expect((await confirm(ownCode, newCode)).body.code).toBe('phone_codes_wrong');
  });

  it('is refused with a wrong password, to the same number, to no number, and a fourth time in an hour', async () => {
    expect((await request({ password: 'not the password' })).body.code).toBe('login_failed');
    expect((await request({ phone: oldPhone })).body.code).toBe('phone_unchanged');
    expect((await request({ phone: '+440000000000' })).body.code).toBe('validation_failed');
    for (let sent = 1; sent <= 3; sent++) expect((await request()).status).toBe(200);
    expect((await request()).body.code).toBe('too_many_phone_changes');
  });

  it('confirms the number that is there, which stays settled', async () => {
    await sql`update customer.user set phone_confirmed_at = null where id = ${who.user.id}`.execute(db);
    const texts = textsTo(oldPhone).length;
    expect((await request({ phone: oldPhone })).status).toBe(200);
    const ownCode = codeIn((await waitForMails(who.user.email, 1))[0]?.text);
    expect((await confirm(ownCode, await textedTo(oldPhone, texts + 1))).status).toBe(200);
    const { rows } = await sql`
      select phone_confirmed_at is not null as confirmed, phone_changed_at as changed from customer.user
      where id = ${who.user.id}`.execute(db);
    expect(rows).toEqual([{ confirmed: true, changed: null }]);
  });

  it('is forgotten after 30 days', async () => {
    await request();
    await sql`update phone_change.request set requested_at = now() - interval '31 days'`.execute(db);
    await runJob(db, phoneChangePurge);
    const { rows } = await sql`select 1 from phone_change.request where user_id = ${who.user.id}`.execute(db);
    expect(rows).toEqual([]);
  });
});
