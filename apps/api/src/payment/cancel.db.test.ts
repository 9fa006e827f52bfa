import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  asCustomer,
  asSystem,
  expectRefusal,
  type Given,
  givenAccount,
  givenCustomer,
  givenDatabase,
  givenPayee,
} from '../../../../test/given.ts';
import { approve, givenSession, inSession, orderFor, standingOf } from '../../../../test/given-payment.ts';
import type { BankAccount } from '../bank-account/bank-account.ts';
import { inTransaction } from '../kernel/transaction.ts';
import type { Payee } from '../payee/payee.ts';
import { applyAnswer } from './apply-answer.ts';
import { cancelPayment } from './cancel-payment.ts';
import { deliverRecall } from './deliver-recall.ts';
import { insertFreeTrade } from './free-trade.sql.ts';
import { listPendingDomestic } from './list-pending-domestic.ts';
import { listPendingSwift } from './list-pending-swift.ts';
import { enterState } from './payment.sql.ts';
import type { PaymentNews } from './payment.ts';
import { composeCamt056 } from './rails/camt-056.ts';
import type { Rail, RailRecallAnswer, RailRecallEvent } from './rails/rail.ts';
import { recallPayment } from './recall-payment.ts';
import { receiveRecallAnswer } from './receive-recall-answer.ts';
import { repeatPayment } from './repeat-payment.ts';
import { sendGbp } from './send-gbp.ts';
import { showPayment } from './show-payment.ts';

const { db } = await givenDatabase();
let who: Given;
let account: BankAccount;
let payee: Payee;
let uid: string;

beforeEach(async () => {
  who = await givenCustomer(db);
  account = await givenAccount(db, who, { balance: '100.00' });
  payee = await givenPayee(db, who);
  uid = await pay();
});

async function pay(fee = '0.50'): Promise<string> {
  const session = await givenSession(db, who);
  const order = await approve(db, who, orderFor(account, payee, { fee, confirmDuplicate: true }), session);
  return (
    await inTransaction(db, (tx, now) => sendGbp({ tx, now, actor: inSession(who, session), requestId: 'test' }, order))
  ).uid;
}

const handOver = (id = uid) => inTransaction(db, (tx) => enterState(tx, id, { state: 'submitted' }));
const settle = () =>
  asSystem(db, (ctx) => applyAnswer(ctx, { id: uid, attempt: 1 }, { status: 'settled', document: '<answer/>' }));
const idempotency = v7();
const cancel = (by = who) => asCustomer(db, by).run(cancelPayment, { id: uid, idempotency });
const recall = (by = who) => asCustomer(db, by).run(recallPayment, { id: uid, reason: 'duplicate', idempotency });

describe('cancelling', () => {
  it('makes the money available again, and says so', async () => {
    expect(await cancel()).toMatchObject({ state: 'cancelled', owner: 'nobody', canCancel: false, canRecall: false });
    expect(await standingOf(db, account)).toEqual(['100.00', '100.00']);
  });

  it('gives a free transfer back', async () => {
    await inTransaction(db, (tx) => insertFreeTrade(tx, { id: v7(), customer_id: who.customer.id, source: 'signup' }));
    uid = await pay('0.00');
    await cancel();
    expect(await pay('0.00')).toBeTruthy();
  });

  it('ends when the bank has it', async () => {
    await handOver();
    await expectRefusal(db, 'invalid_transition', () => cancel());
    expect(await standingOf(db, account)).toEqual(['100.00', '74.50']);
  });

  it('happens once, and either it or the handing over, never both', async () => {
    const outcomes = await Promise.allSettled([cancel(), handOver(), cancel()]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is for the payer alone', async () => {
    const other = await givenCustomer(db);
    await expectRefusal(db, 'not_found', () => cancel(other));
  });
});

describe('asking back', () => {
  it('is possible once the bank has it, once, and moves no money', async () => {
    await expectRefusal(db, 'invalid_transition', () => recall());
    await handOver();
    await settle();
    expect(await recall()).toMatchObject({
      state: 'completed',
      canRecall: false,
      recall: { state: 'asked', reason: 'duplicate', answeredAt: null },
    });
    expect(await standingOf(db, account)).toEqual(['74.50', '74.50']);
    await expectRefusal(db, 'invalid_transition', () => recall());
  });

  it('is for the payer alone', async () => {
    await handOver();
    const other = await givenCustomer(db);
    await expectRefusal(db, 'not_found', () => recall(other));
  });
});

describe('paying again', () => {
  it('fills in what was paid, and leaves out a payee who is gone', async () => {
    const repeat = (by = who) => asCustomer(db, by).run(repeatPayment, { id: uid });
    expect(await repeat()).toMatchObject({
      amount: '25.00',
      currency: 'GBP',
      sourceBankholderId: account.bankholderId,
    });
    expect((await repeat()).payeeUid).not.toBeNull();
    await db
      .updateTable('payee.payee')
      .set({ status: 'disabled' })
      .where('customer_id', '=', who.customer.id)
      .execute();
    expect((await repeat()).payeeUid).toBeNull();
    const other = await givenCustomer(db);
    await expectRefusal(db, 'not_found', () => repeat(other));
  });
});

describe('the lists', () => {
  it('show domestic payments by state, and keep those abroad apart', async () => {
    const { run } = asCustomer(db, who);
    const listed = async (filterType: 'wait' | 'cancel' | 'all') =>
      (await run(listPendingDomestic, { filterType })).list.map((payment) => payment.uid);
    expect(await listed('wait')).toEqual([uid]);
    await cancel();
    expect([await listed('wait'), await listed('cancel'), await listed('all')]).toEqual([[], [uid], [uid]]);
    expect((await run(listPendingSwift, { filterType: 'all' })).list).toEqual([]);
    await db.updateTable('payment.payment').set({ kind: 'swift' }).where('id', '=', uid).execute();
    expect((await run(listPendingSwift, { filterType: 'cancel' })).list.map((payment) => payment.uid)).toEqual([uid]);
    expect(await listed('all')).toEqual([]);
  });
});

describe('a wish to have it back', () => {
  const answer = (outcome: 'pending' | 'accepted' | 'refused') => ({ outcome, document: '<camt/>' }) as const;
  const sent: string[] = [];
  const railThat = (answers: (RailRecallAnswer | 'silence')[]) => () =>
    ({
      composeRecall: composeCamt056,
      submitRecall: async (_: unknown, document: string) => {
        sent.push(document);
        return answers.shift() ?? 'silence';
      },
    }) as unknown as Rail;
  const deliver = (answers: (RailRecallAnswer | 'silence')[]) =>
    deliverRecall(railThat(answers))(
      { requestId: 'test', transaction: (work) => asSystem(db, work), withOthers: (work) => asSystem(db, work) },
      { eventId: 1n, payload: { paymentId: uid } as PaymentNews },
    );
  const told = async () => (await asCustomer(db, who).run(showPayment, { id: uid })).recall?.state;

  beforeEach(async () => {
    sent.length = 0;
    await handOver();
    await recall();
  });

  it('is asked again in the same words after silence, and rests once it was taken', async () => {
    await expect(deliver(['silence'])).rejects.toThrow('no answer');
    await deliver([answer('pending')]);
    await deliver([]);
    expect(sent).toHaveLength(2);
    expect(new Set(sent).size).toBe(1);
    expect(sent[0]).toContain('DUPL');
    expect(await told()).toBe('pending');
  });

  it.each(['accepted', 'refused'] as const)('that was %s is told once, and moves no money', async (outcome) => {
    await deliver([answer('pending')]);
    const { reference } = await asCustomer(db, who).run(showPayment, { id: uid });
    const event = { kind: 'recall', instructionId: reference, answer: answer(outcome) } as RailRecallEvent;
    for (const again of [event, event]) await asSystem(db, (ctx) => receiveRecallAnswer(ctx, again));
    expect(await told()).toBe(outcome);
    const events = await db
      .selectFrom('kernel.event')
      .select('payload')
      .where('topic', '=', 'payment.recall_answered')
      .where('payload', '@>', { paymentId: uid })
      .execute();
    expect(events).toMatchObject([{ payload: { outcome } }]);
    expect(await standingOf(db, account)).toEqual(['100.00', '74.50']);
  });
});
