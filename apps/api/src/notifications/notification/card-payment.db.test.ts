import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { asSystem, createDatabase, seedCustomer, seedUser } from '../../../../../test/fixtures/base.ts';
import {
  type CardDisputeEvent,
  type CardPaymentEvent,
  cardDisputeChanged,
  cardPaymentChanged,
  cardReceiptMissing,
} from '../../cards/card-payment/card-payment.ts';
import { issuedCardStateChanged } from '../../cards/issued-card/issued-card.ts';
import { cardNotices } from './card.notices.ts';
import { handlerOf } from './notification.ts';

const { db, url } = await createDatabase();
const owner = await seedCustomer(db);
const holder = { customer: owner.customer, user: await seedUser(db, owner.customer, { role: 'cardholder' }) };
const ref = {
  paymentId: '0199a0c0-0000-7000-8000-000000000001',
  cardId: '0199a0c0-0000-7000-8000-000000000002',
  customerId: owner.customer.id,
  holderId: holder.user.id,
  bankholderId: '1234567890',
  merchant: 'Copper Kettle',
  at: '2026-11-26T12:00:00.000Z',
};
let deliveries = 0n;
const delivery = <T>(payload: T) => {
  deliveries += 1n;
  return { eventId: deliveries, payload };
};

/** Who read what, in the order of their names. */
const readAfter = async (work: () => Promise<unknown>): Promise<string[]> => {
  await sql`delete from notification.notification`.execute(db);
  await work();
  const { rows } = await sql<{ text: string }>`
    select case user_id when ${owner.user.id} then 'owner' else 'holder' end || ': ' || type || ': ' || message as text
    from notification.notification order by 1`.execute(db);
  return rows.map(({ text }) => text);
};

const event = (more: Partial<CardPaymentEvent>): CardPaymentEvent => ({
  ...ref,
  step: 'authorised',
  amount: '12.50',
  currency: 'GBP',
  wasHeld: false,
  declineCode: null,
  declineLimit: null,
  missing: '0.00',
  ...more,
});
const after = (more: Partial<CardPaymentEvent>) =>
  readAfter(() => asSystem(db, (ctx) => handlerOf(cardNotices, cardPaymentChanged)(ctx, delivery(event(more)))));

test('the holder reads of a payment, a decline with its remedy, and a refund', async () => {
  expect(await after({})).toEqual(['holder: card.paid: 12.50 GBP at Copper Kettle.']);
  expect(await after({ step: 'declined', declineCode: 'over_daily_limit', declineLimit: '10.00' })).toEqual([
    'holder: card.declined: 12.50 GBP at Copper Kettle. Nothing was taken. It was over your daily limit of 10.00 GBP. Raise the limit, or pay tomorrow.',
  ]);
  expect(await after({ step: 'refunded' })).toEqual([
    'holder: card.refunded: 12.50 GBP from Copper Kettle is back on the account.',
  ]);
});

test('what was on hold is not announced again, but what was presented without asking is', async () => {
  expect(await after({ step: 'cleared', wasHeld: true })).toEqual([]);
  expect(await after({ step: 'released' })).toEqual([]);
  expect(await after({ step: 'cleared' })).toEqual([
    'holder: card.paid: 12.50 GBP at Copper Kettle, taken without asking us first.',
  ]);
});

test('owners read of a shortfall too', async () => {
  const text =
    'card.short: Copper Kettle took 12.50 GBP, and your account was 2.50 GBP short. We stopped this card; everything else still works. Add 2.50 GBP to the account. It pays what is missing first, and then the card works again.';
  expect(await after({ step: 'cleared', missing: '2.50' })).toEqual([`holder: ${text}`, `owner: ${text}`]);
});

test('who opened a dispute and the holder read of each step, and what is needed by when', async () => {
  const dispute: CardDisputeEvent = {
    ...ref,
    disputeId: ref.paymentId,
    userId: owner.user.id,
    state: 'documents_wanted',
    answerBy: '2026-12-03',
  };
  const text =
    'card.dispute: The card network wants to see documents. Add them here, then send them. Send them by Thu 3 Dec 2026.';
  const readOf = (payload: CardDisputeEvent) =>
    readAfter(() => asSystem(db, (ctx) => handlerOf(cardNotices, cardDisputeChanged)(ctx, delivery(payload))));
  expect(await readOf(dispute)).toEqual([`holder: ${text}`, `owner: ${text}`]);
  expect(await readOf({ ...dispute, state: 'opened' })).toEqual([]);
});

test('the holder is reminded of a receipt', async () => {
  const missing = { ...ref, day: '2026-11-23' };
  expect(
    await readAfter(() => asSystem(db, (ctx) => handlerOf(cardNotices, cardReceiptMissing)(ctx, delivery(missing)))),
  ).toEqual(['holder: card.receipt_missing: Add the receipt of your payment at Copper Kettle on Mon 23 Nov 2026.']);
});

test('who froze a card gets no message, but their other windows fetch it again', async () => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const heard: unknown[] = [];
  client.on('notification', ({ payload }) => heard.push(JSON.parse(payload ?? '')));
  await client.query('listen live');
  const change = { cardId: ref.cardId, customerId: ref.customerId, holderId: ref.holderId, cardName: 'Visa ··4417' };
  const handle = handlerOf(cardNotices, issuedCardStateChanged);
  const payload = {
    ...change,
    at: ref.at,
    from: 'active',
    to: 'frozen',
    byUserId: holder.user.id,
    reason: null,
    reasonBefore: null,
  } as const;
  expect(await readAfter(() => asSystem(db, (ctx) => handle(ctx, delivery(payload))))).toEqual([]);
  await expect
    .poll(() => heard, { timeout: 15_000 })
    .toMatchObject([{ userId: holder.user.id, notice: { message: null } }]);
  await client.end();
});
