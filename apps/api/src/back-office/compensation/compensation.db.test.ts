import { randomUUID } from 'node:crypto';
import type { CompensationView } from '@larkmere/contract/back-office/compensation';
import type { StaffRole } from '@larkmere/contract/back-office/staff';
import { freezeAccount, unfreezeAccount } from '@larkmere/ledger/account-status';
import { findViolations } from '@larkmere/ledger/invariants';
import { post } from '@larkmere/ledger/transfer';
import { trialBalance } from '@larkmere/ledger/trial-balance';
import { type Money, readAmount } from '@larkmere/money/money';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeSettings } from '../../../../../db/seed/write-settings.ts';
import {
  asCustomer,
  asSystem,
  createDatabase,
  expectRefusal,
  seedAccount,
  seedCustomer,
  seedPayee,
  setAccountStatus,
  ukDetails,
} from '../../../../../test/fixtures/base.ts';
import { seedDealer } from '../../../../../test/fixtures/manual-fx.ts';
import {
  balancesOf,
  inSession,
  seedPaymentAuthorisation as pinFor,
  seedSession,
  toPaymentOrder,
} from '../../../../../test/fixtures/payment.ts';
import { findCrossCheckViolations } from '../../../../../tools/cross-checks/cross-checks.ts';
import { createOperationId, firmAccountId } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { showStatement } from '../../accounts/statement/show-statement.ts';
import { importSanctionsList } from '../../checks/screening/screening.ts';
import { handlerOf } from '../../notifications/notification/notification.ts';
import { paymentNotices } from '../../notifications/notification/payment.notices.ts';
import { sendGbp } from '../../payments/domestic/send-domestic.ts';
import { showPayment } from '../../payments/payment/show-payments.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { refusePayment, releasePayment } from '../review/decide-reviewed-payment.ts';
import { placeFraudHold } from '../review/place-fraud-hold.ts';
import { approveCompensation, proposeCompensation, refuseCompensation } from './compensate-payment.ts';
import { listCompensations } from './compensation.read.ts';
import { type CompensationEvent, compensationPaid, compensationReversed } from './compensation.ts';
import { approveReversal, proposeReversal, refuseReversal } from './reverse-compensation.ts';

const { db } = await createDatabase();
beforeAll(async () => {
  const listed = [{ entryId: 'DEMO1', name: 'Balthazar Figmentov', regime: 'Made up' }];
  await asSystem(db, (ctx) => importSanctionsList(ctx, 'test.csv', listed));
});

type Kind = 'held' | 'listed' | 'prompt';

const withForgedSteps = new Set<string>();

async function createPayment(kind: Kind = 'held') {
  const who = await seedCustomer(db);
  const account = await seedAccount(db, who, { balance: '22000.00' });
  const name = kind === 'listed' ? 'Balthazar Figmentov' : 'Somchai Prasert';
  const payee = await seedPayee(db, who, { ...ukDetails.somchai, name });
  const session = await seedSession(db, who);
  const amount = kind === 'held' ? '21000.00' : '25.00';
  const order = await pinFor(db, who, toPaymentOrder(account, payee, { amount }), session);
  const { uid, reference } = await inTransaction(db, (tx, now) =>
    sendGbp({ tx, now, actor: inSession(who, session), requestId: randomUUID() }, order),
  );
  return { who, account, uid, reference, customer: asCustomer(db, who) };
}

type PaymentFixture = Awaited<ReturnType<typeof createPayment>>;
const staff = (role: StaffRole = 'payment_operations') => seedDealer(db, role);
type Staff = Awaited<ReturnType<typeof staff>>;
const [maker, checker, mlro, compliance] = [
  await staff(),
  await staff(),
  await staff('mlro'),
  await staff('compliance'),
];
const terms = {
  amount: '3.20',
  currency: 'GBP',
  reason: 'bank_charge',
  note: 'Their landlord’s bank charged them for the late rent.',
};
const propose = (by: Staff, payment: string, over: object = {}) =>
  by.act(proposeCompensation, { payment, ...terms, ...over }) as never as Promise<CompensationView>;
const approve = (by: Staff, uid: string) => by.act(approveCompensation, { uid }) as never as Promise<CompensationView>;
const refuse = (by: Staff, uid: string) =>
  by.act(refuseCompensation, {
    uid,
    note: 'The letter is about another payment.',
  }) as never as Promise<CompensationView>;
const createPaidCompensation = async (uid: string, over: object = {}) =>
  approve(checker, (await propose(maker, uid, over)).uid);

const gbp = (text: string) => readAmount('GBP', text) as Money;

const listed = async (by: Staff, state: CompensationView['state']) =>
  ((await by.act(listCompensations, { state })) as never as { list: CompensationView[] }).list;
const compensationExpense = async (): Promise<bigint> => {
  const line = (await trialBalance(db)).find(({ code }) => code === 'compensation:GBP');
  return (line?.debit.minor ?? 0n) - (line?.credit.minor ?? 0n);
};
const payoutsOf = async (uid: string) => {
  const { rows } = await sql<{ amount: bigint }>`
    select t.amount from ledger.transfer t join accounting.narrative n on n.operation_id = t.op_id
    where t.code = 'compensation.paid' and n.payment_id = ${uid}`.execute(db);
  return rows.map(({ amount }) => amount);
};
const eventsOf = async (uid: string): Promise<CompensationEvent[]> => {
  const rows = await db
    .selectFrom('platform.event')
    .select('payload')
    .where('topic', '=', 'compensation.paid')
    .orderBy('id')
    .execute();
  return rows.map(({ payload }) => payload as CompensationEvent).filter(({ paymentId }) => paymentId === uid);
};
const auditOf = async (uid: string) => {
  const rows = await db
    .selectFrom('platform.audit')
    .select(['action', 'actorId'])
    .where('entity', '=', `payment:${uid}`)
    .where('action', 'like', 'compensation.%')
    .orderBy('id')
    .execute();
  return rows.map(({ action, actorId }) => [action, actorId]);
};

describe('pay a compensation', () => {
  it("moves no money until a second person approves, and books it as the firm's expense", async () => {
    const given = await createPayment();
    const before = await compensationExpense();
    const { uid, state } = await propose(maker, given.uid, { evidence: 'Letter of 3 March, in the file.' });
    expect(state).toBe('proposed');
    expect(await balancesOf(db, given.account)).toEqual(['22000.00', '999.50']);
    expect(await payoutsOf(given.uid)).toEqual([]);
    expect(await listed(await staff('auditor'), 'proposed')).toContainEqual(
      expect.objectContaining({
        uid,
        payment: { uid: given.uid, reference: given.reference },
        amount: { amount: '3.20', currency: 'GBP' },
        evidence: 'Letter of 3 March, in the file.',
        decidedBy: null,
      }),
    );
    const paid = await approve(checker, uid);
    expect(paid).toMatchObject({ state: 'paid', decidedAt: expect.any(String), decisionNote: null });
    expect(paid.decidedBy).not.toBe(paid.proposedBy);
    expect(await balancesOf(db, given.account)).toEqual(['22003.20', '1002.70']);
    expect((await compensationExpense()) - before).toBe(320n);
    expect(await payoutsOf(given.uid)).toEqual([320n]);
    expect(await auditOf(given.uid)).toEqual([
      ['compensation.proposed', maker.id],
      ['compensation.paid', checker.id],
    ]);
  });

  it('appears on the statement, on the payment and in a notification', async () => {
    const given = await createPayment();
    await createPaidCompensation(given.uid);
    const { customer, account, reference, who } = given;
    const page = await customer.run(showStatement, { bankholderid: account.bankholderId, size: 50 });
    expect(page.list[0]).toMatchObject({
      type: 'Compensation',
      direction: 'in',
      amount: '3.20',
      description: `Compensation for delay to payment ${reference}`,
      reference,
      paymentUid: given.uid,
    });
    const payment = await customer.run(showPayment, { id: given.uid });
    const [{ paidAt } = { paidAt: '' }] = payment.compensations;
    expect(payment.compensations).toEqual([{ amount: { amount: '3.20', currency: 'GBP' }, paidAt, reversedAt: null }]);
    expect(payment.timeline.map(({ step }) => step).slice(0, 3)).toEqual(['made', 'compensated', 'checked']);
    expect(payment.timeline[1]).toEqual({
      step: 'compensated',
      state: 'done',
      at: paidAt,
      expected: null,
      note: '3.20 GBP',
    });
    const [payload, ...more] = await eventsOf(given.uid);
    if (!payload) throw new Error('nobody is told');
    expect(more).toEqual([]);
    for (const eventId of [7n, 7n])
      await asSystem(db, (ctx) => handlerOf(paymentNotices, compensationPaid)(ctx, { eventId, payload }));
    const notices = await db
      .selectFrom('notification.notification')
      .select(['type', 'message', 'link'])
      .where('userId', '=', who.user.id)
      .execute();
    expect(notices).toEqual([
      {
        type: 'payment.compensated',
        message: 'We paid 3.20 GBP into your account because your payment to Somchai Prasert was delayed.',
        link: `/pending-payment-domestic/detail/${given.uid}`,
      },
    ]);
  });

  it('appears in the timeline of the payment at its time', async () => {
    const given = await createPayment();
    await (await staff()).act(refusePayment, {
      uid: given.uid,
      reasonCode: 'payee_details_invalid',
      sentence: 'The account belongs to somebody else.',
    });
    await createPaidCompensation(given.uid);
    const { timeline } = await given.customer.run(showPayment, { id: given.uid });
    expect(timeline.map(({ step }) => step)).toEqual(['made', 'rejected', 'compensated']);
  });

  it('pays nothing and notifies nobody when refused, and allows another proposal', async () => {
    const given = await createPayment();
    const { uid } = await propose(maker, given.uid);
    expect(await refuse(checker, uid)).toMatchObject({
      state: 'refused',
      decisionNote: 'The letter is about another payment.',
    });
    expect(await payoutsOf(given.uid)).toEqual([]);
    expect(await eventsOf(given.uid)).toEqual([]);
    expect((await given.customer.run(showPayment, { id: given.uid })).compensations).toEqual([]);
    await expectRefusal(db, 'invalid_transition', () => approve(checker, uid));
    await createPaidCompensation(given.uid);
    expect(await payoutsOf(given.uid)).toEqual([320n]);
  });

  it.each(['support', 'dealer', 'finance', 'settings', 'super', 'auditor'] as const)(
    'refuses the role %s',
    async (role) => {
      const given = await createPayment();
      const { uid } = await propose(maker, given.uid);
      const by = await staff(role);
      for (const attempt of [() => propose(by, given.uid), () => approve(by, uid), () => refuse(by, uid)])
        await expectRefusal(db, 'access_denied', attempt);
      if (role === 'auditor' || role === 'finance') await listed(by, 'proposed');
      else await expectRefusal(db, 'access_denied', () => listed(by, 'proposed'));
    },
  );
});

describe("decide one's own proposal", () => {
  it('refuses both approval and refusal by the proposer', async () => {
    const { uid } = await propose(maker, (await createPayment()).uid);
    await expectRefusal(db, 'approver_conflict', () => approve(maker, uid));
    await expectRefusal(db, 'approver_conflict', () => refuse(maker, uid));
  });

  it('is also refused by the database', async () => {
    const { uid } = await propose(maker, (await createPayment()).uid);
    const paid = { state: 'paid', decidedBy: maker.id, decidedAt: new Date(), operationId: randomUUID() };
    const write = (row: object) => db.updateTable('compensation.compensation').set(row).where('id', '=', uid).execute();
    await expect(write(paid)).rejects.toThrow('decider_is_not_proposer');
    await expect(write({ ...paid, decidedBy: checker.id, operationId: null })).rejects.toThrow('paid_by_an_operation');
    await expect(write({ ...paid, decidedBy: null })).rejects.toThrow('decided_by_somebody');
    await expect(write({ amountMinor: 99_999n })).rejects.toThrow('is what was proposed');
    await approve(checker, uid);
    await expect(write({ operationId: randomUUID() })).rejects.toThrow('decided once');
  });

  it('pays once when two people approve concurrently', async () => {
    const given = await createPayment();
    const { uid } = await propose(maker, given.uid);
    const attempts = await Promise.allSettled([approve(checker, uid), approve(mlro, uid), approve(compliance, uid)]);
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const attempt of attempts)
      if (attempt.status === 'rejected') {
        expect(attempt.reason).toBeInstanceOf(Refusal);
        expect(attempt.reason).toMatchObject({ code: 'invalid_transition' });
      }
    expect(await payoutsOf(given.uid)).toEqual([320n]);
    expect(await balancesOf(db, given.account)).toEqual(['22003.20', '1002.70']);
    expect(await eventsOf(given.uid)).toHaveLength(1);
    await expectRefusal(db, 'invalid_transition', () => approve(checker, uid));
  });
});

describe('propose a compensation', () => {
  it('refuses a payment that was not delayed or does not exist', async () => {
    const prompt = await createPayment('prompt');
    const { message } = await expectRefusal(db, 'invalid_transition', () => propose(maker, prompt.uid));
    expect(message).toBe('Nothing was paid. This payment was not delayed.');
    await expectRefusal(db, 'not_found', () => propose(maker, randomUUID()));
    await expectRefusal(db, 'not_found', () => approve(checker, randomUUID()));
  });

  it('accepts a payment that is later than announced, even if it was never held', async () => {
    const { uid } = await createPayment('prompt');
    withForgedSteps.add(`payment ${uid}`);
    const expectIn = (hours: number) =>
      sql`update payment.payment set arrival_latest = now() + ${hours} * interval '1 hour' where id = ${uid}`.execute(
        db,
      );
    await expectIn(-1);
    expect(await createPaidCompensation(uid)).toMatchObject({ state: 'paid' });
    await expectIn(1);
    await expectRefusal(db, 'invalid_transition', () => propose(maker, uid));
    for (const state of ['submitted', 'sent', 'completed'])
      await sql`insert into payment.transition (payment_id, seq, state, at)
        select payment_id, max(seq) + 1, ${state}, now() + interval '2 hours' from payment.transition
        where payment_id = ${uid} group by payment_id`.execute(db);
    expect(await createPaidCompensation(uid)).toMatchObject({ state: 'paid' });
    await expectIn(3);
    await expectRefusal(db, 'invalid_transition', () => propose(maker, uid));
  });

  it('refuses a currency other than that of the debited account', async () => {
    const given = await createPayment();
    const { errors } = await expectRefusal(db, 'validation_failed', () =>
      propose(maker, given.uid, { currency: 'EUR' }),
    );
    expect(errors).toMatchObject([{ field: 'currency' }]);
  });

  it.each(['0', '0.00', '1.005'])('refuses an amount of %s pounds', async (amount) => {
    const given = await createPayment();
    await expectRefusal(db, 'amount_invalid', () => propose(maker, given.uid, { amount }));
  });

  it.each(['frozen', 'closed'])(
    'refuses a %s account, also when the status changed after the proposal',
    async (status) => {
      const given = await createPayment();
      const { uid } = await propose(maker, given.uid);
      await sql`update bank_account.account set status = ${status} where id = ${given.account.id}`.execute(db);
      const { message } = await expectRefusal(db, 'account_not_usable', () => approve(checker, uid));
      expect(message).toBe(`Nothing was paid. The account this payment came from is ${status}.`);
      const other = await createPayment();
      await sql`update bank_account.account set status = ${status} where id = ${other.account.id}`.execute(db);
      await expectRefusal(db, 'account_not_usable', () => propose(maker, other.uid));
    },
  );

  it('refuses an account that is frozen in the ledger', async () => {
    const given = await createPayment();
    const { uid } = await propose(maker, given.uid);
    await asSystem(db, ({ tx }) => freezeAccount(tx, given.account.ledgerAccountId));
    await expectRefusal(db, 'account_not_usable', () => approve(checker, uid));
  });

  it.each(['suspended', 'closed'] as const)('refuses a customer who is %s', async (status) => {
    const given = await createPayment();
    const { uid } = await propose(maker, given.uid);
    await setAccountStatus(db, given.who, status);
    await expectRefusal(db, 'account_restricted', () => approve(checker, uid));
  });
});

describe('reverse a compensation', () => {
  const reason = 'It was another customer who was charged.';
  const proposeBack = (by: Staff, uid: string) =>
    by.act(proposeReversal, { uid, reason }) as never as Promise<CompensationView>;
  const takeBack = (by: Staff, uid: string) => by.act(approveReversal, { uid }) as never as Promise<CompensationView>;

  it('is approved by a second person, once, with its own transfer and a notification', async () => {
    const given = await createPayment();
    const before = await compensationExpense();
    const { uid } = await createPaidCompensation(given.uid);
    expect(await proposeBack(maker, uid)).toMatchObject({ reversal: { state: 'proposed', reason, decidedBy: null } });
    expect(await balancesOf(db, given.account)).toEqual(['22003.20', '1002.70']);
    await expectRefusal(db, 'approver_conflict', () => takeBack(maker, uid));
    await expectRefusal(db, 'invalid_transition', () => proposeBack(checker, uid));
    const attempts = await Promise.allSettled([takeBack(checker, uid), takeBack(mlro, uid)]);
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await balancesOf(db, given.account)).toEqual(['22000.00', '999.50']);
    expect((await compensationExpense()) - before).toBe(0n);
    expect(await payoutsOf(given.uid)).toEqual([320n]);
    for (const again of [proposeBack, takeBack])
      await expectRefusal(db, 'invalid_transition', () => again(checker, uid));
    const page = await given.customer.run(showStatement, { bankholderid: given.account.bankholderId, size: 50 });
    expect(page.list[0]).toMatchObject({
      type: 'Compensation',
      direction: 'out',
      amount: '-3.20',
      description: `Compensation for payment ${given.reference} taken back, paid by mistake`,
      paymentUid: given.uid,
    });
    const payment = await given.customer.run(showPayment, { id: given.uid });
    expect(payment.compensations).toMatchObject([{ reversedAt: expect.any(String) }]);
    expect(payment.timeline.map(({ step }) => step).slice(0, 4)).toEqual([
      'made',
      'compensated',
      'compensation_reversed',
      'checked',
    ]);
    const news = await db
      .selectFrom('platform.event')
      .select('payload')
      .where('topic', '=', 'compensation.reversed')
      .where(sql<boolean>`payload->>'paymentId' = ${given.uid}`)
      .execute();
    expect(news).toHaveLength(1);
    await asSystem(db, (ctx) =>
      handlerOf(paymentNotices, compensationReversed)(ctx, {
        eventId: 9n,
        payload: news[0]?.payload as CompensationEvent,
      }),
    );
    const notices = await db
      .selectFrom('notification.notification')
      .select('message')
      .where('userId', '=', given.who.user.id)
      .execute();
    expect(notices).toEqual([
      {
        message:
          'We took 3.20 GBP from your account. We’d paid it to you by mistake for the delay to your payment to Somchai Prasert.',
      },
    ]);
    const misfits = (await findCrossCheckViolations(db)).filter(({ example }) => !withForgedSteps.has(example));
    expect([...(await findViolations(db)), ...misfits]).toEqual([]);
  });

  it('refuses when too little is available, and frees the ceiling once it is reversed', async () => {
    const given = await createPayment('listed');
    const paid = await approve(compliance, (await propose(mlro, given.uid, { amount: '200.00' })).uid);
    await expectRefusal(db, 'access_denied', () => proposeBack(maker, paid.uid));
    await proposeBack(mlro, paid.uid);
    const { ledgerAccountId } = given.account;
    const debit = ledgerAccountId;
    await asSystem(db, async ({ tx }) => {
      const credit = await firmAccountId(tx, 'suspense:GBP');
      await post(tx, { id: createOperationId(), code: 'test', postings: [{ debit, credit, amount: gbp('22000.00') }] });
    });
    const { message } = await expectRefusal(db, 'insufficient_funds', () => takeBack(compliance, paid.uid));
    expect(message).toBe('Nothing was taken. The customer has less than 200.00 GBP available in that account.');
    await compliance.act(refuseReversal, { uid: paid.uid, note: 'They have spent it in good faith.' });
    expect((await proposeBack(mlro, paid.uid)).reversal).toMatchObject({ state: 'proposed' });
    await asSystem(db, async ({ tx }) => {
      const credit = await firmAccountId(tx, 'suspense:GBP');
      await post(tx, {
        id: createOperationId(),
        code: 'test',
        postings: [{ debit: credit, credit: debit, amount: gbp('22000.00') }],
      });
    });
    await expectRefusal(db, 'limit_exceeded', () => propose(mlro, given.uid, { amount: '200.00' }));
    await takeBack(compliance, paid.uid);
    await propose(mlro, given.uid, { amount: '200.00' });
  });

  it('refuses while the account is frozen', async () => {
    const given = await createPayment();
    const { uid } = await createPaidCompensation(given.uid);
    await proposeBack(maker, uid);
    await asSystem(db, ({ tx }) => freezeAccount(tx, given.account.ledgerAccountId));
    const { message } = await expectRefusal(db, 'account_not_usable', () => takeBack(checker, uid));
    expect(message).toBe('Nothing was taken. Money cannot move on this account at the moment.');
    await asSystem(db, ({ tx }) => unfreezeAccount(tx, given.account.ledgerAccountId));
    expect(await takeBack(checker, uid)).toMatchObject({ reversal: { state: 'taken_back' } });
  });

  it('refuses a compensation that was only proposed or does not exist, also in the database', async () => {
    const given = await createPayment();
    const { uid } = await propose(maker, given.uid);
    await expectRefusal(db, 'invalid_transition', () => proposeBack(checker, uid));
    await expectRefusal(db, 'not_found', () => proposeBack(checker, randomUUID()));
    await approve(checker, uid);
    await proposeBack(maker, uid);
    const decided = { state: 'taken_back', decidedAt: new Date(), operationId: randomUUID() };
    const write = (row: object) =>
      db.updateTable('compensation.reversal').set(row).where('compensationId', '=', uid).execute();
    await expect(write({ ...decided, decidedBy: maker.id })).rejects.toThrow('reversal_decider_is_not_proposer');
    await expect(write({ ...decided, decidedBy: checker.id, operationId: null })).rejects.toThrow(
      'reversed_by_an_operation',
    );
    await takeBack(checker, uid);
    await expect(write({ operationId: randomUUID() })).rejects.toThrow('decided once');
    const by = { reason, proposedBy: maker.id };
    const again = db.insertInto('compensation.reversal').values({ id: randomUUID(), compensationId: uid, ...by });
    await expect(again.execute()).rejects.toThrow('one_open_reversal');
  });
});

describe('compensation ceiling', () => {
  it('covers everything paid for one payment over time', async () => {
    const { uid } = await createPayment();
    await expectRefusal(db, 'limit_exceeded', () => propose(maker, uid, { amount: '250.01' }));
    await createPaidCompensation(uid, { amount: '200.00' });
    const { data } = await expectRefusal(db, 'limit_exceeded', () => propose(maker, uid, { amount: '50.01' }));
    expect(data).toMatchObject({ limit: '250.00', used: '200.00', currency: 'GBP' });
    await refuse(checker, (await propose(maker, uid, { amount: '50.00' })).uid);
    await createPaidCompensation(uid, { amount: '50.00' });
    expect(await payoutsOf(uid)).toEqual(expect.arrayContaining([20_000n, 5000n]));
    await expectRefusal(db, 'limit_exceeded', () => propose(maker, uid, { amount: '0.01' }));
  });

  it('is checked again at approval with the ceiling then in force', async () => {
    const proposal = await propose(maker, (await createPayment()).uid, { amount: '100.00' });
    const lower = { currency: 'GBP', maxMinor: 9999n, effectiveFrom: new Date(Date.now() - 60_000) } as const;
    await writeSettings(db, db.insertInto('compensation.ceiling').values(lower));
    await expectRefusal(db, 'limit_exceeded', () => approve(checker, proposal.uid));
    await writeSettings(db, db.deleteFrom('compensation.ceiling').where('maxMinor', '=', 9999n));
    await approve(checker, proposal.uid);
  });

  it('allows one open proposal per payment, also for concurrent proposals', async () => {
    const { uid } = await createPayment();
    const attempts = await Promise.allSettled([propose(maker, uid), propose(checker, uid)]);
    expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { message } = await expectRefusal(db, 'invalid_transition', () => propose(mlro, uid));
    expect(message).toBe('Nothing was added. Another proposal for this payment is waiting for a decision.');
    const [row] = await db.selectFrom('compensation.compensation').selectAll().where('paymentId', '=', uid).execute();
    if (!row) throw new Error('nothing was proposed');
    const again = db.insertInto('compensation.compensation').values({ ...row, id: randomUUID() });
    await expect(again.execute()).rejects.toThrow('one_proposal_at_a_time');
  });
});

describe('compensate a payment whose payer may not know why it waits', () => {
  const suspect = (by: Staff, uid: string) => by.act(placeFraudHold, { uid, tippingOff: true });

  it('is reserved for compliance after a sanctions hit', async () => {
    const { uid } = await createPayment('listed');
    await expectRefusal(db, 'access_denied', () => propose(maker, uid));
    const proposal = await propose(mlro, uid);
    await expectRefusal(db, 'access_denied', () => approve(checker, proposal.uid));
    expect(await approve(compliance, proposal.uid)).toMatchObject({ state: 'paid' });
  });

  it('is allowed once telling the payer of the delay is no tipping off', async () => {
    const given: PaymentFixture = await createPayment();
    await suspect(mlro, given.uid);
    const { message } = await expectRefusal(db, 'invalid_transition', () => propose(mlro, given.uid));
    expect(message).toBe('Nothing was paid. The payer cannot be told about this delay yet.');
    await mlro.act(releasePayment, { uid: given.uid, reason: 'answers_in_order' });
    await expectRefusal(db, 'access_denied', () => propose(maker, given.uid));
    expect(await approve(compliance, (await propose(mlro, given.uid)).uid)).toMatchObject({ state: 'paid' });
  });
});
