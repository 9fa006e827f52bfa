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

describe('cancel payment', () => {
  it('releases the hold and notifies the payer', async () => {
    expect(await cancel()).toMatchObject({ state: 'cancelled', owner: 'nobody', canCancel: false, canRecall: false });
    expect(await standingOf(db, account)).toEqual(['100.00', '100.00']);
  });

  it('returns a free transfer', async () => {
    await inTransaction(db, (tx) => insertFreeTrade(tx, { id: v7(), customer_id: who.customer.id, source: 'signup' }));
    uid = await pay('0.00');
    await cancel();
    expect(await pay('0.00')).toBeTruthy();
  });

  it('is refused once the bank has the payment', async () => {
    await handOver();
    await expectRefusal(db, 'invalid_transition', () => cancel());
    expect(await standingOf(db, account)).toEqual(['100.00', '74.50']);
  });

  it('happens once, and never together with submission', async () => {
    const outcomes = await Promise.allSettled([cancel(), handOver(), cancel()]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is refused to other customers', async () => {
    const other = await givenCustomer(db);
    await expectRefusal(db, 'not_found', () => cancel(other));
  });
});

describe('recall payment', () => {
  it('is possible once after submission, and moves no money', async () => {
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

  it('is refused to other customers', async () => {
    await handOver();
    const other = await givenCustomer(db);
    await expectRefusal(db, 'not_found', () => recall(other));
  });
});

describe('repeat payment', () => {
  it('copies the details of the payment, and omits a deleted payee', async () => {
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

describe('payment lists', () => {
  it('list domestic payments by state, and cross-border payments separately', async () => {
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

describe('delivering a recall', () => {
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

  it('resends the same message after no response, and stops once it was accepted', async () => {
    await expect(deliver(['silence'])).rejects.toThrow('no answer');
    await deliver([answer('pending')]);
    await deliver([]);
    expect(sent).toHaveLength(2);
    expect(new Set(sent).size).toBe(1);
    expect(sent[0]).toContain('DUPL');
    expect(await told()).toBe('pending');
  });

  it.each(['accepted', 'refused'] as const)(
    'notifies once of a recall that was %s, and moves no money',
    async (outcome) => {
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
    },
  );
});
