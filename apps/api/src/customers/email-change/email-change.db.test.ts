import { randomUUID } from 'node:crypto';
import { compare, money } from '@larkmere/money/money';
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
import { lowerAfterReset } from '../../identity/recovery/recovery.ts';
import { inTransaction } from '../../platform/db/transaction.ts';

const { db, url } = await createDatabase();
const { url: smtpUrl, waitForMails, mailsTo } = await createMailbox();
const mail = { smtpUrl, from: 'Larkmere <post@larkmere.example>', supportPhone: '020 7946 0018' };
const { base } = await startTestApi(url, { mail, publicUrl: 'https://bank.larkmere.example' });
let who: TestUser;
let call: Caller;
let newEmail: string;

beforeEach(async () => {
  who = await seedCustomer(db);
  await seedCredentials(db, who);
  ({ call } = await signIn(base, who));
  newEmail = `new.${who.user.username}@larkmere.example`;
});

const request = (over: object = {}, by = call) =>
  by('POST', '/v1/profile/email', { email: newEmail, password: testPassword, idempotency: randomUUID(), ...over });
const confirm = (oldCode: string, newCode: string, by = call) =>
  by('POST', '/v1/profile/email/confirm', { oldCode, newCode, idempotency: randomUUID() });
const codeIn = (text: string | undefined): string => /^(\d{6})$/m.exec(text ?? '')?.[1] ?? 'no code';
const receiveCodes = async (count = 1): Promise<[oldCode: string, newCode: string]> => [
  codeIn((await waitForMails(who.user.email, count)).at(-1)?.text),
  codeIn((await waitForMails(newEmail, count)).at(-1)?.text),
];
const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const emailNow = async (): Promise<string> => {
  const { email } = await db
    .selectFrom('customer.user')
    .select('email')
    .where('id', '=', who.user.id)
    .executeTakeFirstOrThrow();
  return email;
};

describe('change of the e-mail address', () => {
  it('takes the new address with both codes, tells the old one, and ends other sessions', async () => {
    const other = await signIn(base, who);
    expect((await request()).status).toBe(200);
    expect((await confirm(...(await receiveCodes()))).status).toBe(200);
    expect(await emailNow()).toBe(newEmail);
    expect((await waitForMails(who.user.email, 2)).at(-1)?.subject).toBe('Your email address was changed');
    expect((await call('GET', '/v1/pin')).status).toBe(200);
    expect((await other.call('GET', '/v1/pin')).status).toBe(401);
  });

  it('lowers the limit for new payees for 24 hours', async () => {
    const usual = money('GBP', 500_000n);
    const limitAfter = (interval: string) =>
      inTransaction(db, async (tx, now) => {
        await sql`update email_change.request set used_at = now() - ${interval}::interval where user_id = ${who.user.id} and used_at is not null`.execute(
          tx,
        );
        return lowerAfterReset({ tx, now }, who.user.id, usual);
      });
    await request();
    expect(await limitAfter('0 seconds')).toEqual(usual);
    expect((await confirm(...(await receiveCodes()))).status).toBe(200);
    expect(compare(await limitAfter('23 hours 59 minutes'), usual)).toBe(-1);
    expect(await limitAfter('24 hours')).toEqual(usual);
  });

  it('refuses one right code, the codes swapped, and both a second time, in the same words', async () => {
    await request();
    const [oldCode, newCode] = await receiveCodes();
    const refused = [
      await confirm(oldCode, otherThan(newCode)),
      await confirm(otherThan(oldCode), newCode),
      await confirm(newCode, oldCode),
    ];
    expect((await confirm(oldCode, newCode)).status).toBe(200);
    refused.push(await confirm(oldCode, newCode));
    for (const { body } of refused) expect(body).toMatchObject({ code: 'email_codes_wrong' });
    expect(new Set(refused.map(({ body }) => body.message)).size).toBe(1);
  });

  it('ends the request after five wrong tries', async () => {
    await request();
    const [oldCode, newCode] = await receiveCodes();
    for (let attempt = 1; attempt <= 5; attempt++)
      expect((await confirm(otherThan(oldCode), newCode)).body.code).toBe('email_codes_wrong');
    expect((await confirm(oldCode, newCode)).body.code).toBe('email_codes_wrong');
    expect(await emailNow()).toBe(who.user.email);
  });

  it.each([
    ['-1 second', 'email_codes_wrong'],
    ['1 minute', undefined],
  ])('with %s left answers %s', async (left, code) => {
    await request();
    const codes = await receiveCodes();
    await sql`update email_change.request set expires_at = now() + ${left}::interval where user_id = ${who.user.id}`.execute(
      db,
    );
    expect((await confirm(...codes)).body.code).toBe(code);
  });

  it('voids the codes of an earlier request, and those of somebody else never work', async () => {
    await request();
    const first = await receiveCodes();
    const stranger = await seedCustomer(db);
    await seedCredentials(db, stranger);
    const theirs = await signIn(base, stranger);
    expect((await confirm(...first, theirs.call)).body.code).toBe('email_codes_wrong');
    await request();
    const second = await receiveCodes(2);
    expect((await confirm(...first)).body.code).toBe('email_codes_wrong');
    expect((await confirm(...second)).status).toBe(200);
  });

  it('answers alike for the address of another customer, who gets a letter and keeps it', async () => {
    const stranger = await seedCustomer(db);
    expect((await request({ email: stranger.user.email })).status).toBe(200);
    const oldCode = codeIn((await waitForMails(who.user.email)).at(-1)?.text);
    const [letter] = await waitForMails(stranger.user.email);
    expect(letter?.subject).toBe('You already have an account');
    expect(letter?.text).not.toMatch(/^\d{6}$/m);
    expect((await confirm(oldCode, '000000')).body.code).toBe('email_codes_wrong');
  });

  it('refuses a wrong password, the same address, what is no address, and the fourth request of an hour', async () => {
    expect((await request({ password: 'wrong' })).body.code).toBe('login_failed');
    expect((await request({ email: who.user.email.toUpperCase() })).body.code).toBe('email_unchanged');
    expect((await request({ email: 'nobody' })).body.code).toBe('validation_failed');
    for (let asked = 1; asked <= 3; asked++) expect((await request()).status).toBe(200);
    expect((await request()).body.code).toBe('too_many_email_changes');
    expect(await mailsTo(newEmail)).not.toHaveLength(4);
  });

  it('is recorded without a code', async () => {
    await request();
    const codes = await receiveCodes();
    const { rows } = await sql<{ text: string }>`
      select concat(to_jsonb(c), (select jsonb_agg(e) from platform.event e)) as text from email_change.request c
      where user_id = ${who.user.id}`.execute(db);
    for (const code of codes) expect(rows[0]?.text).not.toContain(`"${code}"`);
  });
});

describe('profile', () => {
  it('shows the person and the customer', async () => {
    expect((await call('GET', '/v1/profile')).body.data).toMatchObject({
      name: who.user.name,
      email: who.user.email,
      memberCode: who.customer.memberCode,
      notifyNews: false,
    });
  });

  it('records each change of the consent to news once', async () => {
    for (const notifyNews of [true, true, false])
      expect((await call('PUT', '/v1/profile', { notifyNews, idempotency: randomUUID() })).body.data.notifyNews).toBe(
        notifyNews,
      );
    const { rows } = await sql<{ action: string }>`
      select action from platform.audit where entity = ${`person:${who.user.id}`} and action like 'profile.%' order by id`.execute(
      db,
    );
    expect(rows).toEqual([{ action: 'profile.news_allowed' }, { action: 'profile.news_stopped' }]);
  });
});
