import { randomUUID } from 'node:crypto';
import { basePaths } from '@larkmere/contract/platform/endpoint';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { seedCredentials, signIn, startTestApi } from '../../../../../test/fixtures/api-server.ts';
import { asSystem, createDatabase, type TestUser } from '../../../../../test/fixtures/base.ts';
import { final, green, greenBut, kycTools, onHold, retry } from '../../../../../test/fixtures/kyc.ts';
import { createMailbox } from '../../../../../test/fixtures/mailbox.ts';
import { eraseKyc } from './kyc.sql.ts';

const { db, url } = await createDatabase();
const { url: smtpUrl, waitForMails, mailsTo } = await createMailbox();
const mail = { smtpUrl, from: 'Larkmere <post@larkmere.example>', supportPhone: '020 7946 0018' };
const { base } = await startTestApi(url, { mail, publicUrl: 'https://bank.larkmere.example' });
const kyc = kycTools(db);

const subjectsTo = async (who: TestUser, count: number): Promise<string[]> =>
  (await waitForMails(who.user.email, count)).map(({ subject }) => subject ?? '');
const noticesOf = (who: TestUser) =>
  db.selectFrom('notification.notification').select(['type', 'link']).where('userId', '=', who.user.id).execute();

describe('an event of the vendor', () => {
  it('is refused without its signature, and changes nothing', async () => {
    const who = await kyc.seedSubmitted();
    const { id: checkId } = await kyc.checkOf(who);
    const body = { eventId: randomUUID(), checkId, sequence: 1, at: new Date().toISOString(), result: green };
    const headers = { 'content-type': 'application/json', 'x-timestamp': String(Date.now()), 'x-signature': 'f00d' };
    const reply = await fetch(`${base}${basePaths.services}/v1/kyc/event`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    expect(reply.status).toBe(401);
    expect(await kyc.statusOf(who)).toBe('pending');
  });
});

describe('the customer', () => {
  it('opens the account with the approval, and hears of each state by e-mail and notification', async () => {
    const who = await kyc.seedSubmitted();
    await seedCredentials(db, who);
    const { call } = await signIn(base, who);
    expect((await call('GET', '/v1/wallet/list')).body.code).toBe('kyc_required');
    await kyc.report(who, retry(who.customer.id, 'selfie', 'face_differs'));
    const [, refused] = await waitForMails(who.user.email, 2);
    expect(refused?.subject).toBe('We need another document from you');
    expect(refused?.text).toContain('What: Selfie');
    await kyc.upload(who, 'selfie');
    await kyc.submit(who);
    await kyc.report(who, green);
    await expect.poll(async () => subjectsTo(who, 4), { timeout: 15_000 }).toContain('You’re verified');
    expect((await call('GET', '/v1/wallet/list')).status).toBe(200);
    await expect
      .poll(async () => (await noticesOf(who)).map(({ type }) => type), { timeout: 15_000 })
      .toEqual(expect.arrayContaining(['kyc.pending', 'kyc.action_required', 'kyc.approved']));
    expect(
      new Set((await noticesOf(who)).filter(({ type }) => type.startsWith('kyc.')).map(({ link }) => link)),
    ).toEqual(new Set(['/know-your-customer']));
  });

  it.each([
    ['on hold', () => onHold, 'Our team is checking your details'],
    ['refused for good', () => final, 'We could not verify your identity'],
    ['accepted with conditions', (id: string) => greenBut(id, 'proof_of_address'), 'You can use your account now'],
  ])('hears when the check is %s', async (_, result, subject) => {
    const who = await kyc.seedSubmitted();
    await subjectsTo(who, 1);
    await kyc.report(who, result(who.customer.id));
    await expect
      .poll(async () => (await mailsTo(who.user.email)).map((letter) => letter.subject), { timeout: 15_000 })
      .toContain(subject);
  });

  it('gives a director a link that opens their form, in the fragment of the address', async () => {
    const firm = await kyc.seedFirm();
    const email = `director-${randomUUID()}@example.com`;
    const { uid } = await kyc.addPerson(firm, { email });
    await kyc.linkOf(firm, uid);
    const [letter] = await waitForMails(email);
    const link = /^https:\/\/bank\.larkmere\.example\/know-your-customer#person=([\w-]{36})&code=([\w-]{43})$/m.exec(
      letter?.text ?? '',
    );
    expect(link?.[1]).toBe(uid);
    const reply = await fetch(`${base}${basePaths.services}/v1/kyc/person/${uid}/show`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: link?.[2] }),
    });
    expect(await reply.json()).toMatchObject({ result: true, data: { firmName: 'Quennell & Fitch' } });
  });
});

describe('erasure', () => {
  it('leaves no answer, name or note, and keeps codes', async () => {
    const who = await kyc.seedSubmitted();
    await sql`update kyc.item set note = 'Looks odd' where application_id = ${(await kyc.applicationOf(who)).id}`.execute(
      db,
    );
    const { id: customerId } = who.customer;
    const erase = (extent: 'partly' | 'wholly') =>
      asSystem(db, (ctx) => eraseKyc(ctx, { eventId: 1n, payload: { customerId, people: [who.user.id], extent } }));
    const answers = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from kyc.answer where item_id in
          (select i.id from kyc.item i join kyc.application a on a.id = i.application_id where a.customer_id = ${customerId})`.execute(
        db,
      );
      return rows[0]?.n;
    };
    await erase('partly');
    expect(await answers()).toBeGreaterThan(0);
    await erase('wholly');
    expect(await answers()).toBe(0);
    const { rows } = await sql<{ text: string }>`
      select i::text as text from kyc.item i where application_id = ${(await kyc.applicationOf(who)).id}`.execute(db);
    expect(rows.map(({ text }) => text).join()).not.toContain('odd');
  });
});
