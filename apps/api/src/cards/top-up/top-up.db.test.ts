import { randomUUID } from 'node:crypto';
import { cardDeclineCodes } from '@larkmere/contract/cards/top-up';
import type { contract } from '@larkmere/contract/contract';
import type { Input } from '@larkmere/contract/platform/endpoint';
import { findViolations } from '@larkmere/ledger/invariants';
import { hold } from '@larkmere/ledger/transfer';
import { money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeSettings } from '../../../../../db/seed/write-settings.ts';
import {
  asCustomer,
  asSystem,
  createDatabase,
  expectRefusal,
  runJob,
  seedCustomer,
  seedUser,
  setAccountStatus,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { type CardEvent, startCardProcessor } from '../../../../../test/fixtures/card-processor.ts';
import { balancesOf, seedSession } from '../../../../../test/fixtures/payment.ts';
import { lookUp, seedWallet, sendAs } from '../../../../../test/fixtures/wallet.ts';
import { recordsMatchPostings } from '../../../../../tools/cross-checks/records-match-postings.ts';
import { createOperationId, firmAccountId } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import type { Wallet } from '../../accounts/wallet/wallet.ts';
import { receiveCredit } from '../../payments/incoming/receive-credit.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { listCards } from '../card/card.read.ts';
import { deleteVaultCard, removeCard } from '../card/remove-card.ts';
import { receiveCardEvent } from './apply-report.ts';
import { topUpTimeouts } from './process-timeouts.ts';
import { recoverShortfall } from './recover-shortfall.ts';
import { showOptions, startTopUp } from './start-top-up.ts';
import { cancelTopUp, getTopUp } from './top-up.view.ts';

const { db } = await createDatabase();
const cards = await startCardProcessor();
const { processor } = cards;
const site = 'http://localhost:8080';

const numbers = {
  visa: '4242424242424242',
  mastercard: '5105105105105100',
  challenge: '4000000000003220',
  lostAnswer: '4000000000000135',
  lostOrder: '4000000000000143',
  capturedTwice: '4000000000000150',
  lateCapture: '4000000000000168',
  reversed: '4000000000000176',
  refunded: '4000000000000184',
  chargedBackFirst: '4000000000000192',
  chargedBack: '4000000000000259',
  credit: '5555555555554444',
  prepaid: '5200828282828210',
  amex: '378282246310005',
};

let who: TestUser;
let wallet: Wallet;

beforeEach(async () => {
  who = await seedCustomer(db, { kind: 'wallet' });
  wallet = await seedWallet(db, who);
});

/** The books are balanced whatever happened, and every record matches its postings. */
afterEach(async () => {
  expect(await findViolations(db)).toEqual([]);
  for (const [rule, query] of Object.entries(recordsMatchPostings))
    expect([rule, (await sql.raw(query).execute(db)).rows]).toEqual([rule, []]);
  const { rows } = await sql<{ code: string }>`
    select n.code from ledger.account_name n join ledger.account a on a.id = n.account_id
    where n.code like 'card-processor:%' and a.debits_posted - a.credits_posted <> (
      select coalesce(sum(amount_minor + fee_minor) filter (where reversal_id is null), 0) from top_up.top_up
      where credit_id is not null and 'card-processor:' || currency = n.code) - (
      select coalesce(sum(amount_minor), 0) from payment.incoming_credit
      where reference like 'PAYOUT%' and 'card-processor:' || currency = n.code)`.execute(db);
  expect(rows).toEqual([]);
});

type Order = Input<typeof contract.topUp.start>;

async function orderOf(number: string, over: Partial<Order> = {}): Promise<Order> {
  return {
    bankholderid: wallet.bankholderId,
    amount: '100.00',
    currency: 'GBP',
    fee: '0.80',
    saveCard: false,
    idempotency: randomUUID(),
    ...(over.cardId === undefined && { token: await cards.tokenise(number) }),
    ...over,
  };
}
const start = (order: Order, person = who) => asCustomer(db, person).proceed(startTopUp(processor, site), order);
const topUp = async (number: string, over: Partial<Order> = {}) => start(await orderOf(number, over));
const viewOf = (id: string) => asCustomer(db, who).run(getTopUp, { id });
const stateOf = async (id: string) => (await viewOf(id)).state;
const poll = async (id: string) => {
  await sql`update top_up.top_up set next_poll_at = now() where id = ${id} and next_poll_at is not null`.execute(db);
  await runJob(db, topUpTimeouts(processor));
};
const receive = (event: CardEvent) =>
  inTransaction(db, (tx, now) =>
    receiveCardEvent({ tx, now, actor: { kind: 'rail', ip: '127.0.0.1' }, requestId: randomUUID() }, event),
  );
const receiveAll = async (id: string, count: number) => {
  for (const event of await cards.eventsOf(id, count)) await receive(event);
};
const balance = async () => (await balancesOf(db, wallet))[0];
const available = async () => (await balancesOf(db, wallet))[1];
const firmBalance = async (code: string) => {
  const { rows } = await sql<{ minor: bigint }>`
    select a.debits_posted - a.credits_posted as minor from ledger.account a join ledger.account_name n on n.account_id = a.id
    where n.code = ${code}`.execute(db);
  return rows[0]?.minor;
};
const statusOf = async () => {
  const { rows } = await sql<{ state: string; stateReason: string }>`
    select state, state_reason from customer.customer where id = ${who.customer.id}`.execute(db);
  return rows[0];
};
const row = async (id: string) =>
  db.selectFrom('top_up.top_up').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const statesOfEvents = async (id: string) => {
  const { rows } = await sql<{ state: string }>`select payload->>'state' as state from platform.event
    where topic = 'top_up.state_changed' and payload->>'topUpId' = ${id} order by id`.execute(db);
  return rows.map(({ state }) => state);
};

describe('a top-up by card', () => {
  it('credits the wallet with the amount, charges the fee on top, and names the card in the statement', async () => {
    const before = [await firmBalance('card-processor:GBP'), await firmBalance('fee-income:card:GBP')];
    const done = await topUp(numbers.visa);
    expect(done).toMatchObject({
      state: 'captured',
      amount: { amount: '100.00' },
      fee: { amount: '0.80' },
      charge: { amount: '100.80', currency: 'GBP' },
      card: { brand: 'visa', last4: '4242' },
      challengeUrl: null,
      waiting: null,
    });
    expect(await balancesOf(db, wallet)).toEqual(['100.00', '100.00']);
    const after = [await firmBalance('card-processor:GBP'), await firmBalance('fee-income:card:GBP')];
    expect(after).toEqual([(before[0] ?? 0n) + 10_080n, (before[1] ?? 0n) - 80n]);
    const { rows } = await sql`select kind, counterparty, description from accounting.narrative
      where reference = ${done.reference}`.execute(db);
    expect(rows).toEqual([{ kind: 'card', counterparty: 'Visa ··4242', description: 'Money added from Visa ··4242' }]);
    expect(done.timeline.map(({ state }) => state)).toEqual(['created', 'authorised', 'captured']);
  });

  it('changes nothing when its events arrive afterwards, or again', async () => {
    const { uid } = await topUp(numbers.visa);
    await receiveAll(uid, 2);
    await receiveAll(uid, 2);
    expect([await balance(), await statesOfEvents(uid)]).toEqual(['100.00', ['authorised', 'captured']]);
  });

  it('is charged once when the request is repeated, also at once', async () => {
    const order = await orderOf(numbers.visa);
    const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => start(order)));
    if (!first) throw new Error('nothing was answered');
    await receiveAll(first.uid, 2);
    const answers = [first, ...others, await start(order)].map((answer) => JSON.stringify(answer));
    expect(new Set(answers).size).toBe(1);
    expect(await balance()).toBe('100.00');
    await expect(start({ ...order, amount: '101.00' })).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  });

  it('works with a saved card, of which only the token is stored', async () => {
    await topUp(numbers.mastercard, { saveCard: true });
    const { list } = await asCustomer(db, who).run(listCards, {});
    expect(list).toMatchObject([{ brand: 'mastercard', last4: '5100', funding: 'debit', default: true }]);
    const again = await topUp('', { cardId: list[0]?.id ?? '' });
    expect([again.state, await balance()]).toEqual(['captured', '200.00']);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from top_up.top_up t, card.card c
      where t.document like '%5105105105105100%' or c.vault_id like '%5105%'`.execute(db);
    expect(rows[0]?.n).toBe(0);
  });

  it('does not keep a card that was not to be saved', async () => {
    await topUp(numbers.visa);
    expect((await asCustomer(db, who).run(listCards, {})).list).toEqual([]);
  });

  it('hides a saved card from colleagues', async () => {
    await topUp(numbers.visa, { saveCard: true });
    const cardId = (await asCustomer(db, who).run(listCards, {})).list[0]?.id ?? '';
    const colleague = { customer: who.customer, user: await seedUser(db, who.customer) };
    expect((await asCustomer(db, colleague).run(listCards, {})).list).toEqual([]);
    const order = await orderOf('', { cardId });
    await expectRefusal(db, 'not_found', () => start(order, colleague));
    await expectRefusal(db, 'not_found', () =>
      asCustomer(db, colleague).run(removeCard, { id: cardId, idempotency: randomUUID() }),
    );
  });

  it('removes a card here and at the processor', async () => {
    await topUp(numbers.visa, { saveCard: true });
    const cardId = (await asCustomer(db, who).run(listCards, {})).list[0]?.id ?? '';
    const { vaultId } = await db
      .selectFrom('card.card')
      .select('vaultId')
      .where('id', '=', cardId)
      .executeTakeFirstOrThrow();
    await asCustomer(db, who).run(removeCard, { id: cardId, idempotency: randomUUID() });
    expect((await asCustomer(db, who).run(listCards, {})).list).toEqual([]);
    const order = await orderOf('', { cardId });
    await expectRefusal(db, 'not_found', () => start(order));
    const delivery = { eventId: 1n, payload: { vaultId } };
    for (let i = 0; i < 2; i += 1) await deleteVaultCard(processor)({} as never, delivery);
    const document = { ...JSON.parse((await row((await topUp(numbers.visa)).uid)).document), paymentId: randomUUID() };
    delete document.token;
    expect(await processor.createPayment(JSON.stringify({ ...document, cardId: vaultId }))).toBe('rejected');
  });
});

describe('the challenge of the card’s bank', () => {
  it('waits for the customer, and credits after they confirm', async () => {
    const begun = await topUp(numbers.challenge, { saveCard: true });
    expect(begun).toMatchObject({ state: 'awaiting_challenge', waiting: { owner: 'you' } });
    expect(await balance()).toBe('0.00');
    expect((await asCustomer(db, who).run(listCards, {})).list).toEqual([]);
    await cards.answerChallenge(begun.challengeUrl, 'approve');
    await receiveAll(begun.uid, 2);
    expect(await viewOf(begun.uid)).toMatchObject({ state: 'authorised', challengeUrl: null });
    await poll(begun.uid);
    expect([await stateOf(begun.uid), await balance()]).toEqual(['captured', '100.00']);
    expect((await asCustomer(db, who).run(listCards, {})).list).toMatchObject([{ last4: '3220' }]);
  });

  it('needs no event: polling finds the confirmation and captures', async () => {
    const begun = await topUp(numbers.challenge);
    await cards.answerChallenge(begun.challengeUrl, 'approve');
    await poll(begun.uid);
    expect([await stateOf(begun.uid), await balance()]).toEqual(['captured', '100.00']);
  });

  it('declines what the customer does not confirm', async () => {
    const begun = await topUp(numbers.challenge);
    await cards.answerChallenge(begun.challengeUrl, 'refuse');
    await receiveAll(begun.uid, 2);
    expect(await viewOf(begun.uid)).toMatchObject({
      state: 'declined',
      reason: 'Nothing was taken. The payment was not confirmed. Try again and confirm it with your bank.',
    });
    expect(await balance()).toBe('0.00');
  });

  it('can be closed, after which it cannot be confirmed any more', async () => {
    const begun = await topUp(numbers.challenge, { saveCard: true });
    await asCustomer(db, who).run(cancelTopUp, { id: begun.uid, idempotency: randomUUID() });
    await poll(begun.uid);
    expect(await viewOf(begun.uid)).toMatchObject({ state: 'cancelled', reason: null });
    await cards.answerChallenge(begun.challengeUrl, 'approve');
    await receiveAll(begun.uid, 2);
    expect([await stateOf(begun.uid), await balance()]).toEqual(['cancelled', '0.00']);
    expect((await asCustomer(db, who).run(listCards, {})).list).toEqual([]);
  });

  it('is credited when it was confirmed before it was closed', async () => {
    const begun = await topUp(numbers.challenge);
    await cards.answerChallenge(begun.challengeUrl, 'approve');
    await processor.capturePayment(begun.uid);
    await asCustomer(db, who).run(cancelTopUp, { id: begun.uid, idempotency: randomUUID() });
    await poll(begun.uid);
    expect([await stateOf(begun.uid), await balance()]).toEqual(['captured', '100.00']);
  });

  it('expires, and the processor is told', async () => {
    const begun = await topUp(numbers.challenge);
    await sql`update top_up.top_up set expires_at = now() - interval '1 second' where id = ${begun.uid}`.execute(db);
    await poll(begun.uid);
    expect(await stateOf(begun.uid)).toBe('expired');
    expect((await processor.getPayment(begun.uid))?.status).toBe('cancelled');
  });

  it('cannot be cancelled by a colleague or after it ended', async () => {
    const begun = await topUp(numbers.challenge);
    const colleague = { customer: who.customer, user: await seedUser(db, who.customer) };
    const cancel = (person: TestUser, id: string) =>
      asCustomer(db, person).run(cancelTopUp, { id, idempotency: randomUUID() });
    await expectRefusal(db, 'not_found', () => cancel(colleague, begun.uid));
    const { uid } = await topUp(numbers.visa);
    await expectRefusal(db, 'invalid_transition', () => cancel(who, uid));
  });
});

describe('a declined card', () => {
  const declining: Readonly<Record<string, string>> = {
    do_not_honour: '4000000000000002',
    insufficient_funds: '4000000000009995',
    lost_card: '4000000000009987',
    expired_card: '4000000000000069',
    incorrect_cvc: '4000000000000127',
    issuer_unavailable: '4000000000000119',
    limit_exceeded: '4000000000006975',
    fraud_suspected: '4000000000000101',
  };
  it.each(Object.entries(declining))('says why: %s', async (code, number) => {
    const done = await topUp(number, { saveCard: true });
    expect(done).toMatchObject({ state: 'declined', reason: expect.stringMatching(/^Nothing was taken\. /) });
    expect((await row(done.uid)).declineCode).toBe(code);
    expect([await balance(), (await asCustomer(db, who).run(listCards, {})).list]).toEqual(['0.00', []]);
  });

  it('has a text for every code', () => {
    expect(cardDeclineCodes.filter((code) => code !== 'authentication_failed').toSorted()).toEqual(
      Object.keys(declining).toSorted(),
    );
  });
});

describe('a fault of the processor', () => {
  it('lost answer: the customer waits, polling finds the authorisation, and the wallet is credited once', async () => {
    const order = await orderOf(numbers.lostAnswer);
    const begun = await start(order);
    expect(begun).toMatchObject({ state: 'created', waiting: { owner: 'us' } });
    await start(order);
    await poll(begun.uid);
    await poll(begun.uid);
    expect([await stateOf(begun.uid), await balance()]).toEqual(['captured', '100.00']);
  });

  it('lost order: it is withdrawn, and cannot be charged if it arrives later', async () => {
    const order = await orderOf(numbers.lostOrder);
    const begun = await start(order);
    await poll(begun.uid);
    expect(await stateOf(begun.uid)).toBe('created');
    await sql`update top_up.top_up set created_at = now() - interval '1 minute' where id = ${begun.uid}`.execute(db);
    await poll(begun.uid);
    expect(await viewOf(begun.uid)).toMatchObject({
      state: 'cancelled',
      reason: 'Nothing was taken. The payment was stopped before your card was charged. Try again.',
    });
    await expect(processor.createPayment((await row(begun.uid)).document)).rejects.toThrow('409');
    expect(await balance()).toBe('0.00');
  });

  it('captured twice: two events with different ids credit once', async () => {
    const { uid } = await topUp(numbers.capturedTwice);
    const events = await cards.eventsOf(uid, 3);
    expect(events.filter(({ report }) => report.status === 'captured')).toHaveLength(2);
    for (const event of events) await receive(event);
    expect([await balance(), await statesOfEvents(uid)]).toEqual(['100.00', ['authorised', 'captured']]);
  });

  it('late capture: the money is credited when it is captured', async () => {
    const begun = await topUp(numbers.lateCapture);
    expect([begun.state, await balance()]).toEqual(['authorised', '0.00']);
    await poll(begun.uid);
    await receiveAll(begun.uid, 2);
    expect([await stateOf(begun.uid), await balance()]).toEqual(['captured', '100.00']);
  });

  it('capture after we gave up: the money was taken, so it is credited', async () => {
    const begun = await topUp(numbers.challenge);
    await cards.answerChallenge(begun.challengeUrl, 'approve');
    await sql`update top_up.top_up set state = 'expired', challenge_url = null, next_poll_at = null where id = ${begun.uid}`.execute(
      db,
    );
    await sql`insert into top_up.transition (top_up_id, seq, state, actor_kind) values (${begun.uid}, 9, 'expired', 'system')`.execute(
      db,
    );
    await processor.capturePayment(begun.uid);
    await receiveAll(begun.uid, 3);
    expect([await stateOf(begun.uid), await balance()]).toEqual(['captured', '100.00']);
  });

  it('refund before capture: the top-up is cancelled and nothing was booked', async () => {
    const done = await topUp(numbers.reversed);
    await receiveAll(done.uid, 2);
    expect([await stateOf(done.uid), await balance(), (await row(done.uid)).creditId]).toEqual([
      'cancelled',
      '0.00',
      null,
    ]);
  });

  it('refund after capture: the wallet pays it, and the fee goes back', async () => {
    const { uid } = await topUp(numbers.refunded);
    await receiveAll(uid, 3);
    expect([await stateOf(uid), await balance(), await statusOf()]).toEqual([
      'refunded',
      '0.00',
      { state: 'active', stateReason: 'opened' },
    ]);
  });

  it('chargeback of money that is there: the wallet pays it and stays usable', async () => {
    const { uid } = await topUp(numbers.chargedBack);
    await receiveAll(uid, 3);
    expect([await stateOf(uid), await balance(), (await statusOf())?.state]).toEqual([
      'charged_back',
      '0.00',
      'active',
    ]);
  });

  it('chargeback reported before the capture: credited and taken back, in this order', async () => {
    const order = await orderOf(numbers.chargedBackFirst);
    const begun = await start(order);
    const events = await cards.eventsOf(begun.uid, 3);
    for (const event of events.toReversed()) await receive(event);
    await poll(begun.uid);
    expect([await stateOf(begun.uid), await balance()]).toEqual(['charged_back', '0.00']);
    expect((await statesOfEvents(begun.uid)).slice(-2)).toEqual(['captured', 'charged_back']);
  });

  it('chargeback as the first thing we hear: the capture is booked first, and polling brings the rest', async () => {
    const begun = await topUp(numbers.challenge);
    await cards.answerChallenge(begun.challengeUrl, 'approve');
    await processor.capturePayment(begun.uid);
    await cards.send('POST', `/sandbox/card-payments/${begun.uid}/chargeback`);
    const last = (await cards.eventsOf(begun.uid, 4)).find(({ report }) => report.status === 'charged_back');
    if (!last) throw new Error('no chargeback was reported');
    await receive(last);
    expect([await stateOf(begun.uid), await balance()]).toEqual(['captured', '100.00']);
    await poll(begun.uid);
    expect([await stateOf(begun.uid), await balance()]).toEqual(['charged_back', '0.00']);
    await receiveAll(begun.uid, 4);
    expect(await balance()).toBe('0.00');
  });

  const contradictionsOf = async (id: string) => {
    const { rows } = await sql<{
      detail: object;
    }>`select detail from platform.audit where action = 'partner.contradiction'
      and entity = ${`top-up:${id}`}`.execute(db);
    return rows.map(({ detail }) => detail);
  };

  it.each<[string, Partial<CardEvent['report']>, object]>([
    ['amount', { amount: '1.00' }, { field: 'amount', expected: '100.80 GBP', reported: '1.00 GBP' }],
    ['larger amount', { amount: '100.81' }, { field: 'amount', reported: '100.81 GBP' }],
    ['currency', { currency: 'EUR' }, { field: 'amount', reported: '100.80 EUR' }],
    ['amount of a decline', { amount: '1.00', status: 'declined' }, { field: 'amount', reported: '1.00 GBP' }],
  ])('a report about another %s is left to staff, and hides no genuine one', async (_, over, versions) => {
    const begun = await topUp(numbers.challenge);
    const [first] = await cards.eventsOf(begun.uid, 1);
    if (!first) throw new Error('no event');
    const send = (report: Partial<CardEvent['report']>) =>
      receive({ ...first, eventId: randomUUID(), report: { ...first.report, status: 'captured', ...report } });
    const wrong = { sequence: 999, ...over };
    expect(await send(wrong)).toEqual({ applied: false });
    expect([await stateOf(begun.uid), await balance()]).toEqual(['awaiting_challenge', '0.00']);
    expect(await contradictionsOf(begun.uid)).toMatchObject([versions]);
    expect(await send({ sequence: first.report.sequence + 1 })).toEqual({ applied: true });
    expect([await stateOf(begun.uid), await balance()]).toEqual(['captured', '100.00']);
    await send(wrong);
    expect([await stateOf(begun.uid), await balance()]).toEqual(['captured', '100.00']);
    expect(await contradictionsOf(begun.uid)).toHaveLength(1);
  });

  it('another report under a known event id is left to staff', async () => {
    const begun = await topUp(numbers.challenge);
    const [first] = await cards.eventsOf(begun.uid, 1);
    if (!first) throw new Error('no event');
    for (const _ of [1, 2]) await receive(first);
    expect(await contradictionsOf(begun.uid)).toEqual([]);
    await receive({ ...first, report: { ...first.report, amount: '1.00' } });
    expect(await contradictionsOf(begun.uid)).toMatchObject([{ field: 'event' }]);
  });

  it('a decline after the capture is left to staff, and the money stays', async () => {
    const begun = await topUp(numbers.challenge);
    const [first] = await cards.eventsOf(begun.uid, 1);
    if (!first) throw new Error('no event');
    const send = (status: CardEvent['report']['status'], sequence: number) =>
      receive({ ...first, eventId: randomUUID(), report: { ...first.report, status, sequence } });
    await send('captured', 50);
    await send('declined', 90);
    expect([await stateOf(begun.uid), await balance()]).toEqual(['captured', '100.00']);
    expect(await contradictionsOf(begun.uid)).toMatchObject([
      { field: 'state', expected: 'captured', reported: 'declined' },
    ]);
    await send('refunded', 60);
    expect([await stateOf(begun.uid), await balance()]).toEqual(['refunded', '0.00']);
  });

  it('an event about an unknown payment is refused, so that it is sent again', async () => {
    const { uid } = await topUp(numbers.visa);
    const [event] = await cards.eventsOf(uid, 1);
    if (!event) throw new Error('no event');
    const report = { ...event.report, paymentId: randomUUID() };
    await expectRefusal(db, 'not_found', () => receive({ ...event, eventId: randomUUID(), report }));
  });
});

describe('a chargeback after the money is gone', () => {
  async function chargeBackAfterSpending(spent: string): Promise<string> {
    const { uid } = await topUp(numbers.visa);
    const friend = await seedCustomer(db, { kind: 'wallet' });
    await seedWallet(db, friend);
    const session = await seedSession(db, who);
    const { recipient } = await lookUp(db, who, friend.customer.memberCode);
    await sendAs(db, who, session, { lookupId: recipient?.lookupId ?? '', source: wallet, amount: spent });
    expect((await cards.send('POST', `/sandbox/card-payments/${uid}/chargeback`)).status).toBe(204);
    await receiveAll(uid, 3);
    return uid;
  }

  it('takes what is there, books the rest as owed, and restricts the account', async () => {
    const before = await firmBalance('card-shortfall:GBP');
    const uid = await chargeBackAfterSpending('70.00');
    expect([await stateOf(uid), await balance()]).toEqual(['charged_back', '0.00']);
    expect(await statusOf()).toEqual({ state: 'restricted', stateReason: 'card_payment_reversed' });
    expect((await row(uid)).shortfallMinor).toBe(7000n);
    expect(await firmBalance('card-shortfall:GBP')).toBe((before ?? 0n) + 7000n);
    const { rows } = await sql`select payload->>'missing' as missing from platform.event
      where topic = 'top_up.state_changed' and payload->>'topUpId' = ${uid} order by id desc limit 1`.execute(db);
    expect(rows).toEqual([{ missing: '70.00' }]);
  });

  it('leaves what is on hold', async () => {
    const { uid } = await topUp(numbers.visa);
    await asSystem(db, async ({ tx }) => {
      const credit = await firmAccountId(tx, 'clearing:faster-payments:GBP');
      const postings = [{ debit: wallet.ledgerAccountId, credit, amount: money('GBP', 3000n) }];
      await hold(tx, { id: createOperationId(), code: 'test.held', postings });
    });
    await cards.send('POST', `/sandbox/card-payments/${uid}/chargeback`);
    await receiveAll(uid, 3);
    expect([await balance(), await available(), (await row(uid)).shortfallMinor]).toEqual(['30.00', '0.00', 3000n]);
  });

  it('is the same when its event comes several times at once', async () => {
    const { uid } = await topUp(numbers.visa);
    await cards.send('POST', `/sandbox/card-payments/${uid}/chargeback`);
    const last = (await cards.eventsOf(uid, 3)).find(({ report }) => report.status === 'charged_back') as CardEvent;
    const results = await Promise.all([
      ...[1, 2, 3].map(() => receive(last)),
      ...[4, 5].map(() => receive({ ...last, eventId: randomUUID() })),
    ]);
    expect(results.filter(({ applied }) => applied)).toHaveLength(1);
    expect(await balance()).toBe('0.00');
  });

  it('loses no money in a race with payments', async () => {
    const { uid } = await topUp(numbers.visa);
    const friend = await seedCustomer(db, { kind: 'wallet' });
    await seedWallet(db, friend);
    const session = await seedSession(db, who);
    const { recipient } = await lookUp(db, who, friend.customer.memberCode);
    await cards.send('POST', `/sandbox/card-payments/${uid}/chargeback`);
    const last = (await cards.eventsOf(uid, 3)).find(({ report }) => report.status === 'charged_back') as CardEvent;
    await Promise.allSettled([
      receive(last),
      ...['10.00', '20.00', '30.00'].map((amount) =>
        sendAs(db, who, session, { lookupId: recipient?.lookupId ?? '', source: wallet, amount }),
      ),
    ]);
    await receive(last);
    expect([await stateOf(uid), await balance(), await available()]).toEqual(['charged_back', '0.00', '0.00']);
  });

  it('is paid first by money that arrives, and then blocks cards no longer', async () => {
    const uid = await chargeBackAfterSpending('70.00');
    const order = await orderOf(numbers.visa);
    await expectRefusal(db, 'account_not_usable', () => start(order));
    await receiveTransfer('50.00');
    expect([await balance(), (await row(uid)).recoveredMinor]).toEqual(['0.00', 5000n]);
    await receiveTransfer('50.00');
    expect([await balance(), (await row(uid)).recoveredMinor]).toEqual(['30.00', 7000n]);
    await setAccountStatus(db, who, 'active');
    expect((await start(order)).state).toBe('captured');
  });
});

async function receiveTransfer(amount: string): Promise<void> {
  const shared = { kind: 'uk', sortCode: '040621', accountNumber: '41903362' } as const;
  await receiveBankCredit(amount, shared, who.customer.memberCode);
  const { rows } = await sql<{ id: bigint; payload: never }>`
    select id, payload from platform.event where topic = 'credit.received' order by id desc limit 1`.execute(db);
  for (const { id: eventId, payload } of rows)
    for (let times = 0; times < 2; times += 1) await asSystem(db, (ctx) => recoverShortfall(ctx, { eventId, payload }));
}

const receiveBankCredit = (amount: string, payee: Parameters<typeof receiveCredit>[1]['payee'], reference: string) =>
  asSystem(db, (ctx) =>
    receiveCredit(ctx, {
      eventId: randomUUID(),
      sequence: 1,
      at: ctx.now,
      kind: 'credit',
      railReference: randomUUID(),
      amount: money('GBP', BigInt(amount.replace('.', ''))),
      payerName: 'Mali Hart',
      payee,
      reference,
      bookedAt: ctx.now,
      document: '<credit/>',
    }),
  );

describe('several at once', () => {
  it('the same event, other events and polls credit once', async () => {
    const begun = await topUp(numbers.challenge);
    await cards.answerChallenge(begun.challengeUrl, 'approve');
    await processor.capturePayment(begun.uid);
    const events = await cards.eventsOf(begun.uid, 3);
    await sql`update top_up.top_up set next_poll_at = now() where id = ${begun.uid}`.execute(db);
    await Promise.all([
      ...events.flatMap((event) => [receive(event), receive(event)]),
      runJob(db, topUpTimeouts(processor)),
      runJob(db, topUpTimeouts(processor)),
    ]);
    expect([await stateOf(begun.uid), await balance()]).toEqual(['captured', '100.00']);
    expect((await statesOfEvents(begun.uid)).filter((state) => state === 'captured')).toHaveLength(1);
  });

  it('the limit of the day holds', async () => {
    const orders = await Promise.all(
      Array.from({ length: 4 }, () => orderOf(numbers.visa, { amount: '700.00', fee: '5.60' })),
    );
    const done = await Promise.allSettled(orders.map((order) => start(order)));
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await balance()).toBe('1400.00');
    const { prices } = await asCustomer(db, who).run(showOptions(processor, site), {});
    expect(prices.find(({ currency }) => currency === 'GBP')?.leftToday).toEqual({ amount: '600.00', currency: 'GBP' });
  });
});

describe('a top-up is refused', () => {
  it.each([
    ['credit', 'Nothing was taken. We do not accept credit cards. Use a debit card.'],
    ['prepaid', 'Nothing was taken. We do not accept prepaid cards. Use a debit card.'],
    ['amex', 'Nothing was taken. We accept Visa and Mastercard. Use another card.'],
  ] as const)('for a card that is not accepted: %s', async (kind, text) => {
    const order = await orderOf(numbers[kind]);
    const refusal = await expectRefusal(db, 'card_not_accepted', () => start(order));
    expect(refusal.message).toBe(text);
  });

  it('below the minimum, above the maximum and at another fee than shown', async () => {
    const cases: [Parameters<typeof expectRefusal>[1], Partial<Order>][] = [
      ['limit_exceeded', { amount: '9.99', fee: '0.08' }],
      ['limit_exceeded', { amount: '1000.01', fee: '8.00' }],
      ['amount_invalid', { amount: '0.00' }],
      ['amount_invalid', { amount: '100.001' }],
      ['price_changed', { fee: '0.79' }],
      ['price_changed', { fee: '0.00' }],
      ['validation_failed', { token: undefined }],
      ['validation_failed', { cardId: randomUUID(), token: 'tok_abcdefghijklmnopqrstuv' }],
      ['validation_failed', { token: 'tok_abcdefghijklmnopqrstuv' }],
      ['not_found', { bankholderid: '1234567890' }],
      ['account_not_usable', { currency: 'EUR' }],
    ];
    for (const [code, over] of cases) {
      const order = await orderOf(numbers.visa, over);
      await expectRefusal(db, code, () => start({ ...order, ...over }));
    }
  });

  it('while the service is off', async () => {
    const order = await orderOf(numbers.visa);
    const turn = (on: boolean) =>
      sql`update payment.service_availability set is_on = ${on} where key = 'wallet.topup'`.execute(db);
    await turn(false);
    await expectRefusal(db, 'service_off', () => start(order));
    await turn(true);
  });

  it('of a credit card only while the setting says so', async () => {
    const order = await orderOf(numbers.credit);
    await writeSettings(
      db,
      sql`insert into top_up.rule values ('EUR', 50, 1000, 100000, 200000, '{debit,credit}', now() - interval '1 minute')`,
    );
    await expectRefusal(db, 'card_not_accepted', () => start(order));
    const euros = await seedWallet(db, who, { currency: 'EUR' });
    const done = await start({ ...order, bankholderid: euros.bankholderId, currency: 'EUR', fee: '0.50' });
    expect([done.state, (await balancesOf(db, euros))[0]]).toEqual(['captured', '100.00']);
  });
});

describe('a wallet that may not receive money any more', () => {
  it('is not charged: the authorisation is given back', async () => {
    const begun = await topUp(numbers.challenge);
    await cards.answerChallenge(begun.challengeUrl, 'approve');
    await setAccountStatus(db, who, 'suspended');
    await poll(begun.uid);
    await poll(begun.uid);
    expect([await stateOf(begun.uid), await balance()]).toEqual(['cancelled', '0.00']);
    expect((await processor.getPayment(begun.uid))?.status).toBe('cancelled');
  });

  it('gets captured money into suspense, and the card gets it back', async () => {
    const before = await firmBalance('suspense:GBP');
    const begun = await topUp(numbers.challenge);
    await cards.answerChallenge(begun.challengeUrl, 'approve');
    await processor.capturePayment(begun.uid);
    await setAccountStatus(db, who, 'suspended');
    await receiveAll(begun.uid, 3);
    expect([await stateOf(begun.uid), await balance()]).toEqual(['captured', '0.00']);
    expect(await firmBalance('suspense:GBP')).toBe((before ?? 0n) - 10_000n);
    await poll(begun.uid);
    expect([await stateOf(begun.uid), (await row(begun.uid)).shortfallMinor]).toEqual(['refunded', 0n]);
    expect(await firmBalance('suspense:GBP')).toBe(before);
    expect((await processor.getPayment(begun.uid))?.status).toBe('refunded');
  });
});

describe('a payout of the processor', () => {
  it('lowers what it owes us', async () => {
    await topUp(numbers.visa);
    const before = await firmBalance('card-processor:GBP');
    const payee = { kind: 'iban', iban: 'GB84LARK04062141904481' } as const;
    await receiveBankCredit('100.80', payee, 'PAYOUT 1');
    expect(await firmBalance('card-processor:GBP')).toBe((before ?? 0n) - 10_080n);
    const { rows } =
      await sql`select action from platform.audit where action like 'credit.%' order by id desc limit 1`.execute(db);
    expect(rows).toEqual([{ action: 'credit.of_firm' }]);
  });
});
