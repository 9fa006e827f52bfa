import { randomUUID } from 'node:crypto';
import type { CardDisputeReport } from '@larkmere/contract/cards/card-issuer';
import { findViolations } from '@larkmere/ledger/invariants';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  asCustomer,
  asSystem,
  createDatabase,
  expectRefusal,
  runJob,
  seedAccount,
  seedCredit,
  seedCustomer,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { startCardIssuer } from '../../../../../test/fixtures/card-issuer.ts';
import { seedPayingCard } from '../../../../../test/fixtures/card-payment.ts';
import { balancesOf } from '../../../../../test/fixtures/payment.ts';
import { seedRates } from '../../../../../test/fixtures/rates.ts';
import { pdf } from '../../../../../test/fixtures/sample-files.ts';
import { recordsMatchPostings } from '../../../../../tools/cross-checks/records-match-postings.ts';
import { reconcileDay } from '../../accounting/reconciliation/reconciliation.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import { builtInScanner } from '../../checks/document/scan/built-in-scanner.ts';
import { scanDocument } from '../../checks/document/scan-document.ts';
import { erasureHandlers } from '../../erasure-handlers.ts';
import type { CardIssuer } from '../issued-card/issued-card.ts';
import { addCardDocument, removeCardDocument } from './card-documents.ts';
import { showCardPayment } from './card-payment.view.ts';
import { applyDisputeReport, disputeSending, openDispute, sendEvidence } from './open-dispute.ts';
import { cardPaymentTimeouts, receiptReminders } from './process-timeouts.ts';
import { shortfallRecovery } from './recover-shortfall.ts';
import { showSettlement } from './settlement.read.ts';

const { db } = await createDatabase();
const processor = await startCardIssuer(db);

let who: TestUser;
let account: BankAccount;
let cardId: string;

beforeEach(async () => {
  processor.mail.isLost = false;
  who = await seedCustomer(db, { business: true });
  account = await seedAccount(db, who, { balance: '500.00' });
  cardId = await seedPayingCard(db, who, account);
  await processor.order(cardId, 'GBP');
  await seedRates(db);
});

afterEach(async () => {
  expect(await findViolations(db)).toEqual([]);
  for (const [rule, query] of Object.entries(recordsMatchPostings))
    expect([rule, (await sql.raw(query).execute(db)).rows]).toEqual([rule, []]);
});

const view = (id: string) => asCustomer(db, who).run(showCardPayment, { id });
/** Waits for a report that is on its way. */
const becomes = (id: string, state: string) =>
  vi.waitFor(async () => expect((await view(id)).state).toBe(state), { timeout: 15_000, interval: 20 });
/** Waits for the first report of a payment, which follows our own decision. */
const hasFirstReport = (id: string) =>
  vi.waitFor(
    async () => {
      const { rows } = await sql`select from card_payment.event where subject = ${id}`.execute(db);
      expect(rows).not.toEqual([]);
    },
    { timeout: 15_000, interval: 20 },
  );
const pounds = (amount: string, more: object = {}) => ({ amount, currency: 'GBP', ...more });
const merchant = { name: 'Copper Kettle', city: 'York', country: 'GB', category: '5812' };
const check = async () => {
  await sql`update card_payment.payment set next_check_at = now() where next_check_at is not null`.execute(db);
  await runJob(db, cardPaymentTimeouts(processor.issuer));
};
const settleAll = async () => {
  await sql`update card_payment.settlement set next_check_at = now() where next_check_at is not null`.execute(db);
  await runJob(db, cardPaymentTimeouts(processor.issuer));
};
const settlementOf = (id: string) =>
  db.selectFrom('card_payment.settlement').selectAll().where('id', '=', id).executeTakeFirst();
const reported = (id: string) =>
  vi.waitFor(async () => expect(await settlementOf(id)).toBeDefined(), { timeout: 15_000, interval: 20 });

describe('a payment at the processor', () => {
  it('is held, cleared in parts and refunded', async () => {
    const { paymentId } = await processor.pay(cardId, pounds('40.00', { merchant }));
    await becomes(paymentId, 'authorised');
    expect(await balancesOf(db, account)).toEqual(['500.00', '460.00']);
    await processor.act(paymentId, 'clear', pounds('25.00', { final: false }));
    await becomes(paymentId, 'cleared');
    expect(await balancesOf(db, account)).toEqual(['475.00', '460.00']);
    await processor.act(paymentId, 'clear');
    await vi.waitFor(async () => expect(await balancesOf(db, account)).toEqual(['460.00', '460.00']), {
      timeout: 15_000,
    });
    await processor.act(paymentId, 'refund');
    await becomes(paymentId, 'refunded');
    expect(await balancesOf(db, account)).toEqual(['500.00', '500.00']);
  });

  it('in yen is billed in pounds at the rate of the card network', async () => {
    const tokyo = { name: 'Ramen Ichiban', city: 'Tokyo', country: 'JP', category: '5812' };
    const { paymentId } = await processor.pay(cardId, { amount: '1480', currency: 'JPY', merchant: tokyo });
    await becomes(paymentId, 'authorised');
    expect(await view(paymentId)).toMatchObject({ original: { amount: '1480', currency: 'JPY' }, exchange: null });
  });

  it('is declined by us with a reason that the customer reads', async () => {
    const { paymentId, declineCode } = await processor.pay(cardId, pounds('1000.01', { merchant }));
    expect(declineCode).toBe('over_payment_limit');
    expect((await view(paymentId)).reason).toBe(
      'Nothing was taken. It was over your limit of 1,000.00 GBP for one payment. Raise the limit, then pay again.',
    );
  });

  it('is declined by the processor alone for a wrong PIN', async () => {
    const { paymentId } = await processor.pay(cardId, pounds('5.00', { merchant, channel: 'chip', pin: '0000' }));
    await becomes(paymentId, 'declined');
    expect((await view(paymentId)).declineCode).toBe('wrong_pin');
  });

  it('ends as the processor says when its reports are lost', async () => {
    processor.mail.isLost = true;
    const kept = await processor.pay(cardId, pounds('40.00', { merchant }));
    const reversed = await processor.pay(cardId, pounds('60.00', { merchant }));
    await processor.act(kept.paymentId, 'clear');
    await processor.act(reversed.paymentId, 'reverse');
    expect(await balancesOf(db, account)).toEqual(['500.00', '400.00']);
    await check();
    expect(await balancesOf(db, account)).toEqual(['460.00', '460.00']);
    expect((await view(reversed.paymentId)).state).toBe('released');
  });

  it('keeps nothing of an approval that came too late', async () => {
    const large = pounds('300.00', { merchant, network: 'late_answer' });
    const { paymentId } = await processor.pay(cardId, large);
    await becomes(paymentId, 'declined');
    expect(await balancesOf(db, account)).toEqual(['500.00', '500.00']);
  });

  it('is held after the stand-in approved it without us', async () => {
    const { paymentId } = await processor.pay(cardId, pounds('8.00', { merchant, network: 'lost' }));
    await becomes(paymentId, 'authorised');
    expect(await balancesOf(db, account)).toEqual(['500.00', '492.00']);
  });

  it('is released when its hold has expired and nothing was heard', async () => {
    processor.mail.isLost = true;
    const { paymentId } = await processor.pay(cardId, pounds('40.00', { merchant }));
    await sql`update card_payment.payment set hold_expires_at = now() - interval '1 second' where id = ${paymentId}`.execute(
      db,
    );
    await check();
    expect((await view(paymentId)).state).toBe('released');
    expect(await balancesOf(db, account)).toEqual(['500.00', '500.00']);
  });

  const stateOf = (id: string) =>
    db.selectFrom('issued_card.card').select(['state']).where('id', '=', id).executeTakeFirstOrThrow();
  const recoveries = async () => {
    const { rows } = await sql<{ amount: string; isUsable: boolean }>`
      select payload->>'amount' as amount, (payload->>'isUsable')::boolean as is_usable from platform.event
      where topic = 'card_payment.shortfall_recovered' and payload->>'bankholderId' = ${account.bankholderId}
      order by id`.execute(db);
    return rows;
  };
  const takeOffline = async (amount: string, card = cardId) => {
    const { paymentId } = await processor.offline(card, pounds(amount, { merchant }));
    await becomes(paymentId, 'cleared');
    return paymentId;
  };

  it('without asking, by two cards: both work again once both debts are paid, and this is told once', async () => {
    const second = await seedPayingCard(db, who, account);
    await processor.order(second, 'GBP');
    await takeOffline('520.00');
    await takeOffline('30.00', second);
    await seedCredit(db, account, '20.00');
    await runJob(db, shortfallRecovery);
    expect([await stateOf(cardId), await stateOf(second)]).toEqual([{ state: 'stopped' }, { state: 'stopped' }]);
    expect(await recoveries()).toEqual([]);
    await seedCredit(db, account, '40.00');
    for (let turn = 0; turn < 2; turn += 1) await runJob(db, shortfallRecovery);
    expect([await stateOf(cardId), await stateOf(second)]).toEqual([{ state: 'active' }, { state: 'active' }]);
    expect(await recoveries()).toEqual([{ amount: '50.00', isUsable: true }]);
    expect(await balancesOf(db, account)).toEqual(['10.00', '10.00']);
  });

  it('without asking, then refunded: the refund pays the debt, and the card works again', async () => {
    const paymentId = await takeOffline('520.00');
    await processor.act(paymentId, 'refund');
    await becomes(paymentId, 'refunded');
    for (let turn = 0; turn < 2; turn += 1) await runJob(db, shortfallRecovery);
    expect(await stateOf(cardId)).toEqual({ state: 'active' });
    expect(await recoveries()).toEqual([{ amount: '20.00', isUsable: true }]);
    expect(await balancesOf(db, account)).toEqual(['500.00', '500.00']);
  });

  it('owed and paid a second time, is told a second time', async () => {
    for (const amount of ['520.00', '7.00']) {
      await takeOffline(amount);
      await seedCredit(db, account, amount === '7.00' ? '7.00' : '20.00');
      await runJob(db, shortfallRecovery);
    }
    expect((await recoveries()).map(({ amount }) => amount)).toEqual(['20.00', '7.00']);
  });

  it('without asking takes more than there is: we wait for money, then the card works again', async () => {
    const { paymentId } = await processor.offline(cardId, pounds('520.00', { merchant }));
    await becomes(paymentId, 'cleared');
    expect([await balancesOf(db, account), (await stateOf(cardId)).state]).toEqual([['0.00', '0.00'], 'stopped']);
    await seedCredit(db, account, '15.00');
    await runJob(db, shortfallRecovery);
    expect([await balancesOf(db, account), (await stateOf(cardId)).state]).toEqual([['0.00', '0.00'], 'stopped']);
    await seedCredit(db, account, '15.00');
    await runJob(db, shortfallRecovery);
    expect([await balancesOf(db, account), (await stateOf(cardId)).state]).toEqual([['10.00', '10.00'], 'active']);
    expect((await view(paymentId)).shortfall?.open.amount).toBe('0.00');
  });
});

describe('a settlement', () => {
  const clearTwo = async () => {
    const first = await processor.pay(cardId, pounds('40.00', { merchant }));
    const second = await processor.pay(cardId, pounds('60.00', { merchant }));
    await processor.act(first.paymentId, 'clear');
    await processor.act(second.paymentId, 'clear');
    await processor.act(second.paymentId, 'refund', pounds('10.00'));
    return [first.paymentId, second.paymentId] as const;
  };
  const clearing = async () => {
    const { rows } = await sql<{ minor: bigint }>`select credits_posted - debits_posted as minor from ledger.account a
      join ledger.account_name n on n.account_id = a.id where n.code = 'clearing:card:GBP'`.execute(db);
    return rows[0]?.minor;
  };

  /** Reports arrive one by one, so the last one has to be awaited. */
  const isRefunded = (paymentId: string, minor: bigint) =>
    expect
      .poll(
        async () => {
          const { rows } = await sql<{ minor: bigint }>`
            select refunded_minor as minor from card_payment.payment where id = ${paymentId}`.execute(db);
          return rows[0]?.minor;
        },
        { timeout: 15_000 },
      )
      .toBe(minor);

  it('empties the clearing account and agrees with the statement of the bank', async () => {
    for (const earlier of (await processor.settle()).settlementIds) await reported(earlier);
    await settleAll();
    const before = await clearing();
    await clearTwo();
    const { settlementIds } = await processor.settle();
    const [id = ''] = settlementIds;
    await reported(id);
    await settleAll();
    expect(await settlementOf(id)).toMatchObject({ state: 'settled', differences: [] });
    expect(await clearing()).toBe(before);
    const day = (await settlementOf(id))?.day ?? '';
    const { breaks, ours } = await reconcileDay(db, processor.partner, 'GBP', day);
    expect(ours.movements).toContainEqual({ reference: id, amountMinor: -9000n, day });
    expect(breaks.filter(({ ours: mine, theirs }) => [mine, theirs].some((each) => each?.reference === id))).toEqual(
      [],
    );
  });

  it('reads at the processor what the books do not know yet', async () => {
    processor.mail.isLost = true;
    const [first] = await clearTwo();
    processor.mail.isLost = false;
    const { settlementIds } = await processor.settle();
    for (const id of settlementIds) await reported(id);
    await settleAll();
    for (const id of settlementIds) expect((await settlementOf(id))?.state).toBe('settled');
    expect((await view(first)).state).toBe('cleared');
  });

  it('with a difference waits for a person, and books nothing', async () => {
    const [first, second] = await clearTwo();
    await becomes(first, 'cleared');
    await isRefunded(second, 10_00n);
    const { settlementIds } = await processor.settle();
    const [id = ''] = settlementIds;
    await reported(id);
    const before = await clearing();
    await sql`update card_payment.settlement set cleared_minor = cleared_minor + 1 where id = ${id}`.execute(db);
    await settleAll();
    expect(await settlementOf(id)).toMatchObject({
      state: 'mismatched',
      differences: [{ kind: 'sum_differs', paymentId: null }],
    });
    expect(await clearing()).toBe(before);
    const shown = await asSystem(db, ({ tx }) => showSettlement(tx, id));
    expect(shown.settlement).toMatchObject({
      state: 'mismatched',
      differences: [{ kind: 'sum_differs', inFile: '90.00', inBooks: '90.01' }],
      nextComparisonAt: expect.any(String),
    });
    expect(shown).toMatchObject({
      rowCount: 2,
      rows: [{ differs: false, payment: { merchant: 'Copper Kettle' } }, {}],
    });
    await sql`update card_payment.settlement set cleared_minor = cleared_minor - 1 where id = ${id}`.execute(db);
    await settleAll();
    expect((await settlementOf(id))?.state).toBe('settled');
    const settled = await asSystem(db, ({ tx }) => showSettlement(tx, id));
    expect(settled.settlement).toMatchObject({ state: 'settled', differences: [], nextComparisonAt: null });
    const amounts = settled.rows.map((row) => [
      row.cleared.amount,
      row.inBooks?.cleared.amount,
      row.inBooks?.refunded.amount,
    ]);
    expect(amounts.toSorted()).toEqual([
      ['40.00', '40.00', '0.00'],
      ['60.00', '60.00', '10.00'],
    ]);
  });

  it('with a payment that nobody knows shows its row first', async () => {
    const unknown = randomUUID();
    const [known] = await clearTwo();
    await becomes(known, 'cleared');
    const report = {
      id: 'CS261126GBPODD01',
      day: '2026-11-26',
      currency: 'GBP',
      lineCount: 2,
      refundedMinor: 0n,
    } as const;
    await db
      .insertInto('card_payment.settlement')
      .values({ ...report, clearedMinor: 4700n })
      .execute();
    const lines = [
      { paymentId: known, cleared: '40.00', refunded: '0.00' },
      { paymentId: unknown, cleared: '7.00', refunded: '0.00' },
    ];
    const issuer = { getSettlement: async () => lines, getPayment: async () => undefined };
    await runJob(db, cardPaymentTimeouts(issuer as unknown as CardIssuer));
    expect(await asSystem(db, ({ tx }) => showSettlement(tx, report.id))).toMatchObject({
      settlement: {
        state: 'mismatched',
        differences: [{ kind: 'payment_unknown', paymentId: unknown, inFile: '7.00', inBooks: '0.00' }],
      },
      rowCount: 2,
      rows: [
        { paymentId: unknown, differs: true, payment: null, inBooks: null },
        { paymentId: known, differs: false, inBooks: { cleared: { amount: '40.00' } } },
      ],
    });
    await expectRefusal(db, 'not_found', () => asSystem(db, ({ tx }) => showSettlement(tx, 'CS261126GBPNONE')));
  });
});

describe('documents and disputes', () => {
  const receipt = () => new File([new Uint8Array(pdf(`(${randomUUID()})`))], 'receipt.pdf');
  const add = (id: string, purpose: 'receipt' | 'evidence', file = receipt()) =>
    asCustomer(db, who).run(addCardDocument, { id, purpose, file, idempotency: randomUUID() });
  const scan = (documentId: string) =>
    scanDocument(builtInScanner)(
      {
        requestId: 'test',
        transaction: (work) => asSystem(db, work),
        batchedTransaction: (work) => asSystem(db, work),
      },
      { eventId: 1n, payload: { documentId } },
    );
  const cleared = async () => {
    const { paymentId } = await processor.pay(cardId, pounds('40.00', { merchant }));
    await hasFirstReport(paymentId);
    await processor.act(paymentId, 'clear');
    await becomes(paymentId, 'cleared');
    return paymentId;
  };
  const sendDisputes = async () => {
    await sql`update card_payment.dispute set next_send_at = now() where next_send_at is not null`.execute(db);
    await runJob(db, disputeSending(processor.issuer));
  };
  const dispute = (id: string, note = 'I never ordered this.') =>
    asCustomer(db, who).run(openDispute, { id, reason: 'not_recognised', note, idempotency: randomUUID() });

  it('keeps a receipt once, and takes it off again', async () => {
    const id = await cleared();
    expect((await view(id)).receiptMissing).toBe(true);
    const file = receipt();
    const { uid } = await add(id, 'receipt', file);
    await expectRefusal(db, 'file_rejected', () => add(id, 'receipt', file));
    expect(await view(id)).toMatchObject({ hasReceipt: true, receiptMissing: false });
    await scan(uid);
    await asCustomer(db, who).run(removeCardDocument, { uid, idempotency: randomUUID() });
    expect(await view(id)).toMatchObject({ hasReceipt: false, documents: [] });
  });

  it('is missing after the days of the rule, of which a firm is reminded once', async () => {
    const id = await cleared();
    const reminders = async () => {
      await runJob(db, receiptReminders);
      const { rows } = await sql`select id from platform.event
        where topic = 'card_payment.receipt_missing' and payload->>'paymentId' = ${id}`.execute(db);
      return rows.length;
    };
    expect(await reminders()).toBe(0);
    await sql`update card_payment.payment set counted_at = now() - interval '73 hours' where id = ${id}`.execute(db);
    expect(await reminders()).toBe(1);
    expect(await reminders()).toBe(1);
  });

  it('hands a dispute over with its evidence, and gives back what is won', async () => {
    const id = await cleared();
    const { uid } = await add(id, 'evidence');
    const opened = await dispute(id);
    expect(opened).toMatchObject({ state: 'opened', amount: { amount: '40.00', currency: 'GBP' } });
    await sendDisputes();
    expect((await view(id)).disputes[0]?.state).toBe('opened');
    await scan(uid);
    await sendDisputes();
    expect((await view(id)).disputes[0]?.state).toBe('received');
    await expectRefusal(db, 'invalid_transition', () => dispute(id));
    await processor.decideDispute(opened.uid, 'won');
    await becomes(id, 'refunded');
    await vi.waitFor(async () => expect((await view(id)).disputes[0]?.state).toBe('won'), { timeout: 15_000 });
    expect(await balancesOf(db, account)).toEqual(['500.00', '500.00']);
  });

  it('leaves another outcome to staff, after the end or under a known number', async () => {
    const { uid: disputeId } = await dispute(await cleared());
    const report = (sequence: number, state: CardDisputeReport['state']) =>
      asSystem(db, (ctx) => applyDisputeReport(ctx, { kind: 'dispute', disputeId, sequence, state, answerBy: null }));
    expect(await report(1, 'received')).toBe(true);
    expect(await report(1, 'received')).toBe(false);
    expect(await report(1, 'won')).toBe(false);
    expect(await report(5, 'lost')).toBe(true);
    expect(await report(2, 'with_merchant')).toBe(false);
    for (const _ of [1, 2]) expect(await report(6, 'won')).toBe(false);
    const { rows } = await sql<{ detail: object }>`select detail from platform.audit
      where action = 'partner.contradiction' and entity = ${`card-dispute:${disputeId}`} order by id`.execute(db);
    expect(rows.map(({ detail }) => detail)).toMatchObject([
      { expected: 'received', reported: 'won' },
      { expected: 'lost', reported: 'won' },
    ]);
  });

  it('sends documents that are wanted later with the same dispute', async () => {
    const id = await cleared();
    const opened = await dispute(id);
    await expectRefusal(db, 'invalid_transition', () =>
      asCustomer(db, who).run(sendEvidence, { id, idempotency: randomUUID() }),
    );
    await sendDisputes();
    await processor.decideDispute(opened.uid, 'documents_wanted');
    await vi.waitFor(async () => expect((await view(id)).disputes[0]?.state).toBe('documents_wanted'), {
      timeout: 15_000,
    });
    const { uid } = await add(id, 'evidence');
    await scan(uid);
    await asCustomer(db, who).run(sendEvidence, { id, idempotency: randomUUID() });
    await sendDisputes();
    await processor.decideDispute(opened.uid, 'lost').catch(() => {});
    await vi.waitFor(async () => expect((await view(id)).disputes[0]?.state).not.toBe('documents_wanted'), {
      timeout: 15_000,
    });
  });

  it('loses note and documents when its customer is erased wholly, and only then', async () => {
    const id = await cleared();
    const { uid } = await add(id, 'evidence');
    await scan(uid);
    await dispute(id, 'My sister Ann paid this in cash.');
    const erase = (extent: 'partly' | 'wholly') =>
      asSystem(db, async (ctx) => {
        const payload = { customerId: who.customer.id, people: [who.user.id], extent };
        for (const handler of erasureHandlers)
          if ('transactional' in handler) await handler.transactional(ctx, { eventId: 1n, payload } as never);
      });
    const left = async () => {
      const { rows } = await sql<{ note: string; name: string; content: number }>`
        select d.note, f.name, (select count(*) from document.content c where c.document_id = f.id)::int as content
        from card_payment.dispute d join card_payment.document l on l.dispute_id = d.id
        join document.document f on f.id = l.document_id where d.payment_id = ${id}`.execute(db);
      return rows;
    };
    await erase('partly');
    expect(await left()).toEqual([{ note: 'My sister Ann paid this in cash.', name: 'receipt.pdf', content: 1 }]);
    await erase('wholly');
    expect(await left()).toEqual([{ note: 'Erased', name: 'Erased', content: 0 }]);
  });

  it('does not take a dispute of more than was taken', async () => {
    const id = await cleared();
    const ask = { id, reason: 'wrong_amount' as const, note: 'Too much was taken.', idempotency: randomUUID() };
    await expectRefusal(db, 'amount_invalid', () => asCustomer(db, who).run(openDispute, { ...ask, amount: '40.01' }));
    const { paymentId } = await processor.pay(cardId, pounds('5.00', { merchant }));
    await becomes(paymentId, 'authorised');
    await hasFirstReport(paymentId);
    await expectRefusal(db, 'invalid_transition', () => dispute(paymentId));
  });
});
