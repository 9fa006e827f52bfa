import { randomUUID } from 'node:crypto';
import type { PaymentState } from '@larkmere/contract/payments/payment';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  type caller,
  seedCredentials,
  signIn,
  signInBrowser,
  startTestApi,
} from '../../../../../test/fixtures/api-server.ts';
import { createDatabase, seedAccount, seedCustomer, seedPayee } from '../../../../../test/fixtures/base.ts';
import { seedPaymentRow } from '../../../../../test/fixtures/payment.ts';
import { readPdf } from '../../../../../test/fixtures/read-pdf.ts';

const { db, url } = await createDatabase();
const app = await startTestApi(url);

async function seedPayer(state: PaymentState = 'completed') {
  const who = await seedCustomer(db, { name: 'Ann Payer' });
  await seedCredentials(db, who);
  const [account, payee] = [await seedAccount(db, who), await seedPayee(db, who)];
  const payment = await seedPaymentRow(db, who, account, payee, { state });
  const life = ['screening', 'ready', ...(state === 'ready' ? [] : ['submitted', 'sent', state])];
  for (const [seq, reached] of life.entries())
    await db.insertInto('payment.transition').values({ paymentId: payment, seq, state: reached }).execute();
  return { who, account, file: `/v1/payment/pdf/${payment}` };
}

type Call = ReturnType<typeof caller>;
const downloadTokenFor = async (call: Call, file: string) =>
  (await call('POST', '/v1/session/ticket', { file, idempotency: randomUUID() })).body.data?.downloadToken as string;

const open = (file: string, ticket: string, headers: Record<string, string> = {}) =>
  fetch(`${app.base}/api/services${file}?access_token=${ticket}`, { headers });

describe('a receipt', () => {
  it('downloads once with a download token, as an attachment', async () => {
    const { who, account, file } = await seedPayer();
    const { call } = await signIn(app.base, who);
    const ticket = await downloadTokenFor(call, file);
    const answer = await open(file, ticket);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="receipt_[A-Z0-9]+\.pdf"/);
    expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox;/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    const { text } = readPdf(new Uint8Array(await answer.arrayBuffer()));
    for (const part of [
      'Ann Payer',
      `04-06-21 · ${account.accountNumber}`,
      'Somchai Prasert',
      '20-29-59 · 63748472',
      '25.00 GBP',
    ])
      expect(text).toContain(part);
    expect((await open(file, ticket)).status).toBe(401);
  });

  it('downloads once under two concurrent requests', async () => {
    const { who, file } = await seedPayer();
    const { call } = await signIn(app.base, who);
    const ticket = await downloadTokenFor(call, file);
    const answers = await Promise.all([open(file, ticket), open(file, ticket), open(file, ticket)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  it('is refused before the payment was sent, and to other customers', async () => {
    const early = await seedPayer('ready');
    const { call } = await signIn(app.base, early.who);
    const refused = await open(early.file, await downloadTokenFor(call, early.file));
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'receipt_not_ready' }]);
    const stranger = await seedPayer();
    const absent = await open(stranger.file, await downloadTokenFor(call, stranger.file));
    expect([absent.status, await absent.json()]).toMatchObject([404, { code: 'not_found' }]);
  });
});

describe('a download token', () => {
  it('opens only the file for which it was issued', async () => {
    const [one, other] = [await seedPayer(), await seedPayer()];
    const { call } = await signIn(app.base, one.who);
    expect((await open(other.file, await downloadTokenFor(call, one.file))).status).toBe(401);
  });

  it('expires after a minute and with its session, and is bound to the browser', async () => {
    const { who, file } = await seedPayer();
    const { call } = await signIn(app.base, who);
    const late = await downloadTokenFor(call, file);
    const { rows } = await sql<{ most: number }>`
      select max(extract(epoch from expires_at - now()))::float8 as most from session.download_token`.execute(db);
    expect(rows[0]?.most).toBeGreaterThan(0);
    expect(rows[0]?.most).toBeLessThanOrEqual(60);
    await sql`update session.download_token set expires_at = now()`.execute(db);
    expect((await open(file, late)).status).toBe(401);

    const orphan = await downloadTokenFor(call, file);
    await call('POST', '/v1/logout', { idempotency: randomUUID() });
    expect((await open(file, orphan)).status).toBe(401);

    const browser = await signInBrowser(app.base, who);
    expect((await open(file, await downloadTokenFor(browser.call, file))).status).toBe(401);
    expect((await open(file, await downloadTokenFor(browser.call, file), { cookie: browser.cookie })).status).toBe(200);
  });

  it('is required: a session token in the URL is refused', async () => {
    const { who, file } = await seedPayer();
    const { token, call } = await signIn(app.base, who);
    expect((await open(file, token)).status).toBe(401);
    expect((await call('GET', file)).body.code).toBe('not_signed_in');
    expect((await open(file, '')).status).toBe(401);
  });

  it('is stored as a digest, and requires the payment permission on use', async () => {
    const { who, file } = await seedPayer();
    const { call } = await signIn(app.base, who);
    const ticket = await downloadTokenFor(call, file);
    const { rows } = await sql<{ all: string }>`
      select coalesce((select string_agg(t::text, ' ') from session.download_token t), '') || (select string_agg(a::text, ' ') from platform.audit a)
        || coalesce((select string_agg(i::text, ' ') from platform.idempotency i), '') as all`.execute(db);
    expect(rows[0]?.all).toContain(file);
    expect(rows[0]?.all).not.toContain(ticket);
    await db
      .updateTable('customer.membership')
      .set({ access: ['statement'] })
      .where('userId', '=', who.user.id)
      .execute();
    expect(await (await open(file, ticket)).json()).toMatchObject({ code: 'access_denied' });
  });

  it.each(['/v1/wallet', '/v1/payment/GBP', '/v1/payment/pdf', '/v1/payment/pdf/a/b'])(
    'is not issued for %s',
    async (file) => {
      const { who } = await seedPayer();
      const { call } = await signIn(app.base, who);
      const { body } = await call('POST', '/v1/session/ticket', { file, idempotency: randomUUID() });
      expect(body.code).toBe('not_found');
    },
  );
});
