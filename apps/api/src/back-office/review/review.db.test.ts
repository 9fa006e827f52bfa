import { randomBytes, randomUUID } from 'node:crypto';
import type { Question, ReviewView } from '@larkmere/contract/back-office/review';
import type { ReviewQueue } from '@larkmere/contract/back-office/review-queue';
import type { StaffRole } from '@larkmere/contract/back-office/staff';
import type { DocumentState, DocumentType } from '@larkmere/contract/checks/document';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
  ukDetails,
} from '../../../../../test/fixtures/base.ts';
import { seedDealer } from '../../../../../test/fixtures/manual-fx.ts';
import {
  balancesOf,
  inSession,
  seedPaymentAuthorisation,
  seedSession,
  toPaymentOrder,
} from '../../../../../test/fixtures/payment.ts';
import type { DocumentEvent } from '../../checks/document/document.ts';
import { importSanctionsList } from '../../checks/screening/screening.ts';
import { handlerOf } from '../../notifications/notification/notification.ts';
import { paymentNotices } from '../../notifications/notification/payment.notices.ts';
import { sendGbp } from '../../payments/domestic/send-domestic.ts';
import { cancelPayment } from '../../payments/payment/cancel-payment.ts';
import { decidePayment } from '../../payments/payment/payment.ts';
import { showPayment } from '../../payments/payment/show-payments.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { buildInReviewDecision, recordLook, refusePayment, releasePayment } from './decide-reviewed-payment.ts';
import { placeFraudHold } from './place-fraud-hold.ts';
import { reviewTimeouts } from './process-review-timeouts.ts';
import {
  answerQuestions,
  listQuestions,
  onDocumentReceived,
  onDocumentRefused,
  requestInformation,
} from './request-information.ts';
import { rescreenPayments } from './review.listeners.ts';
import { type PaymentDelayedEvent, paymentDelayed } from './review.ts';
import { loadReviewView } from './review.view.ts';
import { listReviewQueue } from './review-queue.read.ts';

const { db } = await createDatabase();
const listed = (...names: string[]) => names.map((name, i) => ({ entryId: `DEMO${i + 1}`, name, regime: 'Made up' }));
beforeAll(async () => {
  await asSystem(db, (ctx) => importSanctionsList(ctx, 'test.csv', listed('Balthazar Figmentov')));
});

async function createReviewedPayment(kind: 'large' | 'listed' | 'ordinary' = 'large', asked?: string) {
  const who = await seedCustomer(db);
  const account = await seedAccount(db, who, { balance: '22000.00' });
  const name = kind === 'listed' ? 'Balthazar Figmentov' : 'Somchai Prasert';
  const payee = await seedPayee(db, who, { ...ukDetails.somchai, name });
  const session = await seedSession(db, who);
  const over = { amount: asked ?? (kind === 'large' ? '21000.00' : '25.00') };
  const order = await seedPaymentAuthorisation(db, who, toPaymentOrder(account, payee, over), session);
  const { uid } = await inTransaction(db, (tx, now) =>
    sendGbp({ tx, now, actor: inSession(who, session), requestId: randomUUID() }, order),
  );
  return { who, account, uid, customer: asCustomer(db, who) };
}

const staff = (role: StaffRole = 'payment_operations') => seedDealer(db, role);
type Staff = Awaited<ReturnType<typeof staff>>;
const release = (by: Staff, uid: string) => by.act(releasePayment, { uid, reason: 'documents_in_order' });
const look = (by: Staff, uid: string) => by.act(recordLook, { uid, outcome: 'release', reason: 'documents_in_order' });
const releaseAsSecond = async (by: Staff, uid: string) => {
  await look(by, uid);
  return release(by, uid);
};
const refuse = (by: Staff, uid: string, over: object = {}) =>
  by.act(refusePayment, {
    uid,
    reasonCode: 'payee_details_invalid',
    sentence: 'The account belongs to somebody else.',
    ...over,
  });
const questions: Question[] = [
  { kind: 'text', text: 'What is this payment for?' },
  { kind: 'choice', text: 'How do you know the payee?', options: ['Family', 'Business'] },
  { kind: 'confirm', text: 'Did anybody tell you to make it?' },
];
const requestFromCustomer = (by: Staff, uid: string, asked: Question[] = questions) =>
  by.act(requestInformation, { uid, reason: 'purpose_unclear', questions: asked });
const whole = [
  { number: 1, text: 'A boat' },
  { number: 2, text: 'Family' },
  { number: 3, text: 'no' },
];
type PaymentFixture = Awaited<ReturnType<typeof createReviewedPayment>>;
const rescreen = () => {
  const transaction = <T>(work: Parameters<typeof asSystem<T>>[1]) => asSystem(db, work);
  const work = { requestId: 'test', transaction, batchedTransaction: transaction };
  return rescreenPayments(work, { eventId: 1n, payload: { version: '2' } });
};
const requestOf = async ({ customer, uid }: PaymentFixture) =>
  (await customer.inside((ctx) => listQuestions(ctx, { id: uid }))).list[0]?.uid ?? '';
const answer = async (given: PaymentFixture, answers = whole) => {
  const request = await requestOf(given);
  const idempotency = randomUUID();
  return given.customer.inside((ctx) => answerQuestions(ctx, { id: given.uid, request, answers, idempotency }));
};

const stateOf = async (uid: string) =>
  db
    .selectFrom('payment.payment')
    .select(['state', 'reasonCode', 'reason'])
    .where('id', '=', uid)
    .executeTakeFirstOrThrow();
const eventsOf = async (topic: string, uid: string) => {
  const rows = await db
    .selectFrom('platform.event')
    .select('payload')
    .where('topic', '=', topic)
    .orderBy('id')
    .execute();
  return rows.filter(({ payload }) => (payload as { paymentId?: string }).paymentId === uid);
};
const deadlinesOf = async (uid: string) => {
  const { nextUpdateAt, deadlineAt } = await db
    .selectFrom('payment.payment')
    .select(['nextUpdateAt', 'deadlineAt'])
    .where('id', '=', uid)
    .executeTakeFirstOrThrow();
  if (!nextUpdateAt || !deadlineAt) throw new Error(`nothing is promised of ${uid}`);
  return { nextUpdateAt, deadlineAt };
};
const dayMs = 24 * 3_600_000;
const uploadDocument = (
  { who, uid }: PaymentFixture,
  type: DocumentType,
  over: Readonly<{ state?: DocumentState; reason?: string }> = {},
) =>
  db
    .insertInto('document.document')
    .values({
      id: randomUUID(),
      paymentId: uid,
      customerId: who.customer.id,
      userId: who.user.id,
      type,
      name: `${type}.pdf`,
      mediaType: 'application/pdf',
      sizeBytes: 9,
      sha256: randomBytes(32),
      ...over,
    })
    .execute();
const auditOf = async (action: string, uid: string) =>
  db
    .selectFrom('platform.audit')
    .select('detail')
    .where('action', '=', action)
    .where('entity', '=', `payment:${uid}`)
    .orderBy('id')
    .execute();

it('holds a payment from one penny above the threshold, with its document', async () => {
  const [most, more] = [
    await createReviewedPayment('large', '20000.00'),
    await createReviewedPayment('large', '20000.01'),
  ];
  expect((await stateOf(most.uid)).state).toBe('ready');
  expect(await stateOf(more.uid)).toMatchObject({ state: 'in_review', reasonCode: 'documents_needed' });
  const { documents } = await more.customer.run(showPayment, { id: more.uid });
  expect(documents).toEqual({ required: ['source_of_funds'], uploaded: [] });
});

describe('review a payment', () => {
  it('appears in the queue with all details and is sent once released', async () => {
    const given = await createReviewedPayment();
    const by = await staff();
    const board = (await (await staff('auditor')).act(listReviewQueue, {})) as never as ReviewQueue;
    expect(board.list).toContainEqual(
      expect.objectContaining({ uid: given.uid, documents: ['source_of_funds'], canTake: false }),
    );
    expect(await release(by, given.uid)).toMatchObject({ payment: { state: 'ready', reasonCode: null } });
    expect(await eventsOf('payment.held', given.uid)).toHaveLength(1);
    expect(await auditOf('review.released', given.uid)).toHaveLength(1);
    await expectRefusal(db, 'invalid_transition', () => release(by, given.uid));
    await expectRefusal(db, 'not_found', () => release(by, randomUUID()));
  });

  it('releases the hold when refused, with a reason for the customer', async () => {
    const given = await createReviewedPayment();
    await refuse(await staff(), given.uid);
    expect(await stateOf(given.uid)).toEqual({
      state: 'rejected',
      reasonCode: 'payee_details_invalid',
      reason: 'The account belongs to somebody else.',
    });
    expect(await balancesOf(db, given.account)).toEqual(['22000.00', '22000.00']);
  });

  it.each(['support', 'dealer', 'finance', 'settings', 'super', 'auditor'] as const)(
    'refuses the role %s',
    async (role) => {
      const given = await createReviewedPayment();
      const by = await staff(role);
      for (const attempt of [release, refuse, requestFromCustomer])
        await expectRefusal(db, 'access_denied', () => attempt(by, given.uid));
      const suspect = () => by.act(placeFraudHold, { uid: given.uid });
      await expectRefusal(db, 'access_denied', suspect);
      if (role !== 'auditor') await expectRefusal(db, 'access_denied', () => by.act(listReviewQueue, {}));
    },
  );
});

describe('release above the dual-control threshold', () => {
  const takesTwoAbove = (aboveMinor: bigint) =>
    writeSettings(
      db,
      db.insertInto('review.dual_control_threshold').values({ currency: 'GBP', aboveMinor, effectiveFrom: new Date() }),
    );
  const isAwaitingSecondDecision = async (uid: string) =>
    (await mlro.inside((ctx) => loadReviewView(ctx, uid))).isAwaitingSecondDecision;
  let mlro: Staff;
  beforeAll(async () => {
    mlro = await staff('mlro');
    await takesTwoAbove(2_099_999n);
  });
  afterAll(async () => {
    await writeSettings(db, sql`delete from review.dual_control_threshold where effective_from > '2021-01-01'`);
  });

  it('takes two people above the threshold and one up to it', async () => {
    const { uid } = await createReviewedPayment();
    const by = await staff();
    expect(await release(by, uid)).toMatchObject({ payment: { state: 'in_review' }, isAwaitingSecondDecision: true });
    await expectRefusal(db, 'approver_conflict', () => release(by, uid));
    expect(await releaseAsSecond(await staff(), uid)).toMatchObject({ payment: { state: 'ready' } });
    const other = await createReviewedPayment();
    await takesTwoAbove(2_100_000n);
    expect(await release(by, other.uid)).toMatchObject({ payment: { state: 'ready' } });
    await takesTwoAbove(2_099_999n);
  });

  it('drops a first approval after a question, a refusal or a new hit', async () => {
    const [asked, refused, found] = [
      await createReviewedPayment(),
      await createReviewedPayment(),
      await createReviewedPayment(),
    ];
    const [one, other] = [await staff(), await staff()];
    for (const { uid } of [asked, refused, found]) await release(one, uid);
    expect(await isAwaitingSecondDecision(asked.uid)).toBe(true);
    await requestFromCustomer(other, asked.uid);
    await answer(asked);
    expect(await isAwaitingSecondDecision(asked.uid)).toBe(false);
    expect(await release(other, asked.uid)).toMatchObject({
      payment: { state: 'in_review' },
      isAwaitingSecondDecision: true,
    });
    await look(other, refused.uid);
    await refuse(other, refused.uid, { overruleReason: 'The payee was reported this morning.' });
    const left = db.selectFrom('review.decision').selectAll().where('paymentId', '=', refused.uid);
    expect(await left.execute()).toEqual([]);
    await sql`update payment.payment set payee_name = 'Evander Thornquist' where id = ${found.uid}`.execute(db);
    await asSystem(db, (ctx) =>
      importSanctionsList(ctx, 'other.csv', listed('Balthazar Figmentov', 'Evander Thornquist')),
    );
    await rescreen();
    expect(await isAwaitingSecondDecision(found.uid)).toBe(false);
    const [compliance, second] = [await staff('compliance'), await staff('compliance')];
    expect(await release(compliance, found.uid)).toMatchObject({ payment: { state: 'in_review' } });
    expect(await releaseAsSecond(second, found.uid)).toMatchObject({ payment: { state: 'ready' } });
  });
});

describe('release above the limit of a role', () => {
  const limitTo = (role: StaffRole, maxGbpMinor: bigint) =>
    writeSettings(db, db.insertInto('review.release_limit').values({ role, maxGbpMinor, effectiveFrom: new Date() }));
  beforeAll(() => limitTo('payment_operations', 2_099_999n));
  afterAll(async () => {
    await writeSettings(db, sql`delete from review.release_limit where effective_from > '2021-01-01'`);
  });

  it('is a recommendation until a person whose role may release that much agrees, first or second', async () => {
    const below = await createReviewedPayment();
    expect(await release(await staff(), below.uid)).toMatchObject({
      payment: { state: 'in_review' },
      isAwaitingSecondDecision: true,
    });
    const other = await staff();
    await look(other, below.uid);
    await expectRefusal(db, 'access_denied', () => release(other, below.uid));
    expect(await releaseAsSecond(await staff('compliance'), below.uid)).toMatchObject({ payment: { state: 'ready' } });
    const alone = await createReviewedPayment();
    expect(await release(await staff('compliance'), alone.uid)).toMatchObject({ payment: { state: 'ready' } });
    await limitTo('payment_operations', 2_100_000n);
    const within = await createReviewedPayment();
    expect(await release(await staff(), within.uid)).toMatchObject({ payment: { state: 'ready' } });
    await limitTo('payment_operations', 2_099_999n);
  });

  it('is refused in the database, with a value that is not that of the payment, and without a value', async () => {
    const { uid } = await createReviewedPayment();
    const by = await staff();
    const insert = (valueGbpMinor: bigint | null) =>
      db
        .insertInto('review.decision')
        .values({
          id: randomUUID(),
          paymentId: uid,
          needsSecondApprover: false,
          reason: 'known_pattern',
          firstBy: by.id,
          releasedAt: new Date(),
          valueGbpMinor,
        })
        .execute();
    await expect(insert(2_100_000n)).rejects.toThrow('above the limits');
    await expect(insert(1n)).rejects.toThrow('another value');
    await expect(insert(null)).rejects.toThrow('another value');
    const support = await staff('support');
    const alone = { paymentId: randomUUID(), firstBy: support.id, valueGbpMinor: 1n };
    await expect(
      db
        .insertInto('review.decision')
        .values({
          id: randomUUID(),
          needsSecondApprover: false,
          reason: 'known_pattern',
          releasedAt: new Date(),
          ...alone,
        })
        .execute(),
    ).rejects.toThrow('above the limits');
  });
});

describe('the review queue', () => {
  it('orders by the time to decide and amount, with hits, questions and answers', async () => {
    const [small, listedOne, large, held] = [
      await createReviewedPayment(),
      await createReviewedPayment('listed'),
      await createReviewedPayment(),
      await createReviewedPayment(),
    ];
    const mlro = await staff('mlro');
    await mlro.act(placeFraudHold, { uid: held.uid });
    await sql`update payment.payment set amount_minor = 2000001 where id = ${small.uid}`.execute(db);
    await requestFromCustomer(mlro, large.uid);
    const { list } = (await mlro.act(listReviewQueue, {})) as never as ReviewQueue;
    const all = [small, listedOne, large, held].map(({ uid }) => uid);
    const ours = list.filter(({ uid }) => all.includes(uid));
    expect(ours.map(({ uid }) => uid)).toEqual([small.uid, listedOne.uid, held.uid, large.uid]);
    expect(ours.map(({ heldBecause, stage }) => [heldBecause, stage])).toEqual([
      ['document', 'to_decide'],
      ['screening', 'to_decide'],
      ['suspected_fraud', 'grounds_missing'],
      ['document', 'asked'],
    ]);
    expect(ours.map(({ isLegalDeadline }) => isLegalDeadline)).toEqual([false, false, true, false]);
    const views = await mlro.inside(async (ctx) => [
      await loadReviewView(ctx, held.uid),
      await loadReviewView(ctx, large.uid),
      await loadReviewView(ctx, listedOne.uid),
    ]);
    const [first, second, last] = views as [ReviewView, ReviewView, ReviewView];
    expect(first.statutoryHold).toMatchObject({ customerNotifiedAt: expect.any(String), groundsRecordedAt: null });
    expect(second.requests).toMatchObject([{ state: 'action_required' }]);
    expect(last.hits).toMatchObject([{ subject: 'payee', entryId: 'DEMO1', name: 'Balthazar Figmentov' }]);
    expect([first.hits, last.statutoryHold]).toEqual([[], null]);
  });
});

it('records every decision in the audit log with its wording', async () => {
  const given = await createReviewedPayment();
  const by = await staff();
  await requestFromCustomer(by, given.uid);
  await answer(given);
  await requestFromCustomer(by, given.uid);
  await answer(given);
  await refuse(by, given.uid);
  const rows = await db
    .selectFrom('platform.audit')
    .select(['action', 'actorKind', 'actorId', 'detail'])
    .where('entity', '=', `payment:${given.uid}`)
    .where('action', 'like', 'review.%')
    .orderBy('id')
    .execute();
  expect(rows.map(({ action, actorKind }) => [action, actorKind])).toEqual([
    ['review.information_requested', 'staff'],
    ['review.answered', 'customer'],
    ['review.information_requested', 'staff'],
    ['review.answered', 'customer'],
    ['review.refused', 'staff'],
  ]);
  expect(rows[0]).toMatchObject({ actorId: by.id, detail: { questions } });
  expect(rows[1]?.detail).toMatchObject({ answers: whole });
  expect(rows[4]?.detail).toMatchObject({ sentence: 'The account belongs to somebody else.' });
});

describe('review after a sanctions hit', () => {
  it('takes two different people of compliance', async () => {
    const given = await createReviewedPayment('listed');
    const [one, other] = [await staff('compliance'), await staff('mlro')];
    expect(await release(one, given.uid)).toMatchObject({
      payment: { state: 'in_review' },
      isAwaitingSecondDecision: true,
    });
    await expectRefusal(db, 'approver_conflict', () => release(one, given.uid));
    expect(await releaseAsSecond(other, given.uid)).toMatchObject({
      payment: { state: 'ready' },
      isAwaitingSecondDecision: false,
    });
  });

  it('refuses payment operations', async () => {
    const given = await createReviewedPayment('listed');
    const by = await staff('payment_operations');
    await expectRefusal(db, 'access_denied', () => release(by, given.uid));
    await expectRefusal(db, 'access_denied', () => refuse(by, given.uid));
  });

  it('releases once for two concurrent decisions, and needs two in the database', async () => {
    const given = await createReviewedPayment('listed');
    const both = [await staff('compliance'), await staff('compliance')];
    await release(await staff('mlro'), given.uid);
    for (const by of both) await look(by, given.uid);
    await Promise.allSettled(both.map((by) => release(by, given.uid)));
    expect((await stateOf(given.uid)).state).toBe('ready');
    expect(await eventsOf('payment.held', given.uid)).toHaveLength(1);
    const row = {
      id: randomUUID(),
      paymentId: randomUUID(),
      needsSecondApprover: true,
      reason: 'x',
      firstBy: both[0]?.id ?? '',
    };
    const alone = db.insertInto('review.decision').values({ ...row, releasedAt: new Date() });
    await expect(alone.execute()).rejects.toThrow('second_approver_required');
    const twice = db.insertInto('review.decision').values({ ...row, secondBy: row.firstBy });
    await expect(twice.execute()).rejects.toThrow('approvers_differ');
  });

  it('refuses with a neutral sentence, whatever was written', async () => {
    const given = await createReviewedPayment('listed');
    await refuse(await staff('mlro'), given.uid);
    expect(await stateOf(given.uid)).toEqual({
      state: 'rejected',
      reasonCode: 'extra_checks',
      reason: 'We cannot make this payment.',
    });
  });
});

describe('a question to the customer', () => {
  it('moves the payment to the customer, and the answer moves it to us', async () => {
    const given = await createReviewedPayment();
    const by = await staff();
    await requestFromCustomer(by, given.uid);
    expect(await stateOf(given.uid)).toMatchObject({ state: 'info_required' });
    const told = (await eventsOf('payment.waiting', given.uid)).at(-1)?.payload;
    const { list } = await given.customer.inside((ctx) => listQuestions(ctx, { id: given.uid }));
    const { deadlineAt } = await deadlinesOf(given.uid);
    expect(list[0]).toMatchObject({ state: 'action_required', dueAt: deadlineAt.toISOString(), answeredAt: null });
    expect(deadlineAt.getTime() - Date.parse(list[0]?.requestedAt ?? '')).toBe(10 * dayMs);
    expect(told).toMatchObject({ owner: 'you', nextStep: 'Answer our question on the payment page.' });
    expect(await answer(given)).toMatchObject({
      state: 'answered',
      questions: [{ answer: 'A boat' }, {}, { answer: 'no' }],
    });
    expect(await stateOf(given.uid)).toMatchObject({ state: 'in_review' });
    expect(await release(by, given.uid)).toMatchObject({
      payment: { state: 'ready' },
      requests: [{ state: 'accepted' }],
    });
  });

  it('can follow an insufficient answer', async () => {
    const given = await createReviewedPayment();
    const by = await staff();
    await requestFromCustomer(by, given.uid);
    await expectRefusal(db, 'invalid_transition', () => requestFromCustomer(by, given.uid));
    await answer(given);
    const seen = (await requestFromCustomer(by, given.uid)) as never as { requests: { state: string }[] };
    expect(seen.requests.map(({ state }) => state)).toEqual(['action_required', 'insufficient']);
  });

  it.each([
    ['nothing', []],
    ['a choice that is none', [whole[0], { number: 2, text: 'Enemy' }, whole[2]]],
    ['neither yes nor no', [whole[0], whole[1], { number: 3, text: 'perhaps' }]],
  ] as const)('is not answered by %s', async (_, answers) => {
    const given = await createReviewedPayment();
    await requestFromCustomer(await staff(), given.uid);
    const { errors } = await expectRefusal(db, 'validation_failed', () => answer(given, answers as never));
    expect(errors?.[0]?.field).toMatch(/^answers\.\d$/);
  });

  it('for a file is answered once the document was uploaded', async () => {
    const given = await createReviewedPayment();
    await requestFromCustomer(await staff(), given.uid, [
      { kind: 'file', text: 'Please send the contract.', documentType: 'contract' },
    ]);
    await expectRefusal(db, 'validation_failed', () => answer(given, []));
    await uploadDocument(given, 'contract');
    expect((await answer(given, [])).state).toBe('answered');
  });

  it('is visible only to its customer and is answered once', async () => {
    const [given, stranger] = [await createReviewedPayment(), await createReviewedPayment()];
    await requestFromCustomer(await staff(), given.uid);
    const request = await requestOf(given);
    const input = { id: given.uid, request, answers: whole, idempotency: randomUUID() };
    await expectRefusal(db, 'not_found', () => stranger.customer.inside((ctx) => answerQuestions(ctx, input)));
    await expectRefusal(db, 'not_found', () =>
      stranger.customer.inside((ctx) => listQuestions(ctx, { id: given.uid })),
    );
    await expectRefusal(db, 'not_found', () =>
      stranger.customer.inside((ctx) => answerQuestions(ctx, { ...input, id: stranger.uid })),
    );
    await given.customer.inside((ctx) => answerQuestions(ctx, input));
    await expectRefusal(db, 'invalid_transition', () => given.customer.inside((ctx) => answerQuestions(ctx, input)));
  });

  it('is reminded twice and then expires with the hold released', async () => {
    const given = await createReviewedPayment();
    await requestFromCustomer(await staff(), given.uid);
    const age = (days: number) =>
      sql`update payment.payment set next_update_at = next_update_at - ${days} * interval '1 day',
        deadline_at = deadline_at - ${days} * interval '1 day' where id = ${given.uid}`.execute(db);
    const reminded = async () => (await eventsOf('review.answer_overdue', given.uid)).length;
    await runJob(db, reviewTimeouts);
    expect(await reminded()).toBe(0);
    await age(5);
    await Promise.all([runJob(db, reviewTimeouts), runJob(db, reviewTimeouts)]);
    expect(await reminded()).toBe(1);
    const { nextUpdateAt, deadlineAt } = await deadlinesOf(given.uid);
    expect(deadlineAt.getTime() - nextUpdateAt.getTime()).toBe(2 * dayMs);
    await age(3);
    await runJob(db, reviewTimeouts);
    await runJob(db, reviewTimeouts);
    expect(await reminded()).toBe(2);
    expect((await deadlinesOf(given.uid)).nextUpdateAt).toEqual((await deadlinesOf(given.uid)).deadlineAt);
    await sql`update payment.payment set deadline_at = now() where id = ${given.uid}`.execute(db);
    await Promise.all([runJob(db, reviewTimeouts), runJob(db, reviewTimeouts)]);
    expect((await stateOf(given.uid)).state).toBe('expired');
    expect(await balancesOf(db, given.account)).toEqual(['22000.00', '22000.00']);
    expect((await given.customer.inside((ctx) => listQuestions(ctx, { id: given.uid }))).list[0]?.state).toBe(
      'expired',
    );
  });
});

it('closes the question of a cancelled payment without a reminder', async () => {
  const given = await createReviewedPayment();
  await requestFromCustomer(await staff(), given.uid);
  await given.customer.inside((ctx) => cancelPayment(ctx, { id: given.uid, idempotency: randomUUID() }));
  await sql`update payment.payment set next_update_at = now() where id = ${given.uid}`.execute(db);
  await runJob(db, reviewTimeouts);
  expect(await eventsOf('review.answer_overdue', given.uid)).toEqual([]);
  expect((await given.customer.inside((ctx) => listQuestions(ctx, { id: given.uid }))).list[0]?.state).toBe('closed');
});

describe('an unusable document', () => {
  const told = (uid: string, type: DocumentEvent['type']): DocumentEvent => ({
    documentId: randomUUID(),
    paymentId: uid,
    customerId: '',
    userId: '',
    type,
    name: 'slip.pdf',
    payeeName: 'Somchai',
    reason: 'It is cut off.',
  });

  it('moves the payment to the customer if required, and another document moves it to us', async () => {
    const given = await createReviewedPayment();
    const { uid } = given;
    await asSystem(db, (ctx) => onDocumentRefused(ctx, { eventId: 1n, payload: told(uid, 'invoice') }));
    expect((await stateOf(uid)).state).toBe('in_review');
    await asSystem(db, (ctx) => onDocumentRefused(ctx, { eventId: 1n, payload: told(uid, 'source_of_funds') }));
    expect(await stateOf(uid)).toMatchObject({ state: 'info_required', reasonCode: 'documents_needed' });
    expect((await stateOf(uid)).reason).toContain('It is cut off.');
    await sql`update payment.payment set next_update_at = now() where id = ${uid}`.execute(db);
    await runJob(db, reviewTimeouts);
    expect(await eventsOf('review.answer_overdue', uid)).toHaveLength(1);
    const received = () =>
      asSystem(db, (ctx) => onDocumentReceived(ctx, { eventId: 2n, payload: told(uid, 'invoice') }));
    await uploadDocument(given, 'invoice');
    await received();
    expect((await stateOf(uid)).state).toBe('info_required');
    await uploadDocument(given, 'source_of_funds', { state: 'refused', reason: 'It is cut off.' });
    await received();
    expect((await stateOf(uid)).state).toBe('info_required');
    await uploadDocument(given, 'source_of_funds');
    await received();
    expect((await stateOf(uid)).state).toBe('in_review');
  });

  it('moves the payment to us once received, and is requested after a day without it', async () => {
    const [prompt, late] = [await createReviewedPayment(), await createReviewedPayment()];
    await uploadDocument(prompt, 'source_of_funds');
    const payload = told(prompt.uid, 'source_of_funds');
    await asSystem(db, (ctx) => onDocumentReceived(ctx, { eventId: 1n, payload }));
    await asSystem(db, (ctx) => onDocumentReceived(ctx, { eventId: 2n, payload }));
    expect(await stateOf(prompt.uid)).toMatchObject({ state: 'in_review', reasonCode: 'extra_checks' });
    expect((await eventsOf('payment.waiting', prompt.uid)).at(-1)?.payload).toMatchObject({ owner: 'us' });

    await sql`update payment.payment set next_update_at = now() where id in (${prompt.uid}, ${late.uid})`.execute(db);
    await Promise.all([runJob(db, reviewTimeouts), runJob(db, reviewTimeouts)]);
    expect(await stateOf(late.uid)).toMatchObject({ state: 'info_required', reasonCode: 'documents_needed' });
    const { nextUpdateAt, deadlineAt } = await deadlinesOf(late.uid);
    expect(deadlineAt.getTime() - nextUpdateAt.getTime()).toBe(5 * dayMs);
    expect((await stateOf(prompt.uid)).state).toBe('in_review');
    await sql`update payment.payment set deadline_at = now() where id = ${late.uid}`.execute(db);
    await runJob(db, reviewTimeouts);
    expect((await stateOf(late.uid)).state).toBe('expired');
    expect(await balancesOf(db, late.account)).toEqual(['22000.00', '22000.00']);
  });
});

it('updates a payer once when a review takes longer than announced', async () => {
  const { uid } = await createReviewedPayment('listed');
  await sql`update payment.payment set next_update_at = now(), deadline_at = now() where id = ${uid}`.execute(db);
  const before = (await eventsOf('payment.waiting', uid)).length;
  await Promise.all([runJob(db, reviewTimeouts), runJob(db, reviewTimeouts)]);
  const told = await eventsOf('payment.waiting', uid);
  expect(told).toHaveLength(before + 1);
  expect(told.at(-1)?.payload).toMatchObject({ owner: 'us', reasonCode: 'extra_checks' });
  const { nextUpdateAt, deadlineAt } = await deadlinesOf(uid);
  expect(nextUpdateAt.getTime()).toBeGreaterThan(Date.now() + dayMs - 60_000);
  expect(deadlineAt).toEqual(nextUpdateAt);
});

describe('the statutory hold', () => {
  const suspect = (by: Staff, uid: string, grounds?: string) =>
    by.act(placeFraudHold, { uid, ...(grounds ? { grounds } : {}) }) as never as Promise<{
      statutoryHold: Record<string, string>;
    }>;
  const clockOf = (uid: string) =>
    db.selectFrom('review.statutory_hold').selectAll().where('paymentId', '=', uid).executeTakeFirstOrThrow();

  it('lasts from receipt to the end of the fourth working day and is announced once', async () => {
    const { uid } = await createReviewedPayment();
    await sql`update payment.payment set created_at = '2026-12-23T15:00:00Z' where id = ${uid}`.execute(db);
    const by = await staff('compliance');
    expect((await suspect(by, uid)).statutoryHold).toMatchObject({
      receivedAt: '2026-12-23T15:00:00.000Z',
      groundsDueAt: '2026-12-25T00:00:00.000Z',
      deadlineAt: '2027-01-01T00:00:00.000Z', // 24, 29, 30, 31: Christmas, Boxing Day and the weekend do not count
      groundsRecordedAt: null,
    });
    await suspect(by, uid, 'The payee was reported by another bank.');
    expect((await clockOf(uid)).groundsRecordedAt).not.toBeNull();
    expect(await eventsOf('review.payment_delayed', uid)).toHaveLength(1);
    expect((await deadlinesOf(uid)).deadlineAt.toISOString()).toBe('2027-01-01T00:00:00.000Z');
  });

  it.each([
    ['2027-01-09T12:00:00Z', '2027-01-13T00:00:00Z', '2027-01-16T00:00:00Z'],
    ['2027-06-10T23:30:00Z', '2027-06-14T23:00:00Z', '2027-06-17T23:00:00Z'],
  ])('of a payment received at %s has grounds due at %s and ends at %s', async (at, groundsDueAt, deadlineAt) => {
    const { uid } = await createReviewedPayment();
    await sql`update payment.payment set created_at = ${at} where id = ${uid}`.execute(db);
    const { statutoryHold } = await suspect(await staff('compliance'), uid);
    for (const [figure, moment] of Object.entries({ groundsDueAt, deadlineAt }))
      expect(statutoryHold[figure]).toBe(new Date(moment).toISOString());
  });

  it('notifies the payer of the delay with reason, date and next step', async () => {
    const { uid, who } = await createReviewedPayment();
    await sql`update payment.payment set created_at = '2026-12-23T15:00:00Z' where id = ${uid}`.execute(db);
    await suspect(await staff('mlro'), uid);
    const [told] = await eventsOf('review.payment_delayed', uid);
    await asSystem(db, (ctx) =>
      handlerOf(paymentNotices, paymentDelayed)(ctx, { eventId: 1n, payload: told?.payload as PaymentDelayedEvent }),
    );
    const notice = await db
      .selectFrom('notification.notification')
      .select(['title', 'message', 'link'])
      .where('userId', '=', who.user.id)
      .executeTakeFirstOrThrow();
    expect(notice).toMatchObject({
      title: 'Your payment is delayed',
      link: `/pending-payment-domestic/detail/${uid}`,
    });
    for (const words of [
      'We’re making extra checks on your payment to Somchai Prasert and will decide by the end of Thu 31 Dec 2026.',
      'Your money is reserved and safe.',
      'If you did not make this payment, or someone told you to make it, contact us straight away.',
    ])
      expect(notice.message).toContain(words);
  });

  it('of a scheduled payment starts on its execution day', async () => {
    const { uid } = await createReviewedPayment();
    await sql`update payment.payment set created_at = '2026-11-02T15:00:00Z', execute_at = '2026-12-23T06:00:00Z'
      where id = ${uid}`.execute(db);
    const { statutoryHold } = await suspect(await staff('compliance'), uid);
    expect(statutoryHold).toMatchObject({
      receivedAt: '2026-12-23T06:00:00.000Z',
      deadlineAt: '2027-01-01T00:00:00.000Z',
    });
  });

  it('caps the time for an answer', async () => {
    const { uid } = await createReviewedPayment();
    const by = await staff('mlro');
    await suspect(by, uid);
    await sql`update review.statutory_hold set deadline_at = now() + interval '3 days' where payment_id = ${uid}`.execute(
      db,
    );
    await requestFromCustomer(by, uid);
    const { nextUpdateAt, deadlineAt } = await deadlinesOf(uid);
    expect(deadlineAt).toEqual((await clockOf(uid)).deadlineAt);
    expect(nextUpdateAt <= deadlineAt).toBe(true);
  });

  it('caps every other announced date: answer, decision and next update', async () => {
    const given = await createReviewedPayment();
    const { uid } = given;
    const by = await staff('mlro');
    await requestFromCustomer(by, uid);
    await suspect(by, uid);
    const { deadlineAt: end } = await clockOf(uid);
    const asked = await deadlinesOf(uid);
    expect(asked.deadlineAt).toEqual(end);
    const [request] = (await given.customer.inside((ctx) => listQuestions(ctx, { id: uid }))).list;
    expect(request?.dueAt).toBe(end.toISOString());
    await sql`update review.statutory_hold set deadline_at = now() + interval '1 hour' where payment_id = ${uid}`.execute(
      db,
    );
    await answer(given);
    const answered = await deadlinesOf(uid);
    expect(answered.deadlineAt).toEqual((await clockOf(uid)).deadlineAt);
    expect(answered.nextUpdateAt).toEqual(answered.deadlineAt);
  });

  it('ends a payment that waits for an answer too, without another update', async () => {
    const [waiting, asked] = [await createReviewedPayment(), await createReviewedPayment()];
    const by = await staff('compliance');
    await requestFromCustomer(by, asked.uid);
    for (const { uid } of [waiting, asked]) await suspect(by, uid, 'The payee was reported by another bank.');
    const before = (await eventsOf('payment.waiting', waiting.uid)).length;
    await sql`update review.statutory_hold set deadline_at = now() where payment_id in (${waiting.uid}, ${asked.uid})`.execute(
      db,
    );
    await sql`update payment.payment set next_update_at = now(), deadline_at = now() where id = ${waiting.uid}`.execute(
      db,
    );
    await runJob(db, reviewTimeouts);
    expect(await eventsOf('payment.waiting', waiting.uid)).toHaveLength(before);
    expect(await stateOf(waiting.uid)).toMatchObject({ state: 'rejected' });
    expect(await stateOf(asked.uid)).toMatchObject({ state: 'expired', reasonCode: 'extra_checks' });
    expect(await balancesOf(db, asked.account)).toEqual(['22000.00', '22000.00']);
    const [request] = (await asked.customer.inside((ctx) => listQuestions(ctx, { id: asked.uid }))).list;
    expect(request?.state).toBe('expired');
  });

  it('starts without notice where that would be tipping off, decided by compliance only', async () => {
    const { uid } = await createReviewedPayment();
    const [operations, mlro] = [await staff('payment_operations'), await staff('mlro')];
    const hush = (by: Staff) => by.act(placeFraudHold, { uid, tippingOff: true });
    await expectRefusal(db, 'access_denied', () => hush(operations));
    await hush(mlro);
    expect(await clockOf(uid)).toMatchObject({ customerNotifiedAt: null, endedAt: null });
    expect(await eventsOf('review.payment_delayed', uid)).toEqual([]);
    const before = await deadlinesOf(uid);
    await suspect(operations, uid, 'The payee was reported by another bank.');
    expect(await eventsOf('review.payment_delayed', uid)).toEqual([]);
    expect(await deadlinesOf(uid)).toEqual(before);

    const speak = (by: Staff) => by.act(placeFraudHold, { uid, tippingOff: false });
    await expectRefusal(db, 'access_denied', () => speak(operations));
    await speak(mlro);
    await speak(mlro);
    expect((await clockOf(uid)).customerNotifiedAt).not.toBeNull();
    expect(await eventsOf('review.payment_delayed', uid)).toHaveLength(1);
    expect((await deadlinesOf(uid)).deadlineAt).toEqual((await clockOf(uid)).deadlineAt);
  });

  it('restarts for a new suspicion from the same receipt', async () => {
    const { uid } = await createReviewedPayment();
    const by = await staff('mlro');
    await suspect(by, uid, 'The payee was reported by another bank.');
    const first = await clockOf(uid);
    await release(by, uid);
    await asSystem(db, async (ctx) => decidePayment(ctx, uid, await buildInReviewDecision(ctx, uid)));
    await suspect(by, uid);
    expect(await clockOf(uid)).toEqual({
      ...first,
      customerNotifiedAt: expect.any(Date),
      grounds: null,
      groundsRecordedBy: null,
      groundsRecordedAt: null,
    });
    expect(await eventsOf('review.payment_delayed', uid)).toHaveLength(2);
  });

  it('alerts half a day before grounds are due, and one day before the end', async () => {
    const [without, recorded] = [await createReviewedPayment(), await createReviewedPayment()];
    const by = await staff('mlro');
    await suspect(by, without.uid);
    await suspect(by, recorded.uid, 'The payee was reported by another bank.');
    const both = sql`payment_id in (${without.uid}, ${recorded.uid})`;
    const due = (column: string, hours: number) =>
      sql`update review.statutory_hold set ${sql.ref(column)} = now() + ${hours} * interval '1 hour' where ${both}`.execute(
        db,
      );
    const alertsOf = async (uid: string) =>
      (await auditOf('review.hold_alert', uid)).map(({ detail }) => (detail as { about: string }).about);
    await due('grounds_due_at', 13);
    await due('deadline_at', 25);
    await runJob(db, reviewTimeouts);
    expect(await alertsOf(without.uid)).toEqual([]);
    await due('grounds_due_at', 11);
    await runJob(db, reviewTimeouts);
    await due('deadline_at', 23);
    await Promise.all([runJob(db, reviewTimeouts), runJob(db, reviewTimeouts)]);
    await runJob(db, reviewTimeouts);
    expect(await alertsOf(without.uid)).toEqual(['grounds', 'last_day']);
    expect(await alertsOf(recorded.uid)).toEqual(['last_day']);
  });

  it('alerts once about overdue grounds and releases the money at the end', async () => {
    const given = await createReviewedPayment();
    await suspect(await staff('mlro'), given.uid);
    const move = (column: string) =>
      sql`update review.statutory_hold set ${sql.ref(column)} = now() where payment_id = ${given.uid}`.execute(db);
    await move('grounds_due_at');
    await runJob(db, reviewTimeouts);
    await runJob(db, reviewTimeouts);
    expect(await auditOf('review.hold_alert', given.uid)).toHaveLength(1);
    await move('deadline_at');
    await Promise.all([runJob(db, reviewTimeouts), runJob(db, reviewTimeouts)]);
    expect(await stateOf(given.uid)).toMatchObject({ state: 'rejected', reasonCode: 'extra_checks' });
    expect(await balancesOf(db, given.account)).toEqual(['22000.00', '22000.00']);
    expect((await clockOf(given.uid)).endedAt).not.toBeNull();
  });

  it('ends with a decision and refuses payments that are not held', async () => {
    const given = await createReviewedPayment();
    const by = await staff('compliance');
    await suspect(by, given.uid);
    await release(by, given.uid);
    expect((await clockOf(given.uid)).endedAt).not.toBeNull();
    const ordinary = await createReviewedPayment('ordinary');
    await expectRefusal(db, 'invalid_transition', () => suspect(by, ordinary.uid));
    const euros = await createReviewedPayment();
    await sql`update payment.payment set currency = 'EUR' where id = ${euros.uid}`.execute(db);
    await expectRefusal(db, 'invalid_transition', () => suspect(by, euros.uid));
  });
});

describe('screen payments against a new list', () => {
  it('holds a matching payment that was not sent, once', async () => {
    const [ready, other] = [await createReviewedPayment('ordinary'), await createReviewedPayment('ordinary')];
    await sql`update payment.payment set payee_name = 'Ottoline Zelenoskaya' where id = ${ready.uid}`.execute(db);
    await asSystem(db, (ctx) => importSanctionsList(ctx, 'next.csv', listed('Ottoline Zelenoskaya')));
    await rescreen();
    await rescreen();
    expect(await stateOf(ready.uid)).toMatchObject({ state: 'in_review', reasonCode: 'extra_checks' });
    expect((await stateOf(other.uid)).state).toBe('ready');
    expect(await eventsOf('payment.waiting', ready.uid)).toHaveLength(1);
  });
});
