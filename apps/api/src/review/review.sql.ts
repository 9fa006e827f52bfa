import type { Question, RequestState } from '@larkmere/contract/review';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { ReviewClock, ReviewRelease, ReviewRequest } from '../kernel/schema.gen.ts';

export type Answer = Readonly<{ number: number; text: string }>;
export type RequestRow = Readonly<
  Omit<Selectable<ReviewRequest>, 'questions' | 'answers'> & {
    questions: readonly Question[];
    answers: readonly Answer[] | null;
  }
>;
export type ClockRow = Readonly<Selectable<ReviewClock>>;
export type ReleaseRow = Readonly<Selectable<ReviewRelease>>;

type NewRequest = Readonly<{
  id: string;
  paymentId: string;
  customerId: string;
  questions: readonly Question[];
  askedBy: string;
  dueAt: Date;
}>;

export const insertRequest = ({ tx }: { tx: Tx }, request: NewRequest): Promise<RequestRow> =>
  tx
    .insertInto('review.request')
    .values({
      id: request.id,
      payment_id: request.paymentId,
      customer_id: request.customerId,
      questions: JSON.stringify(request.questions),
      asked_by: request.askedBy,
      due_at: request.dueAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow() as unknown as Promise<RequestRow>;

export const requestsOf = (tx: Tx, paymentIds: readonly string[]): Promise<RequestRow[]> =>
  tx
    .selectFrom('review.request')
    .selectAll()
    .where('payment_id', '=', sql<string>`any(${paymentIds}::uuid[])`)
    .orderBy('asked_at', 'desc')
    .execute() as unknown as Promise<RequestRow[]>;

export const lockRequest = (tx: Tx, id: string): Promise<RequestRow | undefined> =>
  tx.selectFrom('review.request').selectAll().where('id', '=', id).forUpdate().executeTakeFirst() as unknown as Promise<
    RequestRow | undefined
  >;

export const keepAnswers = (tx: Tx, id: string, answers: readonly Answer[]): Promise<RequestRow> =>
  tx
    .updateTable('review.request')
    .set({ state: 'answered', answers: JSON.stringify(answers), answered_at: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow() as unknown as Promise<RequestRow>;

export async function settleRequests(tx: Tx, paymentId: string, from: RequestState, to: RequestState): Promise<void> {
  await tx
    .updateTable('review.request')
    .set({ state: to })
    .where('payment_id', '=', paymentId)
    .where('state', '=', from)
    .execute();
}

export async function shortenRequests(tx: Tx, paymentId: string, until: Date): Promise<void> {
  await tx
    .updateTable('review.request')
    .set({ due_at: sql`least(due_at, ${until})` })
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'action_required')
    .execute();
}

export const openRelease = (tx: Tx, paymentId: string): Promise<ReleaseRow | undefined> =>
  tx
    .selectFrom('review.release')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('released_at', 'is', null)
    .executeTakeFirst();

export async function insertRelease(tx: Tx, release: Insertable<ReviewRelease>): Promise<void> {
  await tx.insertInto('review.release').values(release).execute();
}

export async function completeRelease(tx: Tx, id: string, staffId: string): Promise<void> {
  await tx
    .updateTable('review.release')
    .set({ second_by: staffId, second_at: sql`now()`, released_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function dropRelease(tx: Tx, paymentId: string): Promise<void> {
  await tx.deleteFrom('review.release').where('payment_id', '=', paymentId).where('released_at', 'is', null).execute();
}

export async function twoPeopleAbove(tx: Tx, currency: string): Promise<bigint | undefined> {
  const row = await tx
    .selectFrom('review.two_people')
    .select('above_minor')
    .where('currency', '=', currency)
    .where('effective_from', '<=', sql<Date>`now()`)
    .orderBy('effective_from', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.above_minor;
}

export const clocksOf = (tx: Tx, paymentIds: readonly string[]): Promise<ClockRow[]> =>
  tx.selectFrom('review.clock').selectAll().where('payment_id', '=', sql<string>`any(${paymentIds}::uuid[])`).execute();

type NewClock = Readonly<{
  paymentId: string;
  receivedAt: Date;
  groundsDueAt: Date;
  deadlineAt: Date;
  isTold: boolean;
}>;

/** Restarts an ended hold for a new suspicion. False when it is running already. */
export async function startClock(
  tx: Tx,
  { paymentId, receivedAt, groundsDueAt, deadlineAt, isTold }: NewClock,
): Promise<boolean> {
  const row = await tx
    .insertInto('review.clock')
    .values({
      payment_id: paymentId,
      received_at: receivedAt,
      grounds_due_at: groundsDueAt,
      deadline_at: deadlineAt,
      customer_told_at: isTold ? sql`now()` : null,
    })
    .onConflict((conflict) =>
      conflict
        .column('payment_id')
        .doUpdateSet({
          ended_at: null,
          alerted_at: null,
          grounds_alerted_at: null,
          grounds: null,
          grounds_by: null,
          grounds_recorded_at: null,
          customer_told_at: sql`excluded.customer_told_at`,
        })
        .where(sql<boolean>`clock.ended_at is not null`),
    )
    .returning('payment_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function markTold(tx: Tx, paymentId: string): Promise<boolean> {
  const row = await tx
    .updateTable('review.clock')
    .set({ customer_told_at: sql`now()` })
    .where('payment_id', '=', paymentId)
    .where('customer_told_at', 'is', null)
    .returning('payment_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function recordGrounds(tx: Tx, paymentId: string, grounds: string, by: string): Promise<void> {
  await tx
    .updateTable('review.clock')
    .set({ grounds, grounds_by: by, grounds_recorded_at: sql`now()` })
    .where('payment_id', '=', paymentId)
    .execute();
}

export async function stopClock(tx: Tx, paymentId: string): Promise<void> {
  await tx
    .updateTable('review.clock')
    .set({ ended_at: sql`now()` })
    .where('payment_id', '=', paymentId)
    .where('ended_at', 'is', null)
    .execute();
}

export const runOutClocks = (tx: Tx, most: number): Promise<ClockRow[]> =>
  tx
    .selectFrom('review.clock')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('deadline_at', '<=', sql<Date>`now()`)
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();

const alerts = {
  grounds: {
    mark: 'grounds_alerted_at',
    isDue: sql<boolean>`grounds is null and grounds_due_at <= now() + interval '12 hours'`,
  },
  last_day: { mark: 'alerted_at', isDue: sql<boolean>`deadline_at <= now() + interval '1 day'` },
} as const;
export type ClockAlert = keyof typeof alerts;

export function takeAlerts(tx: Tx, about: ClockAlert, most: number): Promise<ClockRow[]> {
  const { mark, isDue } = alerts[about];
  return tx
    .updateTable('review.clock')
    .set({ [mark]: sql`now()` })
    .where('payment_id', 'in', (query) =>
      query
        .selectFrom('review.clock')
        .select('payment_id')
        .where('ended_at', 'is', null)
        .where(mark, 'is', null)
        .where(isDue)
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}
