import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { caller, seedCredentials, signIn, startTestApi } from '../../../../../test/fixtures/api-server.ts';
import { seedColleague } from '../../../../../test/fixtures/approval.ts';
import {
  createDatabase,
  restrict,
  runJob,
  seedAccount,
  seedCustomer,
  seedPayee,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { createMailbox } from '../../../../../test/fixtures/mailbox.ts';
import { seedPaymentRow } from '../../../../../test/fixtures/payment.ts';
import { helpTextPurge } from './help.sql.ts';

const { db, url } = await createDatabase();
const { url: smtpUrl, mailsTo, waitForMails } = await createMailbox();
const mail = { smtpUrl, from: 'Larkmere <post@larkmere.example>', supportPhone: '020 7946 0018' };
const { base } = await startTestApi(url, { mail });
const support = 'support@larkmere.example';

async function signedIn(who?: TestUser) {
  const person = who ?? (await seedCustomer(db, { name: 'Anong Srisuk' }));
  await seedCredentials(db, person);
  return { who: person, call: (await signIn(base, person)).call };
}
const message = (over: object = {}) => ({
  kind: 'message',
  topic: 'other',
  text: 'Where is my card?',
  idempotency: randomUUID(),
  ...over,
});
const aboutSupport = async (reference: string) =>
  (await mailsTo(support)).filter(({ text }) => text?.includes(reference));

describe('help', () => {
  it('is public, from the configuration', async () => {
    const { status, body } = await caller(base)('GET', '/v1/help');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      telephone: '020 7946 0018',
      emergencyTelephone: '020 7946 0199',
      email: support,
      answerHours: 2,
      complaintDays: 15,
    });
    expect(body.data.hours).toHaveLength(5);
    expect(body.data.isOpen).toBe(body.data.opensNext === null);
  });
});

describe('a message', () => {
  it('goes to support and leaves nothing but its reference', async () => {
    const { who, call } = await signedIn();
    const text = `It came back.\nSecond line, see https://evil.example ${'a'.repeat(30)}`;
    const sent = (await call('POST', '/v1/help/message', message({ text }))).body.data;
    expect(sent.reference).toMatch(/^LM-H-\d{5,}$/);
    await expect.poll(async () => (await aboutSupport(sent.reference)).length, { timeout: 15_000 }).toBe(1);
    const [received] = await aboutSupport(sent.reference);
    expect(received?.subject).toBe('A customer wrote to us');
    expect(received?.text).toContain(`Anong Srisuk (${who.customer.name}, ${who.customer.memberCode}) sent a message.`);
    expect(received?.text).toContain('It came back.\nSecond line, see https evil. example');
    const own = await waitForMails(who.user.email);
    expect(own[0]?.text).toContain(`Your reference is ${sent.reference}.`);
    expect(own[0]?.text).toContain('within 2 hours');
    expect(own[0]?.text).not.toContain('It came back');
    await expect
      .poll(async () => (await call('GET', '/v1/help/message')).body.data.message.state, { timeout: 15_000 })
      .toBe('sent');
    const { rows } = await sql`select pending_text from help.message where reference = ${sent.reference}`.execute(db);
    expect(rows).toEqual([{ pendingText: null }]);
    const kept = await sql`select detail from platform.audit where action = 'help.message_sent'
      and detail ->> 'reference' = ${sent.reference}`.execute(db);
    expect(kept.rows).toEqual([
      { detail: { reference: sent.reference, kind: 'message', topic: 'other', payment: null } },
    ]);
  });

  it('is sent once per key', async () => {
    const { call } = await signedIn();
    const one = message();
    const answers = [await call('POST', '/v1/help/message', one), await call('POST', '/v1/help/message', one)];
    expect(answers[0]?.text).toBe(answers[1]?.text);
  });

  it('may be a complaint, with its own promise', async () => {
    const { who, call } = await signedIn();
    await call('POST', '/v1/help/message', message({ kind: 'complaint' }));
    const [own] = await waitForMails(who.user.email);
    expect(own?.text).toContain('final answer within 15 working days');
  });

  it.each([
    ['nothing', '  '],
    ['too much', 'a'.repeat(2001)],
  ])('says something: not %s', async (_, text) => {
    const { call } = await signedIn();
    expect((await call('POST', '/v1/help/message', message({ text }))).body.code).toBe('validation_failed');
  });

  it('is limited to five an hour', async () => {
    const { call } = await signedIn();
    for (let n = 0; n < 5; n += 1) expect((await call('POST', '/v1/help/message', message())).status).toBe(200);
    expect((await call('POST', '/v1/help/message', message())).body.code).toBe('too_many_help_messages');
  });

  it('may be about a payment that this person may read, and about no other', async () => {
    const { who, call } = await signedIn();
    const account = await seedAccount(db, who);
    const paymentUid = await seedPaymentRow(db, who, account, await seedPayee(db, who), { state: 'sent' });
    const sent = await call('POST', '/v1/help/message', message({ topic: 'payment', paymentUid }));
    expect(sent.body.data).toMatchObject({ paymentUid, topic: 'payment' });
    const reader = async (role: 'cardholder' | 'payer', over = {}) => {
      const { call: ask } = await signedIn(
        await restrict(
          db,
          await seedColleague(db, who, role, ['card', ...(role === 'payer' ? (['payment'] as const) : [])]),
          over,
        ),
      );
      return (await ask('POST', '/v1/help/message', message({ paymentUid }))).body.code;
    };
    const other = await seedAccount(db, who);
    expect(await reader('payer')).toBeUndefined();
    expect(await reader('payer', { accounts: [other] })).toBe('not_found');
    expect(await reader('cardholder')).toBe('not_found');
    const { call: stranger } = await signedIn();
    expect((await stranger('POST', '/v1/help/message', message({ paymentUid }))).body.code).toBe('not_found');
  });

  it('is forgotten when its e-mail has lost its way', async () => {
    const who = await seedCustomer(db);
    await sql`insert into help.message (id, customer_id, user_id, kind, topic, pending_text, created_at)
      values (${randomUUID()}, ${who.customer.id}, ${who.user.id}, 'message', 'other', 'sealed', now() - interval '8 days')`.execute(
      db,
    );
    await runJob(db, helpTextPurge);
    const { rows } =
      await sql`select from help.message where pending_text is not null and user_id = ${who.user.id}`.execute(db);
    expect(rows).toEqual([]);
  });
});
