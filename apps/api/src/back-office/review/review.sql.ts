import type { InformationRequestState, Question } from '@larkmere/contract/back-office/review';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type {
  ReviewDecision,
  ReviewEscalation,
  ReviewLook,
  ReviewRefusal,
  ReviewRequest,
  ReviewStatutoryHold,
} from '../../platform/db/schema.gen.ts';
import { endClaim } from './claim.sql.ts';

export type Answer = Readonly<{ number: number; text: string }>;
export type RequestRow = Readonly<
  Omit<Selectable<ReviewRequest>, 'questions' | 'answers'> & {
    questions: readonly Question[];
    answers: readonly Answer[] | null;
  }
>;
export type StatutoryHoldRow = Readonly<Selectable<ReviewStatutoryHold>>;
export type ReviewDecisionRow = Readonly<Selectable<ReviewDecision>>;

type NewRequest = Readonly<{
  id: string;
  paymentId: string;
  customerId: string;
  reason: NonNullable<RequestRow['reason']>;
  questions: readonly Question[];
  requestedBy: string;
  dueAt: Date;
}>;

export const insertRequest = ({ tx }: { tx: Tx }, request: NewRequest): Promise<RequestRow> =>
  tx
    .insertInto('review.request')
    .values({
      id: request.id,
      paymentId: request.paymentId,
      customerId: request.customerId,
      reason: request.reason,
      questions: JSON.stringify(request.questions),
      requestedBy: request.requestedBy,
      dueAt: request.dueAt,
    })
    .returningAll()
    .$castTo<RequestRow>()
    .executeTakeFirstOrThrow();

export const selectRequests = (tx: Tx, paymentIds: readonly string[]): Promise<RequestRow[]> =>
  tx
    .selectFrom('review.request')
    .selectAll()
    .where('paymentId', '=', sql<string>`any(${paymentIds}::uuid[])`)
    .orderBy('requestedAt', 'desc')
    .$castTo<RequestRow>()
    .execute();

export const lockRequest = (tx: Tx, id: string): Promise<RequestRow | undefined> =>
  tx.selectFrom('review.request').selectAll().where('id', '=', id).forUpdate().$castTo<RequestRow>().executeTakeFirst();

export const storeAnswers = (tx: Tx, id: string, answers: readonly Answer[]): Promise<RequestRow> =>
  tx
    .updateTable('review.request')
    .set({ state: 'answered', answers: JSON.stringify(answers), respondedAt: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .$castTo<RequestRow>()
    .executeTakeFirstOrThrow();

export async function updateRequestStates(
  tx: Tx,
  paymentId: string,
  from: InformationRequestState,
  to: InformationRequestState,
): Promise<void> {
  await tx
    .updateTable('review.request')
    .set({ state: to })
    .where('paymentId', '=', paymentId)
    .where('state', '=', from)
    .execute();
}

export async function shortenOpenRequests(tx: Tx, paymentId: string, until: Date): Promise<void> {
  await tx
    .updateTable('review.request')
    .set({ dueAt: sql`least(due_at, ${until})` })
    .where('paymentId', '=', paymentId)
    .where('state', '=', 'action_required')
    .execute();
}

export const findOpenDecision = (tx: Tx, paymentId: string): Promise<ReviewDecisionRow | undefined> =>
  tx
    .selectFrom('review.decision')
    .selectAll()
    .where('paymentId', '=', paymentId)
    .where('releasedAt', 'is', null)
    .executeTakeFirst();

export async function insertDecision(tx: Tx, release: Insertable<ReviewDecision>): Promise<void> {
  await tx.insertInto('review.decision').values(release).execute();
}

type SecondApproval = Readonly<{ secondBy: string; valueGbpMinor: bigint | null }>;

export async function completeDecision(tx: Tx, id: string, second: SecondApproval): Promise<void> {
  await tx
    .updateTable('review.decision')
    .set({ ...second, secondAt: sql`now()`, releasedAt: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function deleteOpenDecision(tx: Tx, paymentId: string): Promise<void> {
  await tx.deleteFrom('review.decision').where('paymentId', '=', paymentId).where('releasedAt', 'is', null).execute();
}

export const findLook = (
  tx: Tx,
  decisionId: string,
  staffId: string,
): Promise<Readonly<Selectable<ReviewLook>> | undefined> =>
  tx
    .selectFrom('review.look')
    .selectAll()
    .where('decisionId', '=', decisionId)
    .where('staffId', '=', staffId)
    .executeTakeFirst();

export async function insertLook(tx: Tx, look: Insertable<ReviewLook>): Promise<void> {
  await tx.insertInto('review.look').values(look).execute();
}

export async function insertRefusal(tx: Tx, refusal: Insertable<ReviewRefusal>): Promise<void> {
  await tx.insertInto('review.refusal').values(refusal).execute();
}

/** False when it is with compliance already. */
export async function insertEscalation(tx: Tx, escalation: Insertable<ReviewEscalation>): Promise<boolean> {
  const row = await tx
    .insertInto('review.escalation')
    .values(escalation)
    .onConflict((conflict) => conflict.column('paymentId').doNothing())
    .returning('paymentId')
    .executeTakeFirst();
  return row !== undefined;
}

export const selectStatutoryHolds = (tx: Tx, paymentIds: readonly string[]): Promise<StatutoryHoldRow[]> =>
  tx
    .selectFrom('review.statutory_hold')
    .selectAll()
    .where('paymentId', '=', sql<string>`any(${paymentIds}::uuid[])`)
    .execute();

type NewStatutoryHold = Readonly<{
  paymentId: string;
  receivedAt: Date;
  groundsDueAt: Date;
  deadlineAt: Date;
  isCustomerNotified: boolean;
}>;

/** Restarts an ended hold for a new suspicion. False when it is running already. */
export async function startStatutoryHold(
  tx: Tx,
  { paymentId, receivedAt, groundsDueAt, deadlineAt, isCustomerNotified }: NewStatutoryHold,
): Promise<boolean> {
  const row = await tx
    .insertInto('review.statutory_hold')
    .values({
      paymentId,
      receivedAt,
      groundsDueAt,
      deadlineAt,
      customerNotifiedAt: isCustomerNotified ? sql`now()` : null,
    })
    .onConflict((conflict) =>
      conflict
        .column('paymentId')
        .doUpdateSet({
          endedAt: null,
          lastDayAlertedAt: null,
          groundsAlertedAt: null,
          grounds: null,
          groundsRecordedBy: null,
          groundsRecordedAt: null,
          customerNotifiedAt: sql`excluded.customer_notified_at`,
        })
        .where(sql<boolean>`statutory_hold.ended_at is not null`),
    )
    .returning('paymentId')
    .executeTakeFirst();
  return row !== undefined;
}

export async function markCustomerNotified(tx: Tx, paymentId: string): Promise<boolean> {
  const row = await tx
    .updateTable('review.statutory_hold')
    .set({ customerNotifiedAt: sql`now()` })
    .where('paymentId', '=', paymentId)
    .where('customerNotifiedAt', 'is', null)
    .returning('paymentId')
    .executeTakeFirst();
  return row !== undefined;
}

export async function recordGrounds(tx: Tx, paymentId: string, grounds: string, by: string): Promise<void> {
  await tx
    .updateTable('review.statutory_hold')
    .set({ grounds, groundsRecordedBy: by, groundsRecordedAt: sql`now()` })
    .where('paymentId', '=', paymentId)
    .execute();
}

export async function endStatutoryHold(tx: Tx, paymentId: string): Promise<void> {
  await tx
    .updateTable('review.statutory_hold')
    .set({ endedAt: sql`now()` })
    .where('paymentId', '=', paymentId)
    .where('endedAt', 'is', null)
    .execute();
}

/** Answers that nobody judged yet become accepted or closed, and a claim ends. */
export async function closeReview(tx: Tx, paymentId: string, answers: 'accepted' | 'closed' = 'closed'): Promise<void> {
  await deleteOpenDecision(tx, paymentId);
  await endClaim(tx, paymentId, 'decided');
  await updateRequestStates(tx, paymentId, 'answered', answers);
  await endStatutoryHold(tx, paymentId);
}

export const lockExpiredHolds = (tx: Tx, most: number): Promise<StatutoryHoldRow[]> =>
  tx
    .selectFrom('review.statutory_hold')
    .selectAll()
    .where('endedAt', 'is', null)
    .where('deadlineAt', '<=', sql<Date>`now()`)
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();

const holdAlerts = {
  grounds: {
    mark: 'groundsAlertedAt',
    isDue: sql<boolean>`grounds is null and grounds_due_at <= now() + interval '12 hours'`,
  },
  last_day: { mark: 'lastDayAlertedAt', isDue: sql<boolean>`deadline_at <= now() + interval '1 day'` },
} as const;
export type HoldAlert = keyof typeof holdAlerts;

export function claimHoldAlerts(tx: Tx, about: HoldAlert, most: number): Promise<StatutoryHoldRow[]> {
  const { mark, isDue } = holdAlerts[about];
  return tx
    .updateTable('review.statutory_hold')
    .set({ [mark]: sql`now()` })
    .where('paymentId', 'in', (query) =>
      query
        .selectFrom('review.statutory_hold')
        .select('paymentId')
        .where('endedAt', 'is', null)
        .where(mark, 'is', null)
        .where(isDue)
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}
