import { randomUUID } from 'node:crypto';
import type { ServiceNotice } from '@larkmere/contract/reference/service-notice';
import { findViolations } from '@larkmere/ledger/invariants';
import { money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { afterEach, expect, it, vi } from 'vitest';
import { startTestApi } from '../../../../../test/fixtures/api-server.ts';
import { createDatabase, seedAccount, seedCustomer, seedPayee } from '../../../../../test/fixtures/base.ts';
import { startOtherBanks } from '../../../../../test/fixtures/open-banking.ts';
import {
  balancesOf,
  inSession,
  seedPaymentAuthorisation,
  seedSession,
  toPaymentOrder,
} from '../../../../../test/fixtures/payment.ts';
import { seedStaff } from '../../../../../test/fixtures/staff.ts';
import { findCrossCheckViolations } from '../../../../../tools/cross-checks/cross-checks.ts';
import { freePort } from '../../../../../tools/ports.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { listServiceNotices } from '../../reference/service-availability/service-availability.read.ts';
import { sendGbp } from '../domestic/send-domestic.ts';
import { cancelPayment } from '../payment/cancel-payment.ts';
import { calculatePrice, toPriceView } from '../pricing/pricing.ts';
import { releasePayments } from './dispatch-payment.ts';

const { db, url } = await createDatabase();
const port = await freePort();
const bank = await startOtherBanks(`http://127.0.0.1:${port}`);
await fetch(`${bank.baseUrl}/sandbox/settings`, {
  method: 'PUT',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ acceptDelayMs: [5, 9], settleDelayMs: [5, 9], dayMs: 1000 }),
});
await startTestApi(url, { port, bankUrl: bank.baseUrl, railSecret: bank.secret });

const staff = await seedStaff(db, { role: 'settings' });
const who = await seedCustomer(db);
const pounds = await seedAccount(db, who, { balance: '500.00' });
const somchai = await seedPayee(db, who);
const session = await seedSession(db, who);
const within = <T>(work: (ctx: never) => Promise<T>) =>
  inTransaction(db, (tx, now) => work({ tx, now, actor: inSession(who, session), requestId: randomUUID() } as never));

let paid = 0;
async function pay(): Promise<string> {
  paid += 1;
  const order = toPaymentOrder(pounds, somchai, { amount: `${10 + paid}.00`, reference: `Invoice ${paid}` });
  const approved = await seedPaymentAuthorisation(db, who, order, session);
  return (await within((ctx) => sendGbp(ctx, approved))).uid;
}

type Event = Partial<{ services: string[]; audience: string; customers: string[]; endsAt: Date | null }>;
async function letWait(over: Event = {}): Promise<string> {
  const { services = ['payment.gbp'], audience = 'all', customers = [], endsAt = null } = over;
  const id = randomUUID();
  await sql`insert into service_control.event
      (id, services, kind, mode, audience, customers, starts_at, ends_at, message, reason, state, created_by)
    values (${id}, ${services}, 'maintenance', 'queue', ${audience}, ${customers}::uuid[], now(), ${endsAt},
      'The bank is being moved.', 'Planned by the partner bank', 'scheduled', ${staff.id})`.execute(db);
  return id;
}
const end = (id: string) =>
  sql`update service_control.event set ends_at = greatest(now(), starts_at + interval '1 millisecond') where id = ${id}`.execute(
    db,
  );
afterEach(() => sql`update service_control.event set state = 'cancelled'`.execute(db));

const eventually = { timeout: 60_000, interval: 200 };
const load = async (uid: string) =>
  (
    await sql<{ state: string; reasonCode: string | null; reason: string | null; nextStep: string | null }>`
      select state, reason_code, reason, next_step from payment.payment where id = ${uid}`.execute(db)
  ).rows[0];
const expectState = (uid: string, state: string) =>
  vi.waitFor(async () => expect((await load(uid))?.state).toBe(state), eventually);
const sentFor = async (uid: string) =>
  (await sql`select from payment.message where payment_id = ${uid}`.execute(db)).rows.length;
const priceNow = () =>
  within((ctx) =>
    calculatePrice(
      ctx,
      inSession(who, session),
      { rail: 'faster-payments', serviceKey: 'payment.gbp' },
      money('GBP', 1000n),
    ),
  );

it('keeps a payment ready with its money held, and submits it once when the event ends', async () => {
  const [before] = await balancesOf(db, pounds);
  const id = await letWait();
  const price = await priceNow();
  expect(toPriceView(price, money('GBP', 1n)).queue).toEqual({ message: 'The bank is being moved.', until: null });
  const uid = await pay();
  expect(await load(uid)).toMatchObject({
    state: 'ready',
    reasonCode: 'service_queued',
    reason: 'Your money is reserved and safe. The bank is being moved.',
    nextStep: expect.stringContaining('when this ends'),
  });
  const held = await balancesOf(db, pounds);
  expect(Number(held[1] ?? held[0])).toBeLessThan(Number(before));
  await releasePayments(db);
  expect(await load(uid)).toMatchObject({ state: 'ready', reasonCode: 'service_queued' });
  expect(await sentFor(uid)).toBe(0);
  await end(id);
  await expectState(uid, 'completed');
  const { rows } = await sql<{ state: string; n: number }>`
    select state, count(*)::int as n from payment.transition where payment_id = ${uid} and state = 'submitted' group by 1`.execute(
    db,
  );
  expect(rows).toEqual([{ state: 'submitted', n: 1 }]);
});

it('holds a payment that was already on its way to the bank’s opening', async () => {
  await letWait({ endsAt: new Date(Date.now() + 3_600_000) });
  const uid = await pay();
  await sql`update payment.payment set not_before = now(), reason_code = null, reason = null, next_update_at = null
    where id = ${uid}`.execute(db);
  await vi.waitFor(async () => expect((await load(uid))?.reasonCode).toBe('service_queued'), eventually);
  expect((await load(uid))?.nextStep).toMatch(/when this ends: \w{3} \d/);
  expect(await sentFor(uid)).toBe(0);
});

it('goes on at the planned end', async () => {
  const id = await letWait({ endsAt: new Date(Date.now() + 3_600_000) });
  const uid = await pay();
  expect(await load(uid)).toMatchObject({ state: 'ready', reasonCode: 'service_queued' });
  await sql`update service_control.event set ends_at = now() + interval '500 milliseconds' where id = ${id}`.execute(
    db,
  );
  await expectState(uid, 'completed');
});

it('says that it arrives after the planned end', async () => {
  const soon = (await priceNow()).arrival;
  const endsAt = new Date(soon.latest.getTime() + 3_600_000);
  await letWait({ endsAt });
  const { arrival, opensAt } = await priceNow();
  expect(arrival.earliest.getTime()).toBeGreaterThanOrEqual(endsAt.getTime());
  expect(arrival.latest.getTime()).toBeGreaterThan(endsAt.getTime());
  // It may end early, and then the payment leaves at once.
  expect(opensAt.getTime()).toBeLessThan(endsAt.getTime());
});

it('is cancelled by the payer, who has the money again', async () => {
  await letWait();
  const before = await balancesOf(db, pounds);
  const uid = await pay();
  await within((ctx) => cancelPayment(ctx, { id: uid, idempotency: randomUUID() }));
  expect(await load(uid)).toMatchObject({ state: 'cancelled' });
  expect(await balancesOf(db, pounds)).toEqual(before);
});

it('does not hold other services and other customers', async () => {
  const other = await seedCustomer(db);
  await letWait({ services: ['payment.eur', 'payment.swift'] });
  await letWait({ audience: 'customers', customers: [other.customer.id] });
  await letWait({ audience: 'wallet' });
  const uid = await pay();
  expect((await load(uid))?.reasonCode).toBeNull();
  await expectState(uid, 'completed');
});

it('is shown to the customers whom it concerns, with the next planned change', async () => {
  const list = async () => within((ctx) => listServiceNotices(ctx, {}));
  expect(await list()).toEqual({ list: [], changesInMs: null });
  await letWait({ endsAt: new Date(Date.now() + 60_000) });
  await letWait({ audience: 'wallet' });
  const { list: found, changesInMs } = await list();
  expect(found).toMatchObject([
    { kind: 'maintenance', mode: 'queue', services: ['payment.gbp'], message: 'The bank is being moved.' },
  ] satisfies Partial<ServiceNotice>[]);
  expect(changesInMs).toBeGreaterThan(0);
  expect(changesInMs).toBeLessThanOrEqual(60_000);
  await sql`update service_control.breaker set mode = 'forced_off', message = 'EUR is back at noon.' where service = 'payment.eur'`.execute(
    db,
  );
  expect((await list()).list[0]).toMatchObject({ mode: 'off', kind: 'incident', message: 'EUR is back at noon.' });
});

it('leaves the books in order', async () => {
  expect(await findViolations(db)).toEqual([]);
  expect(await findCrossCheckViolations(db)).toEqual([]);
});
