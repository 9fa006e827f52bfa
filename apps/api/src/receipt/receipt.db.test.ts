import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { givenAccount, givenCustomer, givenDatabase, givenPayee } from '../../../../test/given.ts';
import { type caller, givenApp, givenCredentials, signIn, signInBrowser } from '../../../../test/given-app.ts';
import { givenPaymentRow } from '../../../../test/given-payment.ts';
import { readPdf } from '../../../../test/read-pdf.ts';

const { db, url } = await givenDatabase();
const app = await givenApp(url);

async function givenPayer(state = 'completed') {
  const who = await givenCustomer(db, { name: 'Ann Payer' });
  await givenCredentials(db, who);
  const [account, payee] = [await givenAccount(db, who), await givenPayee(db, who)];
  const payment = await givenPaymentRow(db, who, account, payee, { state });
  const life = ['screening', 'ready', ...(state === 'ready' ? [] : ['submitted', 'sent', state])];
  for (const [seq, reached] of life.entries())
    await db.insertInto('payment.transition').values({ payment_id: payment, seq, state: reached }).execute();
  return { who, account, file: `/v1/payment/pdf/${payment}` };
}

type Call = ReturnType<typeof caller>;
const ticketFor = async (call: Call, file: string) =>
  (await call('POST', '/v1/session/ticket', { file, idempotency: randomUUID() })).body.data?.ticket as string;

const open = (file: string, ticket: string, headers: Record<string, string> = {}) =>
  fetch(`${app.base}/api/services${file}?access_token=${ticket}`, { headers });

describe('a receipt', () => {
  it('downloads once with a download token, as an attachment', async () => {
    const { who, account, file } = await givenPayer();
    const { call } = await signIn(app.base, who);
    const ticket = await ticketFor(call, file);
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
    const { who, file } = await givenPayer();
    const { call } = await signIn(app.base, who);
    const ticket = await ticketFor(call, file);
    const answers = await Promise.all([open(file, ticket), open(file, ticket), open(file, ticket)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  it('is refused before the payment was sent, and to other customers', async () => {
    const early = await givenPayer('ready');
    const { call } = await signIn(app.base, early.who);
    const refused = await open(early.file, await ticketFor(call, early.file));
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'receipt_not_ready' }]);
    const stranger = await givenPayer();
    const absent = await open(stranger.file, await ticketFor(call, stranger.file));
    expect([absent.status, await absent.json()]).toMatchObject([404, { code: 'not_found' }]);
  });
});

describe('a download token', () => {
  it('opens only the file for which it was issued', async () => {
    const [one, other] = [await givenPayer(), await givenPayer()];
    const { call } = await signIn(app.base, one.who);
    expect((await open(other.file, await ticketFor(call, one.file))).status).toBe(401);
  });

  it('expires after a minute and with its session, and is bound to the browser', async () => {
    const { who, file } = await givenPayer();
    const { call } = await signIn(app.base, who);
    const late = await ticketFor(call, file);
    const { rows } = await sql<{ most: number }>`
      select max(extract(epoch from expires_at - now()))::float8 as most from session.ticket`.execute(db);
    expect(rows[0]?.most).toBeGreaterThan(0);
    expect(rows[0]?.most).toBeLessThanOrEqual(60);
    await sql`update session.ticket set expires_at = now()`.execute(db);
    expect((await open(file, late)).status).toBe(401);

    const orphan = await ticketFor(call, file);
    await call('POST', '/v1/logout', { idempotency: randomUUID() });
    expect((await open(file, orphan)).status).toBe(401);

    const browser = await signInBrowser(app.base, who);
    expect((await open(file, await ticketFor(browser.call, file))).status).toBe(401);
    expect((await open(file, await ticketFor(browser.call, file), { cookie: browser.cookie })).status).toBe(200);
  });

  it('is required: a session token in the URL is refused', async () => {
    const { who, file } = await givenPayer();
    const { token, call } = await signIn(app.base, who);
    expect((await open(file, token)).status).toBe(401);
    expect((await call('GET', file)).body.code).toBe('not_signed_in');
    expect((await open(file, '')).status).toBe(401);
  });

  it('is stored as a digest, and requires the payment permission on use', async () => {
    const { who, file } = await givenPayer();
    const { call } = await signIn(app.base, who);
    const ticket = await ticketFor(call, file);
    const { rows } = await sql<{ all: string }>`
      select coalesce((select string_agg(t::text, ' ') from session.ticket t), '') || (select string_agg(a::text, ' ') from kernel.audit a)
        || coalesce((select string_agg(i::text, ' ') from kernel.idempotency i), '') as all`.execute(db);
    expect(rows[0]?.all).toContain(file);
    expect(rows[0]?.all).not.toContain(ticket);
    await db
      .updateTable('customer.person')
      .set({ access: ['statement'] })
      .where('id', '=', who.person.id)
      .execute();
    expect(await (await open(file, ticket)).json()).toMatchObject({ code: 'access_denied' });
  });

  it.each(['/v1/wallet', '/v1/payment/GBP', '/v1/payment/pdf', '/v1/payment/pdf/a/b'])(
    'is not issued for %s',
    async (file) => {
      const { who } = await givenPayer();
      const { call } = await signIn(app.base, who);
      const { body } = await call('POST', '/v1/session/ticket', { file, idempotency: randomUUID() });
      expect(body.code).toBe('not_found');
    },
  );
});
