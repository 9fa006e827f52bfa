import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findViolations } from '@larkmere/ledger/invariants';
import { sql } from 'kysely';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { writeSettings } from '../../../../../db/seed/write-settings.ts';
import { startTestApi } from '../../../../../test/fixtures/api-server.ts';
import { createDatabase, seedAccount, seedCustomer, seedPayee } from '../../../../../test/fixtures/base.ts';
import { startOtherBanks } from '../../../../../test/fixtures/open-banking.ts';
import {
  balancesOf,
  inSession,
  payees,
  seedPayeeOf,
  seedPaymentAuthorisation,
  seedSession,
  toPaymentOrder,
} from '../../../../../test/fixtures/payment.ts';
import { findCrossCheckViolations } from '../../../../../tools/cross-checks/cross-checks.ts';
import { freePort } from '../../../../../tools/ports.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { sendEur, sendGbp } from '../domestic/send-domestic.ts';

const { db, url } = await createDatabase();

/** Between us and the bank. `deaf`: nothing about Faster Payments arrives. `mute`: it arrives, and the answer is lost. */
let line: 'good' | 'deaf' | 'mute' = 'good';
const seen: { path: string; isFasterPayment: boolean }[] = [];
let bankUrl = '';
const proxy = createServer((request, response) => void forward(request, response).catch(() => request.destroy()));
async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const part of request) body += part;
  const isFasterPayment = body.includes('<Prtry>FasterPayments</Prtry>') || /<OrgnlInstrId>/.test(body);
  const isPayment = request.url === '/v1/payments' || request.url === '/v1/enquiries';
  if (isPayment) seen.push({ path: request.url ?? '', isFasterPayment });
  const isCut = isPayment && isFasterPayment && line !== 'good';
  if (isCut && line === 'deaf') return void request.destroy();
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => name.startsWith('x-') || name === 'content-type'),
  ) as Record<string, string>;
  const method = request.method ?? 'GET';
  const answer = await fetch(bankUrl + request.url, { method, headers, ...(method === 'POST' && { body }) });
  const text = await answer.text();
  if (isCut) return void request.destroy();
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(text);
}
await once(proxy.listen(0, '127.0.0.1'), 'listening');
afterAll(() => {
  proxy.closeAllConnections();
  proxy.close();
});

const port = await freePort();
const bank = await startOtherBanks(`http://127.0.0.1:${port}`);
bankUrl = bank.baseUrl;
await fetch(`${bankUrl}/sandbox/settings`, {
  method: 'PUT',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ acceptDelayMs: [5, 9], settleDelayMs: [5, 9], dayMs: 1000 }),
});
await writeSettings(
  db,
  sql`insert into service_control.breaker_rule
    select service, 50, 3, 10, 3600, 2, 5000, now() - interval '1 second' from service_control.breaker`,
);
await startTestApi(url, {
  port,
  bankUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
  railSecret: bank.secret,
});

const who = await seedCustomer(db);
const pounds = await seedAccount(db, who, { balance: '9000.00' });
const euros = await seedAccount(db, who, {
  currency: 'EUR',
  iban: 'GB33BUKB20201555555555',
  bic: 'BUKBGB22',
  balance: '1000.00',
});
const somchai = await seedPayee(db, who);
const klaus = await seedPayeeOf(db, who, payees.klaus);
const session = await seedSession(db, who);
const within = <T>(work: (ctx: never) => Promise<T>) =>
  inTransaction(db, (tx, now) => work({ tx, now, actor: inSession(who, session), requestId: randomUUID() } as never));

let paid = 0;
/** `isHeld`: as outside the hours of the bank, until `letGo`. */
async function payPounds(isHeld = false): Promise<string> {
  const next = paid + 1;
  const order = toPaymentOrder(pounds, somchai, { amount: `${10 + next}.00`, reference: `Invoice ${next}` });
  const approved = await seedPaymentAuthorisation(db, who, order, session);
  const uid = await within(async (ctx: never) => {
    const made = await sendGbp(ctx, approved);
    const { tx } = ctx;
    if (isHeld)
      await sql`update payment.payment set not_before = now() + interval '1 hour' where id = ${made.uid}`.execute(tx);
    return made.uid;
  });
  paid = next;
  return uid;
}

/** A waiting payment may be a trial call, so the first trial comes only when the case has looked at them. */
const endCoolOff = () =>
  sql`update service_control.breaker set retry_at = now() where service = 'payment.gbp'`.execute(db);

const letGo = (uids: readonly string[]) =>
  sql`update payment.payment set not_before = now() where id = any(${uids}::uuid[])`.execute(db);

async function payEuros(): Promise<string> {
  const { currency: _, ...figures } = toPaymentOrder(euros, klaus, { amount: `${paid}.00`, fee: '0.40' });
  const order = { ...figures, currency: 'EUR' as const, scheme: 'auto' as const };
  const approved = await seedPaymentAuthorisation(db, who, order, session, 'payment.eur');
  return (await within((ctx) => sendEur(ctx, approved))).uid;
}

async function payMany(count: number, isHeld = false): Promise<string[]> {
  const uids: string[] = [];
  for (let left = count; left > 0; left -= 1) uids.push(await payPounds(isHeld));
  return uids;
}

const ignoreStop = (error: unknown): undefined => {
  if (!(error instanceof Refusal) || error.code !== 'service_off') throw error;
};

/** Good calls of an earlier case may still be in the window. */
async function payUntilOpen(): Promise<string[]> {
  const uids = await payMany(3);
  const isOpen = async () => (await loadBreaker())?.state === 'open';
  for (let left = 60; left > 0 && !(await isOpen()); left -= 1) {
    const calls = fasterPaymentCalls();
    const uid = await payPounds().catch(ignoreStop);
    if (uid) uids.push(uid);
    await vi.waitFor(async () => expect(fasterPaymentCalls() > calls || (await isOpen())).toBe(true), eventually);
  }
  await expectBreaker('open');
  return uids;
}

const fasterPaymentCalls = () => seen.filter(({ isFasterPayment }) => isFasterPayment).length;

/** As if the pauses between two tries, which double, were over. */
async function endBackOff(): Promise<void> {
  await sql`update platform.delivery set run_after = now() where done_at is null and last_error is not null`.execute(
    db,
  );
  await sql`update payment.payment set next_update_at = now() where state in ('submitted', 'sent')`.execute(db);
}

const eventually = { timeout: 60_000, interval: 50 };
type Found = { state: string; reasonCode: string | null; isHeld: boolean };
const loadPayment = async (uid: string): Promise<Found | undefined> =>
  (
    await sql<Found>`select state, reason_code, not_before is not null as is_held from payment.payment where id = ${uid}`.execute(
      db,
    )
  ).rows[0];
const expectStates = (uids: readonly string[], state: string) =>
  vi.waitFor(async () => {
    for (const uid of uids) expect((await loadPayment(uid))?.state).toBe(state);
  }, eventually);
const loadBreaker = async (service = 'payment.gbp') =>
  (
    await sql<{ state: string; cause: string | null; openedAt: Date | null }>`
      select state, cause, opened_at from service_control.breaker where service = ${service}`.execute(db)
  ).rows[0];
const expectBreaker = (state: string) =>
  vi.waitFor(async () => expect((await loadBreaker())?.state).toBe(state), eventually);

describe('a partner that no longer answers', () => {
  it.each(['deaf', 'mute'] as const)(
    'stops its service alone, and every payment arrives once when it works again: %s',
    { timeout: 180_000 },
    async (fault) => {
      const waiting = await payMany(3, true);
      line = fault;
      const lost = await payUntilOpen();
      expect((await loadBreaker())?.cause).toMatch(/^\d+ of \d+ calls failed in 10 s\. Most of them got no answer\.$/);

      await letGo(waiting);
      await vi.waitFor(async () => {
        for (const uid of waiting)
          expect(await loadPayment(uid)).toEqual({ state: 'ready', reasonCode: 'vendor_delay', isHeld: true });
      }, eventually);
      const instant = await payEuros();
      await expectStates([instant], 'completed');
      expect(await loadBreaker('payment.eur')).toMatchObject({ state: 'closed' });
      for (const uid of waiting) {
        expect(await loadPayment(uid)).toMatchObject({ state: 'ready', reasonCode: 'vendor_delay' });
        const { rows } = await sql`select from payment.message where payment_id = ${uid}`.execute(db);
        expect(rows).toEqual([]);
      }

      line = 'good';
      await endCoolOff();
      await expectBreaker('closed');
      await endBackOff();
      await expectStates([...lost, ...waiting], 'completed');
      expect((await loadBreaker())?.openedAt).toBeNull();
      const { rows } = await sql<{ state: string }>`
        select distinct state from payment.transition where payment_id = any(${waiting}::uuid[]) and state in ('submitted', 'failed')`.execute(
        db,
      );
      expect(rows).toEqual([{ state: 'submitted' }]);
      const audited = await sql<{ action: string }>`
        select distinct action from platform.audit where entity = 'service:payment.gbp' order by 1`.execute(db);
      expect(audited.rows.map(({ action }) => action)).toEqual(['breaker.closed', 'breaker.opened']);
      expect(await findViolations(db)).toEqual([]);
      expect(await findCrossCheckViolations(db)).toEqual([]);
    },
  );

  it('has sent each payment once, for exactly its amount', async () => {
    const orders = (await (await fetch(`${bankUrl}/sandbox/payments`)).json()) as Record<string, string>[];
    const amounts = orders.filter(({ currency }) => currency === 'GBP').map(({ amount }) => amount);
    const expected = Array.from({ length: paid }, (_, i) => `${11 + i}.00`);
    expect(amounts.toSorted()).toEqual(expected.toSorted());
    const spent = Array.from({ length: paid }, (_, i) => 10 + i + 1 + 0.5).reduce((sum, each) => sum + each, 0);
    expect((await balancesOf(db, pounds))[0]).toBe((9000 - spent).toFixed(2));
  });
});
