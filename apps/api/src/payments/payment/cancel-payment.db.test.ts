import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { seedColleague } from '../../../../../test/fixtures/approval.ts';
import {
  asCustomer,
  asSystem,
  createDatabase,
  expectRefusal,
  seedAccount,
  seedCustomer,
  seedPayee,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import {
  balancesOf,
  inSession,
  insertFeeWaiver,
  seedPaymentAuthorisation,
  seedSession,
  toPaymentOrder,
} from '../../../../../test/fixtures/payment.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import type { Payee } from '../../payees/payee/payee.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { sendGbp } from '../domestic/send-domestic.ts';
import { applyStatusReport } from '../execution/apply-status-report.ts';
import { deliverRecall } from '../execution/deliver-recall.ts';
import { composeCamt056 } from '../execution/rails/payment-bank.ts';
import { recallPayment, receiveRecallResponse } from '../recall/recall-payment.ts';
import { cancelPayment } from './cancel-payment.ts';
import { enterState } from './payment.sql.ts';
import type { PaymentEvent } from './payment-events.ts';
import type { PaymentBank, RailRecallEvent, RecallResponse } from './rail.ts';
import { listPendingDomestic, listPendingSwift, repeatPayment, showPayment } from './show-payments.ts';

const { db } = await createDatabase();
let who: TestUser;
let account: BankAccount;
let payee: Payee;
let uid: string;

beforeEach(async () => {
  who = await seedCustomer(db);
  account = await seedAccount(db, who, { balance: '100.00' });
  payee = await seedPayee(db, who);
  uid = await pay();
});

async function pay(fee = '0.50'): Promise<string> {
  const session = await seedSession(db, who);
  const order = await seedPaymentAuthorisation(
    db,
    who,
    toPaymentOrder(account, payee, { fee, confirmDuplicate: true }),
    session,
  );
  return (
    await inTransaction(db, (tx, now) => sendGbp({ tx, now, actor: inSession(who, session), requestId: 'test' }, order))
  ).uid;
}

const handOver = (id = uid) => inTransaction(db, (tx) => enterState(tx, id, { state: 'submitted' }));
const settle = () =>
  asSystem(db, (ctx) => applyStatusReport(ctx, { id: uid, attempt: 1 }, { status: 'settled', document: '<answer/>' }));
const idempotency = v7();
const cancel = (by = who) => asCustomer(db, by).run(cancelPayment, { id: uid, idempotency });
const recall = (by = who) => asCustomer(db, by).run(recallPayment, { id: uid, reason: 'duplicate', idempotency });

describe('cancel payment', () => {
  it('releases the hold and notifies the payer', async () => {
    expect(await cancel()).toMatchObject({ state: 'cancelled', owner: 'nobody', canCancel: false, canRecall: false });
    expect(await balancesOf(db, account)).toEqual(['100.00', '100.00']);
  });

  it('returns a free transfer', async () => {
    await inTransaction(db, (tx) => insertFeeWaiver(tx, { id: v7(), customerId: who.customer.id, source: 'signup' }));
    uid = await pay('0.00');
    await cancel();
    expect(await pay('0.00')).toBeTruthy();
  });

  it('is refused once the bank has the payment', async () => {
    await handOver();
    await expectRefusal(db, 'invalid_transition', () => cancel());
    expect(await balancesOf(db, account)).toEqual(['100.00', '74.50']);
  });

  it('happens once, and never together with submission', async () => {
    const outcomes = await Promise.allSettled([cancel(), handOver(), cancel()]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is refused to other customers', async () => {
    const other = await seedCustomer(db);
    await expectRefusal(db, 'not_found', () => cancel(other));
  });
});

describe('recall payment', () => {
  it('says to everybody who asked for it', async () => {
    const colleague = await seedColleague(db, who, 'payer');
    await handOver();
    await settle();
    await recall(colleague);
    const { name } = colleague.user;
    for (const [reader, isYou] of [
      [who, false],
      [colleague, true],
    ] as const)
      expect((await asCustomer(db, reader).run(showPayment, { id: uid })).recall?.requestedBy).toEqual({ name, isYou });
  });

  it('is possible once after submission, and moves no money', async () => {
    await expectRefusal(db, 'invalid_transition', () => recall());
    await handOver();
    await settle();
    expect(await recall()).toMatchObject({
      state: 'completed',
      canRecall: false,
      recall: {
        state: 'asked',
        reason: 'duplicate',
        requestedBy: { name: who.user.name, isYou: true },
        answeredAt: null,
      },
    });
    expect(await balancesOf(db, account)).toEqual(['74.50', '74.50']);
    await expectRefusal(db, 'invalid_transition', () => recall());
  });

  it('is refused to other customers', async () => {
    await handOver();
    const other = await seedCustomer(db);
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
    await db.updateTable('payee.payee').set({ status: 'disabled' }).where('customerId', '=', who.customer.id).execute();
    expect((await repeat()).payeeUid).toBeNull();
    const other = await seedCustomer(db);
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
  const bankThat = (answers: (RecallResponse | 'no_response')[]) =>
    ({
      composeRecall: composeCamt056,
      submitRecall: async (_: unknown, document: string) => {
        sent.push(document);
        return answers.shift() ?? 'no_response';
      },
    }) as unknown as PaymentBank;
  const deliver = (answers: (RecallResponse | 'no_response')[]) =>
    deliverRecall(bankThat(answers))(
      {
        requestId: 'test',
        transaction: (work) => asSystem(db, work),
        batchedTransaction: (work) => asSystem(db, work),
      },
      { eventId: 1n, payload: { paymentId: uid } as PaymentEvent },
    );
  const told = async () => (await asCustomer(db, who).run(showPayment, { id: uid })).recall?.state;

  beforeEach(async () => {
    sent.length = 0;
    await handOver();
    await recall();
  });

  it('resends the same message after no response, and stops once it was accepted', async () => {
    await expect(deliver(['no_response'])).rejects.toThrow('no answer');
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
      for (const again of [event, event]) await asSystem(db, (ctx) => receiveRecallResponse(ctx, again));
      expect(await told()).toBe(outcome);
      const events = await db
        .selectFrom('platform.event')
        .select('payload')
        .where('topic', '=', 'payment.recall_answered')
        .where('payload', '@>', { paymentId: uid })
        .execute();
      expect(events).toMatchObject([{ payload: { outcome } }]);
      expect(await balancesOf(db, account)).toEqual(['100.00', '74.50']);
    },
  );
});
