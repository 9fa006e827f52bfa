import { randomUUID } from 'node:crypto';
import type { ReviewCase } from '@larkmere/contract/back-office/review-case';
import type { ReviewClaim, ReviewQueue } from '@larkmere/contract/back-office/review-queue';
import type { StaffRole } from '@larkmere/contract/back-office/staff';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeSettings } from '../../../../../db/seed/write-settings.ts';
import {
  asSystem,
  createDatabase,
  expectRefusal,
  seedAccount,
  seedCustomer,
  seedPayee,
  ukDetails,
} from '../../../../../test/fixtures/base.ts';
import { seedDealer } from '../../../../../test/fixtures/manual-fx.ts';
import {
  inSession,
  seedPaymentAuthorisation,
  seedSession,
  toPaymentOrder,
} from '../../../../../test/fixtures/payment.ts';
import { importSanctionsList } from '../../checks/screening/screening.ts';
import { sendGbp } from '../../payments/domestic/send-domestic.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { showPayments } from '../customer-file/show-customer.ts';
import { givePayment, handBackPayment, takeNextPayment, takePayment } from './claim-payment.ts';
import { escalatePayment, recordLook, refusePayment, releasePayment } from './decide-reviewed-payment.ts';
import { placeFraudHold } from './place-fraud-hold.ts';
import { requestInformation } from './request-information.ts';
import { listReviewQueue } from './review-queue.read.ts';
import { showReviewCase } from './show-review-case.ts';

const { db } = await createDatabase();
beforeAll(async () => {
  const names = [{ entryId: 'DEMO1', name: 'Balthazar Figmentov', regime: 'Made up' }];
  await asSystem(db, (ctx) => importSanctionsList(ctx, 'test.csv', names));
  await writeSettings(
    db,
    sql`insert into review.dual_control_threshold (currency, above_minor, effective_from) values ('GBP', 2400000, now())`,
  );
});

async function createHeldPayment(over: Readonly<{ amount?: string; payee?: string }> = {}) {
  const who = await seedCustomer(db);
  const account = await seedAccount(db, who, { balance: '90000.00' });
  const payee = await seedPayee(db, who, { ...ukDetails.somchai, name: over.payee ?? 'Somchai Prasert' });
  const session = await seedSession(db, who);
  const order = await seedPaymentAuthorisation(
    db,
    who,
    toPaymentOrder(account, payee, { amount: over.amount ?? '21000.00' }),
    session,
  );
  const { uid } = await inTransaction(db, (tx, now) =>
    sendGbp({ tx, now, actor: inSession(who, session), requestId: randomUUID() }, order),
  );
  return { who, uid };
}

const staff = (role: StaffRole = 'payment_operations') => seedDealer(db, role);
type Staff = Awaited<ReturnType<typeof staff>>;
const take = async (by: Staff, uid: string) =>
  ((await by.act(takePayment, { uid })) as never as { claim: ReviewClaim }).claim;
const takeNext = async (by: Staff) => ((await by.act(takeNextPayment, {})) as never as { uid: string | null }).uid;
const give = async (by: Staff, uid: string, to: string) =>
  ((await by.act(givePayment, { uid, to })) as never as { claim: ReviewClaim }).claim;
const handBack = (by: Staff, uid: string) => by.act(handBackPayment, { uid });
const release = (by: Staff, uid: string, over: object = {}) =>
  by.act(releasePayment, { uid, reason: 'documents_in_order', ...over });
const refuse = (by: Staff, uid: string, over: object = {}) =>
  by.act(refusePayment, { uid, reasonCode: 'name_mismatch', sentence: 'The name does not match.', ...over });
const ask = (by: Staff, uid: string) =>
  by.act(requestInformation, {
    uid,
    reason: 'purpose_unclear',
    questions: [{ kind: 'text', text: 'What is this payment for?' }],
  });
const look = (by: Staff, uid: string, outcome: 'release' | 'refuse' = 'release') =>
  by.act(recordLook, { uid, outcome, reason: outcome === 'release' ? 'known_pattern' : 'name_mismatch' });
const escalate = (by: Staff, uid: string) => by.act(escalatePayment, { uid, reason: 'suspected_fraud' });
const show = async (by: Staff, uid: string) => (await by.act(showReviewCase, { uid })) as never as ReviewCase;
const rowOf = async (by: Staff, uid: string) =>
  ((await by.act(listReviewQueue, {})) as never as ReviewQueue).list.find((row) => row.uid === uid);
const runOut = (uid: string) =>
  sql`update review.claim set expires_at = claimed_at + interval '1 millisecond'
    where payment_id = ${uid} and ended_at is null`.execute(db);
const stateOf = async (uid: string) =>
  (await db.selectFrom('payment.payment').select('state').where('id', '=', uid).executeTakeFirstOrThrow()).state;
const claimsOf = (uid: string) =>
  db
    .selectFrom('review.claim')
    .select(['staffId', 'givenBy', 'endReason'])
    .where('paymentId', '=', uid)
    .orderBy('claimedAt')
    .execute();
const actionsOf = async (uid: string) => {
  const rows = await db
    .selectFrom('platform.audit')
    .select('action')
    .where('entity', '=', `payment:${uid}`)
    .where('actorKind', '=', 'staff')
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
};

describe('claim a payment in review', () => {
  it('is refused to a colleague with the name and the time, and ends with the hand-back', async () => {
    const { uid } = await createHeldPayment();
    const [one, other] = [await staff(), await staff('compliance')];
    const { until, isOwn } = await take(one, uid);
    expect([isOwn, Date.parse(until) > Date.now()]).toEqual([true, true]);
    const { message } = await expectRefusal(db, 'review_claimed', () => take(other, uid));
    expect(message).toContain(`${one.name} has this payment until`);
    expect(await rowOf(other, uid)).toMatchObject({ claim: { name: one.name, isOwn: false }, canTake: false });
    expect(await rowOf(one, uid)).toMatchObject({ claim: { isOwn: true }, canTake: true });
    await expectRefusal(db, 'review_claimed', () => handBack(other, uid));
    await handBack(one, uid);
    await expectRefusal(db, 'invalid_transition', () => handBack(one, uid));
    await take(other, uid);
    expect((await claimsOf(uid)).map(({ endReason }) => endReason)).toEqual(['handed_back', null]);
    expect(await actionsOf(uid)).toEqual(['review.claimed', 'review.handed_back', 'review.claimed']);
  });

  it('goes to one of two who take it at once', async () => {
    const { uid } = await createHeldPayment();
    const both = [await staff(), await staff()];
    const outcomes = await Promise.allSettled(both.map((by) => take(by, uid)));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await claimsOf(uid)).toHaveLength(1);
  });

  it('keeps every decision of others away: release, refusal, question, look and escalation', async () => {
    const { uid } = await createHeldPayment({ amount: '25000.00' });
    const [one, other] = [await staff(), await staff('compliance')];
    await take(one, uid);
    for (const decide of [release, refuse, ask, escalate])
      await expectRefusal(db, 'review_claimed', () => decide(other, uid));
    await handBack(one, uid);
    await release(one, uid);
    await take(await staff(), uid);
    await expectRefusal(db, 'review_claimed', () => look(other, uid));
    expect(await stateOf(uid)).toBe('in_review');
  });

  it('runs out after the minutes of the setting, and is kept longer by taking it again', async () => {
    const { uid } = await createHeldPayment();
    const [one, other] = [await staff(), await staff()];
    const minutes = async () => {
      const { rows } = await sql<{
        left: number;
      }>`select round(extract(epoch from expires_at - now()) / 60)::int as left
        from review.claim where payment_id = ${uid} and ended_at is null`.execute(db);
      return rows[0]?.left;
    };
    await take(one, uid);
    expect(await minutes()).toBe(15);
    await writeSettings(db, sql`insert into review.claim_rule (minutes, effective_from) values (40, now())`);
    await take(one, uid);
    expect(await minutes()).toBe(40);
    await writeSettings(db, sql`delete from review.claim_rule where minutes = 40`);
    await runOut(uid);
    expect(await rowOf(other, uid)).toMatchObject({ claim: null, canTake: true });
    await take(other, uid);
    await expectRefusal(db, 'review_claimed', () => refuse(one, uid));
    expect((await claimsOf(uid)).map(({ endReason }) => endReason)).toEqual(['expired', null]);
  });

  it('lets a colleague decide once it has run out, and ends with the decision', async () => {
    const [left, decided] = [await createHeldPayment(), await createHeldPayment()];
    const [one, other] = [await staff(), await staff()];
    await take(one, left.uid);
    await runOut(left.uid);
    await release(other, left.uid);
    expect(await stateOf(left.uid)).toBe('ready');
    await take(one, decided.uid);
    await refuse(one, decided.uid);
    expect((await claimsOf(decided.uid)).map(({ endReason }) => endReason)).toEqual(['decided']);
    await expectRefusal(db, 'invalid_transition', () => take(other, decided.uid));
  });

  it('is given only to a colleague who may decide', async () => {
    const [plain, listed] = [await createHeldPayment(), await createHeldPayment({ payee: 'Balthazar Figmentov' })];
    const [one, colleague, support, mlro] = [await staff(), await staff(), await staff('support'), await staff('mlro')];
    expect(await give(one, plain.uid, colleague.id)).toMatchObject({ name: colleague.name, isOwn: false });
    await expectRefusal(db, 'review_claimed', () => give(one, plain.uid, mlro.id));
    for (const to of [support.id, colleague.id, randomUUID()])
      await expectRefusal(db, 'validation_failed', () => give(colleague, plain.uid, to));
    expect(await give(colleague, plain.uid, mlro.id)).toMatchObject({ name: mlro.name });
    await expectRefusal(db, 'validation_failed', () => give(mlro, listed.uid, one.id));
    expect((await claimsOf(plain.uid)).map(({ givenBy, endReason }) => [givenBy, endReason])).toEqual([
      [one.id, 'given'],
      [colleague.id, null],
    ]);
  });

  it('takes the next one from the top, each to another person, and nothing that waits for others', async () => {
    await sql`update payment.payment set state = 'cancelled' where state in ('in_review', 'info_required')`.execute(db);
    const [late, early, secret] = [
      await createHeldPayment(),
      await createHeldPayment(),
      await createHeldPayment({ payee: 'Balthazar Figmentov' }),
    ];
    await sql`update payment.payment set deadline_at = now() + interval '1 hour' where id = ${early.uid}`.execute(db);
    const [one, other, mlro] = [await staff(), await staff(), await staff('mlro')];
    expect(new Set(await Promise.all([takeNext(one), takeNext(other)]))).toEqual(new Set([early.uid, late.uid]));
    expect(await takeNext(await staff())).toBeNull();
    expect(await takeNext(mlro)).toBe(secret.uid);
    const auditor = await staff('auditor');
    await expectRefusal(db, 'access_denied', () => takeNext(auditor));
  });

  it('is guarded by the database too', async () => {
    const { uid } = await createHeldPayment();
    const [one, other, support] = [await staff(), await staff(), await staff('support')];
    const claim = (staffId: string) =>
      db
        .insertInto('review.claim')
        .values({ id: randomUUID(), paymentId: uid, staffId, expiresAt: new Date(Date.now() + 60_000) })
        .execute();
    await expect(claim(support.id)).rejects.toThrow('may not decide about payments');
    await take(one, uid);
    await expect(claim(other.id)).rejects.toThrow('claim_open');
    const decision = { id: randomUUID(), paymentId: uid, needsSecondApprover: true, reason: 'known_pattern' };
    await expect(
      db
        .insertInto('review.decision')
        .values({ ...decision, firstBy: other.id })
        .execute(),
    ).rejects.toThrow('is claimed by a colleague');
    const refusal = { paymentId: uid, reasonCode: 'name_mismatch', sentence: 'No.' };
    await expect(
      db
        .insertInto('review.refusal')
        .values({ ...refusal, refusedBy: other.id })
        .execute(),
    ).rejects.toThrow('is claimed by a colleague');
    await handBack(one, uid);
    await expect(
      sql`update review.claim set ended_at = null, end_reason = null where payment_id = ${uid}`.execute(db),
    ).rejects.toThrow('has ended');
  });
});

describe('the second person', () => {
  /** Above the threshold that takes two. */
  const createLarge = () => createHeldPayment({ amount: '25000.00' });

  it('looks on their own before the recommendation is shown or followed', async () => {
    const { uid } = await createLarge();
    const [maker, second, auditor] = [await staff(), await staff('compliance'), await staff('auditor')];
    expect((await show(maker, uid)).desk).toMatchObject({ release: { isRecommendation: true }, recommendation: null });
    await take(maker, uid);
    await release(maker, uid, { reason: 'known_pattern', note: 'Pays this builder each spring', second: second.id });
    expect((await show(maker, uid)).desk.recommendation).toMatchObject({ isOwn: true, content: { by: maker.name } });
    expect((await show(auditor, uid)).desk.recommendation?.content).toMatchObject({ by: maker.name });
    const hidden = await show(second, uid);
    expect(hidden.desk).toMatchObject({ claim: { isOwn: true }, recommendation: { content: null, look: null } });
    expect(JSON.stringify(hidden)).not.toContain('builder each spring');
    expect(hidden.timeline.find(({ step }) => step === 'recommended')).toMatchObject({ by: null });
    const { message } = await expectRefusal(db, 'invalid_transition', () => release(second, uid));
    expect(message).toContain('Record your own look');
    await handBack(second, uid);
    await expectRefusal(db, 'approver_conflict', () => look(maker, uid));
    await look(second, uid);
    await expectRefusal(db, 'invalid_transition', () => look(second, uid));
    expect((await show(second, uid)).desk.recommendation).toMatchObject({
      content: { by: maker.name, reason: 'known_pattern', note: 'Pays this builder each spring' },
      look: { outcome: 'release' },
    });
    await release(second, uid);
    expect(await stateOf(uid)).toBe('ready');
  });

  it('overrules only with a reason, which is kept', async () => {
    const { uid } = await createLarge();
    const [maker, second] = [await staff(), await staff('compliance')];
    await release(maker, uid);
    await expectRefusal(db, 'invalid_transition', () =>
      refuse(second, uid, { overruleReason: 'The name is another.' }),
    );
    await look(second, uid, 'refuse');
    await expectRefusal(db, 'validation_failed', () => refuse(second, uid));
    await refuse(second, uid, { overruleReason: 'The name is that of another person.' });
    const row = await db.selectFrom('review.refusal').selectAll().where('paymentId', '=', uid).executeTakeFirst();
    expect(row).toMatchObject({
      refusedBy: second.id,
      overruledBy: maker.id,
      overruleReason: 'The name is that of another person.',
    });
    expect(await stateOf(uid)).toBe('rejected');
  });

  it('may not be the maker, take it from themselves, or state a reason of the other outcome', async () => {
    const { uid } = await createLarge();
    const [maker, second] = [await staff(), await staff()];
    await expectRefusal(db, 'invalid_transition', () => look(second, uid));
    await expectRefusal(db, 'validation_failed', () => release(maker, uid, { second: maker.id }));
    await release(maker, uid);
    await expectRefusal(db, 'approver_conflict', () => take(maker, uid));
    expect(await rowOf(maker, uid)).toMatchObject({ isRecommendedByReader: true, canTake: false });
    await expectRefusal(db, 'validation_failed', () =>
      second.act(recordLook, { uid, outcome: 'refuse', reason: 'known_pattern' }),
    );
  });

  it('is guarded by the database too', async () => {
    const { uid } = await createLarge();
    const [maker, second] = [await staff(), await staff('mlro')];
    await release(maker, uid);
    const approve = (secondBy: string) =>
      sql`update review.decision set second_by = ${secondBy}, second_at = now() where payment_id = ${uid}`.execute(db);
    await expect(approve(second.id)).rejects.toThrow('has not looked');
    await expect(
      sql`insert into review.look (decision_id, payment_id, staff_id, outcome, reason)
        select id, payment_id, first_by, 'release', 'x' from review.decision where payment_id = ${uid}`.execute(db),
    ).rejects.toThrow('no recommendation of a colleague');
    const hide = { paymentId: uid, refusedBy: second.id, reasonCode: 'name_mismatch', sentence: 'No.' };
    await expect(db.insertInto('review.refusal').values(hide).execute()).rejects.toThrow('hides a recommendation');
    await look(second, uid);
    await expect(db.insertInto('review.refusal').values(hide).execute()).rejects.toThrow('hides a recommendation');
  });
});

describe('a payment with compliance', () => {
  it('shows others the lock and nothing else, and only compliance decides it', async () => {
    const { uid, who } = await createHeldPayment();
    const [one, support, compliance] = [await staff(), await staff('support'), await staff('compliance')];
    const before = await rowOf(one, uid);
    expect(before).toMatchObject({ stage: 'to_decide', heldBecause: 'document' });
    await escalate(one, uid);
    expect(await rowOf(one, uid)).toMatchObject({
      stage: 'with_compliance',
      heldBecause: 'extra_checks',
      documents: [],
      canTake: false,
    });
    expect((await rowOf(one, uid))?.revision).not.toBe(before?.revision);
    for (const decide of [show, take, release, refuse, ask, escalate])
      await expectRefusal(db, 'access_denied', () => decide(one, uid));
    const { list } = (await support.act(showPayments, { id: who.customer.id })) as never as {
      list: { isWithCompliance: boolean; reason: string | null }[];
    };
    expect(list).toMatchObject([{ isWithCompliance: true, reason: null, documents: [] }]);
    const reason = db.selectFrom('payment.payment').select(['reason', 'reasonCode']).where('id', '=', uid);
    expect(await reason.executeTakeFirst()).toMatchObject({
      reason: 'Your money is reserved and safe. We’re making extra checks.',
      reasonCode: 'extra_checks',
    });
    expect((await show(compliance, uid)).desk).toMatchObject({
      withCompliance: true,
      customerReads: { refusal: 'We cannot make this payment.' },
    });
    await expectRefusal(db, 'invalid_transition', () => escalate(compliance, uid));
    await refuse(compliance, uid);
    expect(await reason.executeTakeFirst()).toMatchObject({ reason: 'We cannot make this payment.' });
  });

  it('includes a hold that the payer may not know of', async () => {
    const { uid } = await createHeldPayment();
    const [one, mlro] = [await staff(), await staff('mlro')];
    await mlro.act(placeFraudHold, { uid, tippingOff: true });
    expect(await rowOf(one, uid)).toMatchObject({ stage: 'with_compliance', isLegalDeadline: false });
    await expectRefusal(db, 'access_denied', () => release(one, uid));
    await mlro.act(placeFraudHold, { uid, tippingOff: false });
    expect(await rowOf(one, uid)).toMatchObject({ stage: 'grounds_missing', isLegalDeadline: true });
  });
});

describe('the page of a payment', () => {
  it('shows the order, the pattern of the customer, and who else pays the account', async () => {
    const { who, uid } = await createHeldPayment({ amount: '22000.00' });
    const by = await staff();
    const shown = await show(by, uid);
    expect(shown.payment).toMatchObject({
      amount: { amount: '22000.00', currency: 'GBP' },
      available: { amount: '67999.50', currency: 'GBP' },
      payeeCountry: 'GB',
      heldBecause: 'document',
    });
    expect(shown.timeline.map(({ step, state }) => [step, state])).toEqual([
      ['made', 'done'],
      ['held', 'done'],
      ['decision', 'now'],
      ['sent', 'next'],
    ]);
    expect(shown.evidence).toMatchObject({
      documentsMissing: ['source_of_funds'],
      screening: { threshold: '0.880', hits: [] },
      paidBefore: { own: { payments: 0 } },
    });
    expect(shown.customer).toMatchObject({ name: who.customer.name, pattern: { count: 0, largest: null } });
    expect(await actionsOf(uid)).toEqual(['review.viewed']);

    await release(by, uid);
    await sql`update payment.payment set state = 'submitted' where id = ${uid}`.execute(db);
    const next = await createHeldPayment();
    const other = await show(by, next.uid);
    expect(other.evidence.paidBefore.others).toMatchObject({ returned: 0 });
    expect(other.evidence.paidBefore.others.payments).toBeGreaterThanOrEqual(1);
    expect(JSON.stringify(other)).not.toContain(who.customer.name);
  });

  it('is not found for a payment that was never held, and refused to roles without the area', async () => {
    const [held, ordinary] = [await createHeldPayment(), await createHeldPayment({ amount: '25.00' })];
    const by = await staff();
    await expectRefusal(db, 'not_found', () => show(by, ordinary.uid));
    await expectRefusal(db, 'not_found', () => show(by, randomUUID()));
    for (const role of ['support', 'dealer', 'finance', 'settings', 'super'] as const) {
      const other = await staff(role);
      await expectRefusal(db, 'access_denied', () => show(other, held.uid));
      await expectRefusal(db, 'access_denied', () => take(other, held.uid));
    }
    const auditor = await staff('auditor');
    expect((await show(auditor, held.uid)).desk).toMatchObject({ mayDecide: false, seconds: [] });
    await expectRefusal(db, 'access_denied', () => take(auditor, held.uid));
  });
});
