import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Question } from '@larkmere/contract/back-office/review';
import { findViolations } from '@larkmere/ledger/invariants';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { writeSettings } from '../../../../../db/seed/write-settings.ts';
import {
  asCustomer,
  asSystem,
  createDatabase,
  expectRefusal,
  runJob,
  seedAccount,
  seedCustomer,
  seedPayee,
} from '../../../../../test/fixtures/base.ts';
import { seedDealer } from '../../../../../test/fixtures/manual-fx.ts';
import { startOtherBanks } from '../../../../../test/fixtures/open-banking.ts';
import {
  balancesOf,
  inSession,
  seedPaymentAuthorisation,
  seedSession,
  toPaymentOrder,
} from '../../../../../test/fixtures/payment.ts';
import { findCrossCheckViolations } from '../../../../../tools/cross-checks/cross-checks.ts';
import { reconcileDay } from '../../accounting/reconciliation/reconciliation.ts';
import { sendGbp } from '../../payments/domestic/send-domestic.ts';
import { abandonPayment, applyStatusReport } from '../../payments/execution/apply-status-report.ts';
import { dispatchPayment } from '../../payments/execution/dispatch-payment.ts';
import { paymentBank } from '../../payments/execution/rails/payment-bank.ts';
import type { RailEventEnvelope } from '../../payments/execution/rails/read-event.ts';
import { receiveRailEvent } from '../../payments/incoming/receive-rail-event.ts';
import { cancelPayment } from '../../payments/payment/cancel-payment.ts';
import { isInstructionId, lockPaymentByInstruction } from '../../payments/payment/payment.sql.ts';
import type { PaymentEvent } from '../../payments/payment/payment.ts';
import { listPendingDomestic, showPayment } from '../../payments/payment/show-payments.ts';
import { recallPayment } from '../../payments/recall/recall-payment.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import { recordLook, refusePayment, releasePayment, settleConflict } from './decide-reviewed-payment.ts';
import { placeFraudHold } from './place-fraud-hold.ts';
import { reviewTimeouts } from './process-review-timeouts.ts';
import { answerQuestions, listQuestions, requestInformation } from './request-information.ts';
import { loadReviewView } from './review.view.ts';

const { db } = await createDatabase();

const bankReports: RailEventEnvelope[] = [];
const receiver = createServer((request, response) => void storeReport(request).then(() => response.end()));
async function storeReport(request: IncomingMessage): Promise<void> {
  let body = '';
  for await (const part of request) body += part;
  bankReports.push(JSON.parse(body));
}
await once(receiver.listen(0, '127.0.0.1'), 'listening');
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});
const bank = await startOtherBanks(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}`);
const setBank = (settings: object) =>
  fetch(`${bank.baseUrl}/sandbox/settings`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  });
await setBank({ acceptDelayMs: [5, 9], settleDelayMs: [5, 9], returnDelayMs: 20 });
afterEach(() => setBank({ paused: false }));
const staff = await seedDealer(db, 'payment_operations');
const colleague = await seedDealer(db, 'payment_operations');

async function createSentPayment(magic: string) {
  const who = await seedCustomer(db);
  const account = await seedAccount(db, who, { balance: '100.00' });
  const payee = await seedPayee(db, who);
  const session = await seedSession(db, who);
  const order = await seedPaymentAuthorisation(
    db,
    who,
    toPaymentOrder(account, payee, { reference: `Rent SANDBOX ${magic}` }),
    session,
  );
  const actor = inSession(who, session);
  const within = <T>(work: (ctx: never) => Promise<T>) =>
    inTransaction(db, (tx, now) => work({ tx, now, actor, requestId: randomUUID() } as never));
  const { uid, reference } = await within((ctx) => sendGbp(ctx, order));
  const given = { uid, reference, who, account, within, customer: asCustomer(db, who) };
  await dispatch(given);
  return given;
}
type PaymentFixture = Awaited<ReturnType<typeof createSentPayment>>;

async function dispatch({ uid }: Pick<PaymentFixture, 'uid'>): Promise<void> {
  const { rows } = await sql<{ payload: PaymentEvent }>`select payload from platform.event
    where topic = 'payment.held' and payload->>'paymentId' = ${uid} order by id desc limit 1`.execute(db);
  const transaction = <T>(work: (ctx: never) => Promise<T>) => asSystem(db, (ctx) => work(ctx as never));
  const work = { requestId: 'test', transaction, batchedTransaction: transaction };
  await dispatchPayment(paymentBank(bank))(work, { eventId: 1n, payload: rows[0]?.payload as PaymentEvent });
}

const field = (document: string, name: string) => new RegExp(`<${name}[^>]*>([^<]*)</${name}>`).exec(document)?.[1];
const receiveReport = (wire: RailEventEnvelope) => asSystem(db, (ctx) => receiveRailEvent(ctx as never, wire));
const idOf = ({ reference }: PaymentFixture, attempt: number) =>
  attempt === 1 ? reference : `${reference}0${attempt}`;

async function waitForReport(given: PaymentFixture, attempt: number, status: string): Promise<RailEventEnvelope> {
  const find = () =>
    bankReports.find(
      ({ document }) => field(document, 'OrgnlInstrId') === idOf(given, attempt) && field(document, 'TxSts') === status,
    );
  return vi.waitFor(
    () => {
      const wire = find();
      if (!wire) throw new Error(`not ${status} yet`);
      return wire;
    },
    { timeout: 8000, interval: 10 },
  );
}
const receiveStatus = async (given: PaymentFixture, attempt: number, status: string) =>
  receiveReport(await waitForReport(given, attempt, status));
const receiveStatusAgain = async (given: PaymentFixture, attempt: number, status: string) =>
  receiveReport({ ...(await waitForReport(given, attempt, status)), eventId: randomUUID() });
async function receiveChangedStatus(given: PaymentFixture, attempt: number, status: string): Promise<void> {
  const wire = await waitForReport(given, attempt, 'RJCT');
  const document = wire.document.replace('<TxSts>RJCT', `<TxSts>${status}`).replace(/<StsRsnInf>.*?<\/StsRsnInf>/s, '');
  await receiveReport({ ...wire, eventId: randomUUID(), document });
}
async function receiveRejection(given: PaymentFixture, attempt: number, reasonCode: string): Promise<void> {
  const wire = await waitForReport(given, 1, 'RJCT');
  const document = wire.document
    .replace(/(<OrgnlInstrId>)[^<]*/, `$1${idOf(given, attempt)}`)
    .replace('<Cd>RR05', `<Cd>${reasonCode}`);
  await receiveReport({ ...wire, eventId: randomUUID(), document });
}

const returnOf = (given: PaymentFixture, attempt: number): RailEventEnvelope => ({
  eventId: randomUUID(),
  sequence: 0,
  at: new Date().toISOString(),
  kind: 'payment.return',
  document: `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.004.001.09"><PmtRtr><TxInf><RtrId>R1</RtrId>
    <OrgnlInstrId>${idOf(given, attempt)}</OrgnlInstrId><OrgnlEndToEndId>${idOf(given, attempt)}</OrgnlEndToEndId>
    <RtrdIntrBkSttlmAmt Ccy="GBP">25.00</RtrdIntrBkSttlmAmt>
    <SttlmTmIndctn><CdtDtTm>${new Date().toISOString()}</CdtDtTm></SttlmTmIndctn>
    <RtrRsnInf><Rsn><Cd>AC04</Cd></Rsn></RtrRsnInf></TxInf></PmtRtr></Document>`,
});

const rowOf = ({ uid }: Pick<PaymentFixture, 'uid'>) =>
  db.selectFrom('payment.payment').selectAll().where('id', '=', uid).executeTakeFirstOrThrow();
const stateOf = async (given: PaymentFixture) => (await rowOf(given)).state;
const show = ({ uid, within }: PaymentFixture) => within((ctx) => showPayment(ctx, { id: uid }));
const money = ({ account }: PaymentFixture) => balancesOf(db, account);
const countConflicts = async ({ uid }: PaymentFixture) => {
  const { rows } = await sql`select from platform.audit
    where action = 'payment.status_conflict' and entity = ${`payment:${uid}`}`.execute(db);
  return rows.length;
};
const viewOf = ({ uid }: PaymentFixture) => staff.inside((ctx) => loadReviewView(ctx, uid));

const questions: Question[] = [{ kind: 'text', text: 'What is this payment for?' }];
const answer = 'Rent of May, tax number 12345';
const release = ({ uid }: PaymentFixture, said: string | undefined = answer) =>
  staff.act(releasePayment, { uid, reason: 'answers_in_order', ...(said && { answer: said }) });
const refuse = ({ uid }: PaymentFixture) =>
  staff.act(refusePayment, { uid, reasonCode: 'extra_checks', sentence: 'The bank cannot make this payment.' });
const propose = ({ uid }: PaymentFixture, paidInstruction: string | null, by: Pick<typeof staff, 'act'> = staff) =>
  by.act(settleConflict, { uid, paidInstruction, note: 'The statement of the bank shows it, by this id.' });
async function settle(given: PaymentFixture, paidInstruction: string | null = given.reference): Promise<void> {
  await propose(given, paidInstruction);
  await propose(given, paidInstruction, colleague);
}
async function createBankQuery(magic = '63'): Promise<PaymentFixture> {
  const given = await createSentPayment(magic);
  await receiveStatus(given, 1, 'RJCT');
  return given;
}

describe('an order that the bank returns with a question', () => {
  it('waits in review with its hold and full details for the payer', async () => {
    const given = await createBankQuery();
    expect([await stateOf(given), ...(await money(given))]).toEqual(['in_review', '100.00', '74.50']);
    const view = await show(given);
    expect(view).toMatchObject({
      state: 'in_review',
      owner: 'us',
      reasonCode: 'extra_checks',
      reason: 'Your money is reserved and safe. The bank needs more details before it sends this payment.',
      nextStep: 'We’ll answer the bank, or ask you. You do not need to do anything now.',
      canCancel: true,
      canRecall: false,
    });
    const [news, limit] = [view.nextUpdateAt, view.deadlineAt].map((at) => Date.parse(at ?? ''));
    expect(news).toBeGreaterThan(Date.now());
    expect(limit).toBeGreaterThanOrEqual(news ?? 0);
    expect(view.timeline.map(({ step, state }) => `${step} ${state}`)).toEqual([
      'made done',
      'checked now',
      'handed_over next',
      'sent next',
      'arrived next',
    ]);
    const { list } = await given.within((ctx) => listPendingDomestic(ctx, { filterType: 'wait' }));
    expect(list).toMatchObject([{ uid: given.uid, state: 'in_review', nextStep: view.nextStep }]);
    expect((await viewOf(given)).bankQuery).toMatchObject({
      code: 'RR05',
      text: expect.stringContaining('tax number'),
      answer: null,
      reportsSettlement: false,
    });
  });

  it('is answered and sent again under new ids, with one debit', async () => {
    const given = await createBankQuery();
    const { uid } = given;
    await staff.act(requestInformation, { uid, reason: 'bank_asks', questions });
    expect((await show(given)).timeline.map(({ step, state }) => `${step} ${state}`)).toContain('checked now');
    const request = (await given.customer.inside((ctx) => listQuestions(ctx, { id: uid }))).list[0]?.uid ?? '';
    const answers = [{ number: 1, text: 'Rent' }];
    await given.customer.inside((ctx) =>
      answerQuestions(ctx, { id: uid, request, answers, idempotency: randomUUID() }),
    );
    const { errors } = await expectRefusal(db, 'validation_failed', () =>
      staff.act(releasePayment, { uid, reason: 'answers_in_order' }),
    );
    expect(errors).toMatchObject([{ field: 'answer', code: 'required' }]);
    await release(given);
    expect(await stateOf(given)).toBe('ready');
    await dispatch(given);
    await receiveStatus(given, 2, 'ACSP');
    expect([await stateOf(given), ...(await money(given))]).toEqual(['sent', '74.50', '74.50']);
    await receiveStatus(given, 2, 'ACSC');
    expect([await stateOf(given), ...(await money(given))]).toEqual(['completed', '74.50', '74.50']);

    const orders = await db
      .selectFrom('payment.message')
      .select('document')
      .where('paymentId', '=', uid)
      .where('kind', '=', 'order')
      .orderBy('id')
      .execute();
    const [first = '', second = ''] = orders.map(({ document }) => document);
    expect(orders).toHaveLength(2);
    for (const id of ['MsgId', 'PmtInfId', 'InstrId', 'EndToEndId', 'UETR'])
      expect(field(second, id), id).not.toBe(field(first, id));
    expect([field(first, 'InstrForDbtrAgt'), field(second, 'InstrForDbtrAgt')]).toEqual([undefined, answer]);
    const { rows } =
      await sql`select attempt, uetr, reason_code from payment.rejected_attempt where payment_id = ${uid}`.execute(db);
    expect(rows).toEqual([{ attempt: 1, uetr: field(first, 'UETR'), reasonCode: 'RR05' }]);
    expect(await show(given)).toMatchObject({ uetr: field(second, 'UETR'), endToEndId: field(second, 'EndToEndId') });

    const { ours, theirs, breaks } = await reconcileDay(db, bank, 'GBP', londonDay(new Date()));
    for (const { movements } of [ours, theirs])
      expect(movements.filter(({ reference: key }) => key.startsWith(given.reference))).toMatchObject([
        { reference: idOf(given, 2), amountMinor: -2500n },
      ]);
    expect(breaks.filter((each) => (each.ours ?? each.theirs)?.reference.startsWith(given.reference))).toEqual([]);
  });

  it('ignores late and repeated reports on either order', async () => {
    const given = await createBankQuery();
    await receiveStatusAgain(given, 1, 'RJCT');
    expect([await stateOf(given), (await rowOf(given)).attempt]).toEqual(['in_review', 2]);
    await receiveChangedStatus(given, 1, 'PDNG');
    await setBank({ paused: true });
    await release(given);
    await dispatch(given);
    await dispatch(given);
    await receiveStatusAgain(given, 1, 'RJCT');
    await receiveChangedStatus(given, 1, 'PDNG');
    await asSystem(db, (ctx) =>
      applyStatusReport(
        ctx,
        { id: given.uid, attempt: 1 },
        { status: 'rejected', reasonCode: 'AC04', document: '<x/>' },
      ),
    );
    expect(await rowOf(given)).toMatchObject({ state: 'submitted', attempt: 2, isHeldForChecks: false });
    await setBank({ paused: false });
    await receiveStatus(given, 2, 'ACSC');
    await receiveStatus(given, 2, 'ACSP');
    await receiveStatusAgain(given, 2, 'ACSC');
    await receiveStatusAgain(given, 1, 'RJCT');
    expect([await stateOf(given), ...(await money(given))]).toEqual(['completed', '74.50', '74.50']);
    expect(await countConflicts(given)).toBe(0);
  });

  it('releases its hold once when staff refuse it', async () => {
    const given = await createBankQuery();
    await refuse(given);
    expect([await stateOf(given), ...(await money(given))]).toEqual(['rejected', '100.00', '100.00']);
    await expectRefusal(db, 'invalid_transition', () => refuse(given));
    await expectRefusal(db, 'invalid_transition', () => release(given));
    await receiveStatusAgain(given, 1, 'RJCT');
    expect([await stateOf(given), ...(await money(given))]).toEqual(['rejected', '100.00', '100.00']);
  });

  it('releases its hold when the payer cancels', async () => {
    const given = await createBankQuery();
    await given.customer.inside((ctx) => cancelPayment(ctx, { id: given.uid, idempotency: randomUUID() }));
    expect([await stateOf(given), ...(await money(given))]).toEqual(['cancelled', '100.00', '100.00']);
  });

  it('can be returned again and sent a third time', async () => {
    const given = await createBankQuery();
    await release(given);
    await dispatch(given);
    await asSystem(db, (ctx) =>
      applyStatusReport(
        ctx,
        { id: given.uid, attempt: 2 },
        { status: 'rejected', reasonCode: 'RR03', document: '<x/>' },
      ),
    );
    expect((await viewOf(given)).bankQuery).toMatchObject({ code: 'RR03', answer: null });
    await release(given, 'The payee lives in Leeds');
    await dispatch(given);
    await receiveStatus(given, 3, 'ACSC');
    expect([await stateOf(given), ...(await money(given))]).toEqual(['completed', '74.50', '74.50']);
  });

  it('ends without a question when the payer has recalled it', async () => {
    const given = await createSentPayment('63');
    await given.within((ctx) =>
      recallPayment(ctx, { id: given.uid, reason: 'changed_mind', idempotency: randomUUID() }),
    );
    await receiveStatus(given, 1, 'RJCT');
    expect([await stateOf(given), ...(await money(given))]).toEqual(['rejected', '100.00', '100.00']);
  });

  it('is recognised by the reason codes in force', async () => {
    const codes = ['RR01', 'RR05', 'MINF', 'RR04', 'AC01'];
    const ends = async () => {
      const states: string[] = [];
      for (const reasonCode of codes) {
        const given = await createSentPayment('77');
        const answer = { status: 'rejected', reasonCode, document: '<x/>' } as const;
        await asSystem(db, (ctx) => applyStatusReport(ctx, { id: given.uid, attempt: 1 }, answer));
        states.push(await stateOf(given));
      }
      return states;
    };
    expect(await ends()).toEqual(['in_review', 'in_review', 'in_review', 'rejected', 'rejected']);
    await writeSettings(
      db,
      sql`insert into payment.rfi_reason_code values ('MINF', now(), false), ('RR04', now(), true)`,
    );
    expect(await ends()).toEqual(['in_review', 'in_review', 'rejected', 'in_review', 'rejected']);
  });
});

describe('a bank that reports a returned order as made', () => {
  const standsStill = async (given: PaymentFixture, conflicts = 1) => {
    expect(await rowOf(given)).toMatchObject({
      state: 'in_review',
      reason:
        'Your money is reserved and safe. The bank rejected this payment, but now says it made it. We’re finding out which is right.',
    });
    expect((await viewOf(given)).bankQuery).toMatchObject({ reportsSettlement: true });
    expect((await show(given)).canCancel).toBe(false);
    await expectRefusal(db, 'invalid_transition', () => release(given));
    const cancel = () =>
      given.customer.inside((ctx) => cancelPayment(ctx, { id: given.uid, idempotency: randomUUID() }));
    await expectRefusal(db, 'invalid_transition', cancel);
    expect([await countConflicts(given), ...(await money(given))]).toEqual([conflicts, '100.00', '74.50']);
  };

  it('stops the payment for a person: no second order and no cancellation', async () => {
    expect.hasAssertions();
    const given = await createBankQuery('64');
    await receiveStatus(given, 1, 'ACSC');
    await standsStill(given);
  });

  it("settles the payment by its own message, once, on the bank's day, and notifies the payer", async () => {
    const given = await createBankQuery('65');
    await expectRefusal(db, 'invalid_transition', () => settle(given));
    await receiveStatus(given, 1, 'ACSC');
    await standsStill(given);
    const proof = { instructionId: given.reference, bookedAt: expect.any(String), reportedAt: expect.any(String) };
    expect((await viewOf(given)).bankQuery).toMatchObject({ settlementReport: proof });
    await settle(given);
    const { rows: orders } = await sql<{
      document: string;
      uetr: string;
    }>`select m.document, g.uetr from payment.message m
      join payment.rejected_attempt g using (payment_id) where m.payment_id = ${given.uid} and m.kind = 'order'`.execute(
      db,
    );
    expect(orders).toHaveLength(1);
    const [{ document, uetr } = { document: '', uetr: '' }] = orders;
    expect(await rowOf(given)).toMatchObject({
      state: 'completed',
      attempt: 1,
      uetr,
      statusConflictAt: expect.any(Date),
    });
    expect(await money(given)).toEqual(['74.50', '74.50']);
    const view = await show(given);
    expect(view).toMatchObject({
      state: 'completed',
      uetr: field(document, 'UETR'),
      endToEndId: field(document, 'EndToEndId'),
    });
    expect(view.timeline.map(({ step, state }) => `${step} ${state}`)).toEqual([
      'made done',
      'checked done',
      'handed_over done',
      'sent done',
      'arrived done',
    ]);
    const { rows } = await sql<{ topic: string }>`select topic from platform.event
      where payload->>'paymentId' = ${given.uid} and topic in ('payment.sent', 'payment.completed') order by id`.execute(
      db,
    );
    expect(rows.map(({ topic }) => topic)).toEqual(['payment.sent', 'payment.completed']);

    const { ours, theirs, breaks } = await reconcileDay(db, bank, 'GBP', londonDay(new Date()));
    for (const { movements } of [ours, theirs])
      expect(movements.filter(({ reference: key }) => key.startsWith(given.reference))).toMatchObject([
        { reference: given.reference, amountMinor: -2500n },
      ]);
    expect(breaks.filter((each) => (each.ours ?? each.theirs)?.reference.startsWith(given.reference))).toEqual([]);
    expect([...(await findViolations(db)), ...(await findCrossCheckViolations(db))]).toEqual([]);

    await receiveStatusAgain(given, 1, 'ACSC');
    for (const again of [settle, release, refuse]) await expectRefusal(db, 'invalid_transition', () => again(given));
    await dispatch(given);
    expect([await countConflicts(given), await stateOf(given), ...(await money(given))]).toEqual([
      1,
      'completed',
      '74.50',
      '74.50',
    ]);
  });

  it('settles the order that was made, and ignores reports on other orders', async () => {
    const given = await createBankQuery('64');
    await setBank({ paused: true });
    await release(given);
    await dispatch(given);
    await receiveChangedStatus(given, 1, 'ACSC');
    await receiveRejection(given, 2, 'AC04');
    await setBank({ paused: false });
    expect([await stateOf(given), (await rowOf(given)).attempt, ...(await money(given))]).toEqual([
      'in_review',
      3,
      '100.00',
      '74.50',
    ]);
    await settle(given);
    expect(await rowOf(given)).toMatchObject({ state: 'completed', attempt: 1, instructionId: given.reference });
    const before = await countConflicts(given);
    await receiveStatus(given, 2, 'ACSC');
    expect([await countConflicts(given), await stateOf(given), ...(await money(given))]).toEqual([
      before + 1,
      'completed',
      '74.50',
      '74.50',
    ]);
  });

  it('keeps the hold for a person when the next order never reached the bank', async () => {
    const given = await createBankQuery('65');
    await waitForReport(given, 1, 'ACSC');
    await setBank({ paused: true });
    await release(given);
    await dispatch(given);
    await receiveStatus(given, 1, 'ACSC');
    await asSystem(db, (ctx) => abandonPayment(ctx, { id: given.uid, attempt: 2 }));
    await setBank({ paused: false });
    await standsStill(given);
    await settle(given);
    expect([await stateOf(given), ...(await money(given))]).toEqual(['completed', '74.50', '74.50']);
  });

  it('can return the settled payment like any other', async () => {
    const given = await createBankQuery('65');
    await receiveStatus(given, 1, 'ACSC');
    await settle(given);
    await receiveReport(returnOf(given, 1));
    expect([await stateOf(given), ...(await money(given))]).toEqual(['returned', '100.00', '100.00']);
  });

  it('blocks refusal, questions and expiry, because the payee may have the money', async () => {
    const given = await createBankQuery('65');
    await staff.act(placeFraudHold, { uid: given.uid });
    await receiveStatus(given, 1, 'ACSC');
    const { message } = await expectRefusal(db, 'invalid_transition', () => refuse(given));
    expect(message).toBe(
      'Nothing was changed. The bank says it carried out this payment after rejecting it, so giving the payer the money back could pay twice. Two people must settle the bank’s reports first.',
    );
    await expectRefusal(db, 'invalid_transition', () =>
      staff.act(requestInformation, { uid: given.uid, reason: 'bank_asks', questions }),
    );
    await sql`update review.statutory_hold set deadline_at = now() - interval '1 minute' where payment_id = ${given.uid}`.execute(
      db,
    );
    await runJob(db, reviewTimeouts);
    await standsStill(given);
    await settle(given);
    expect([await stateOf(given), ...(await money(given))]).toEqual(['completed', '74.50', '74.50']);
  });

  it('cannot settle the payment while it only accepted the order', async () => {
    const given = await createBankQuery();
    await receiveChangedStatus(given, 1, 'ACSP');
    await standsStill(given);
    const { message } = await expectRefusal(db, 'invalid_transition', () => settle(given));
    expect(message).toBe(
      'Nothing was changed. The bank has accepted this payment but has not reported that it paid it out.',
    );
    expect((await viewOf(given)).bankQuery).toMatchObject({ reportsSettlement: true, settlementReport: null });
    await expectRefusal(db, 'invalid_transition', () => refuse(given));
    await settle(given, null);
    await refuse(given);
    expect([await stateOf(given), ...(await money(given))]).toEqual(['rejected', '100.00', '100.00']);
  });

  it('can go on when two people state that it was not paid, and stops again when the bank repeats that it paid', async () => {
    const given = await createBankQuery('64');
    await staff.act(requestInformation, { uid: given.uid, reason: 'bank_asks', questions });
    await receiveStatus(given, 1, 'ACSC');
    await receiveStatusAgain(given, 1, 'RJCT');
    await standsStill(given);
    await settle(given, null);
    const open = `select count(*)::int as n from review.request where state = 'action_required' and payment_id = '${given.uid}'`;
    expect((await sql<{ n: number }>`${sql.raw(open)}`.execute(db)).rows).toEqual([{ n: 1 }]);
    expect(await rowOf(given)).toMatchObject({
      state: 'in_review',
      statusConflictAt: null,
      reason: 'Your money is reserved and safe. The bank needs more details before it sends this payment.',
    });
    expect(await money(given)).toEqual(['100.00', '74.50']);
    await expectRefusal(db, 'invalid_transition', () => settle(given, null));
    await expectRefusal(db, 'invalid_transition', () => settle(given));
    await staff.act(requestInformation, { uid: given.uid, reason: 'bank_asks', questions });
    expect((await sql<{ n: number }>`${sql.raw(open)}`.execute(db)).rows).toEqual([{ n: 1 }]);
    await receiveStatusAgain(given, 1, 'ACSC');
    await standsStill(given, 2);
    await settle(given, null);
    await receiveStatusAgain(given, 1, 'RJCT');
    await given.customer.inside((ctx) => cancelPayment(ctx, { id: given.uid, idempotency: randomUUID() }));
    expect([await stateOf(given), ...(await money(given))]).toEqual(['cancelled', '100.00', '100.00']);
    expect([...(await findViolations(db)), ...(await findCrossCheckViolations(db))]).toEqual([]);
  });

  it('is sent again after that and paid once, by the new order', async () => {
    const given = await createBankQuery('64');
    await receiveStatus(given, 1, 'ACSC');
    await settle(given, null);
    await release(given);
    await dispatch(given);
    await receiveStatus(given, 2, 'ACSC');
    expect([await stateOf(given), ...(await money(given))]).toEqual(['completed', '74.50', '74.50']);
    await expectRefusal(db, 'invalid_transition', () => settle(given));
    expect([...(await findViolations(db)), ...(await findCrossCheckViolations(db))]).toEqual([]);
  });

  it('changes nothing with a second report or the same message while the case is open', async () => {
    const given = await createBankQuery('65');
    await receiveStatus(given, 1, 'ACSC');
    await propose(given, given.reference);
    await receiveStatus(given, 1, 'ACSC');
    await standsStill(given);
    await receiveStatusAgain(given, 1, 'ACSC');
    await standsStill(given, 2);
    await propose(given, given.reference, colleague);
    await receiveStatusAgain(given, 1, 'ACSC');
    expect([await stateOf(given), await countConflicts(given), ...(await money(given))]).toEqual([
      'completed',
      2,
      '74.50',
      '74.50',
    ]);
  });

  it('stops a payment that is being sent again and one that waits for its payer', async () => {
    expect.hasAssertions();
    const ready = await createBankQuery('64');
    await release(ready);
    await receiveStatus(ready, 1, 'ACSC');
    await dispatch(ready);
    await standsStill(ready);
    const asked = await createBankQuery('64');
    await staff.act(requestInformation, { uid: asked.uid, reason: 'bank_asks', questions });
    await receiveStatus(asked, 1, 'ACSC');
    await standsStill(asked);
  });

  it('is recorded when the second order was sent, which then decides and is booked once', async () => {
    const given = await createBankQuery('64');
    await release(given);
    await dispatch(given);
    await receiveStatus(given, 1, 'ACSC');
    expect([await countConflicts(given), await stateOf(given)]).toEqual([1, 'submitted']);
    expect(await money(given)).toEqual(['100.00', '74.50']);
    await receiveStatus(given, 2, 'ACSC');
    expect([await stateOf(given), ...(await money(given))]).toEqual(['completed', '74.50', '74.50']);
    await receiveStatusAgain(given, 1, 'ACSC');
    expect([await countConflicts(given), ...(await money(given))]).toEqual([2, '74.50', '74.50']);
  });

  it('stops a payment that the bank returns again after that', async () => {
    expect.hasAssertions();
    const given = await createBankQuery('64');
    await setBank({ paused: true });
    await release(given);
    await dispatch(given);
    await receiveChangedStatus(given, 1, 'ACSC');
    await setBank({ paused: false });
    await receiveRejection(given, 2, 'RR05');
    await standsStill(given);
  });

  it('gets no credit for a return of an order that was not booked', async () => {
    const given = await createBankQuery();
    await release(given);
    await dispatch(given);
    await receiveStatus(given, 2, 'ACSC');
    await receiveReport(returnOf(given, 1));
    expect([await stateOf(given), await countConflicts(given), ...(await money(given))]).toEqual([
      'completed',
      1,
      '74.50',
      '74.50',
    ]);
  });
});

it('finds a payment by the ids of all orders that were sent', async () => {
  const given = await createBankQuery();
  const foundBy = (attempt: number) =>
    inTransaction(db, async (tx) => (await lockPaymentByInstruction(tx, idOf(given, attempt)))?.id);
  expect([await foundBy(1), await foundBy(2), await foundBy(3)]).toEqual([given.uid, given.uid, undefined]);
  expect(await inTransaction(db, (tx) => isInstructionId(tx, idOf(given, 3)))).toBe(true);
});

it('stores returned orders unchanged and refuses an answer on a first order', async () => {
  const given = await createBankQuery();
  await expect(sql`delete from payment.rejected_attempt where payment_id = ${given.uid}`.execute(db)).rejects.toThrow(
    'permission denied',
  );
  const fresh = await createSentPayment('77');
  await expect(sql`update payment.payment set rfi_response = 'x' where id = ${fresh.uid}`.execute(db)).rejects.toThrow(
    'payment_first_attempt_has_no_rfi',
  );
});

it('sends the answer of the first approver when the second one agrees', async () => {
  await writeSettings(
    db,
    sql`insert into review.dual_control_threshold (currency, above_minor, effective_from) values ('GBP', 0, now())`,
  );
  const given = await createBankQuery();
  await release(given);
  expect(await stateOf(given)).toBe('in_review');
  expect(await viewOf(given)).toMatchObject({ isAwaitingSecondDecision: true, bankQuery: { answer } });
  const second = await seedDealer(db, 'compliance');
  await second.act(recordLook, { uid: given.uid, outcome: 'release', reason: 'known_pattern' });
  await second.act(releasePayment, { uid: given.uid, reason: 'known_pattern' });
  expect(await rowOf(given)).toMatchObject({ state: 'ready', rfiResponse: answer });
});

it('needs two people who state the same, neither of whom released it before', async () => {
  const given = await createBankQuery('65');
  await release(given);
  await receiveStatus(given, 1, 'ACSC');
  const [second, third] = [await seedDealer(db, 'compliance'), await seedDealer(db, 'mlro')];
  await propose(given, null, staff);
  await propose(given, given.reference, second);
  expect([await stateOf(given), ...(await money(given))]).toEqual(['in_review', '100.00', '74.50']);
  expect(await viewOf(given)).toMatchObject({
    isAwaitingSecondDecision: true,
    bankQuery: { reportsSettlement: true },
  });
  await expectRefusal(db, 'approver_conflict', () => propose(given, given.reference, second));
  await expectRefusal(db, 'invalid_transition', () => propose(given, idOf(given, 2), third));
  await propose(given, given.reference, third);
  expect([await stateOf(given), ...(await money(given))]).toEqual(['completed', '74.50', '74.50']);
  const { rows } =
    await sql`select settlement, first_by, second_by from review.decision where payment_id = ${given.uid}`.execute(db);
  expect(rows).toEqual([{ settlement: given.reference, firstBy: second.id, secondBy: third.id }]);
  const { rows: audits } = await sql`select action, actor_id, detail->>'order' as order from platform.audit
    where entity = ${`payment:${given.uid}`} and action like 'review.settle%' order by id`.execute(db);
  expect(audits).toEqual([
    { action: 'review.settlement_proposed', actorId: staff.id, order: null },
    { action: 'review.settlement_proposed', actorId: second.id, order: given.reference },
    { action: 'review.settled', actorId: third.id, order: given.reference },
  ]);
});

it('refuses in the database a settlement by one person', async () => {
  const given = await createBankQuery();
  const alone = sql`insert into review.decision (id, payment_id, needs_second_approver, reason, first_by, released_at, settlement)
    values (${randomUUID()}, ${given.uid}, false, 'not_paid', ${staff.id}, now(), 'not_paid')`;
  await expect(alone.execute(db)).rejects.toThrow('settlement_needs_two');
});

it('refuses in the database to leave a review without a bank report', async () => {
  const given = await createBankQuery();
  await expect(sql`update payment.payment set state = 'sent' where id = ${given.uid}`.execute(db)).rejects.toThrow(
    'leaves a review without a word of the bank',
  );
});
