import { sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { KnownAnswer } from './names-of-many.ts';
import type { NameAnswer, NameQuestion } from './rails/name-checks.ts';

/** Requests of one person run one after the other, so that parallel ones cannot pass the limit. */
export async function lockQuestions(tx: Tx, personId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('payee.name_question:' || ${personId}, 0))`.execute(tx);
}

export async function selectQuestionTime(tx: Tx, personId: string, nth: number): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('payee.name_question')
    .select('asked_at')
    .where('person_id', '=', personId)
    .orderBy('asked_at', 'desc')
    .offset(nth - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.asked_at;
}

export async function insertQuestion(tx: Tx, id: string, personId: string, at: Date): Promise<void> {
  await tx.insertInto('payee.name_question').values({ id, person_id: personId, asked_at: at }).execute();
}

export type NameCheck = Readonly<{
  id: string;
  customerId: string;
  personId: string;
  askedAt: Date;
  expiresAt: Date;
  question: NameQuestion;
  answer: NameAnswer;
}>;

export async function insertNameChecks(tx: Tx, checks: readonly NameCheck[]): Promise<void> {
  const rows = checks.map(({ question, answer, ...asked }) => ({
    id: asked.id,
    customer_id: asked.customerId,
    person_id: asked.personId,
    scheme: answer.scheme,
    result: answer.result,
    code: answer.code,
    actual_name: answer.actualName ?? null,
    partner_check: answer.checkId ?? null,
    payee_type: question.type,
    name: question.name,
    entity_type: question.entityType,
    account: question.account,
    asked_at: asked.askedAt,
    expires_at: asked.expiresAt,
  }));
  await tx.insertInto('payee.name_check').values(rows).execute();
}

const checksOf = (tx: Tx, { type, name, entityType, account }: NameQuestion) =>
  tx
    .selectFrom('payee.name_check as c')
    .where('c.payee_type', '=', type)
    .where('c.name', '=', name)
    .where('c.entity_type', '=', entityType)
    .where('c.account', '=', account);

export const selectNameCheck = (tx: Tx, id: string, personId: string, question: NameQuestion, now: Date) =>
  checksOf(tx, question)
    .select(['c.id', 'c.result', 'c.actual_name as actualName', 'c.asked_at as askedAt'])
    .where('c.id', '=', id)
    .where('c.person_id', '=', personId)
    .where('c.expires_at', '>', now)
    .executeTakeFirst();

type Answered = Readonly<{ result: string; actualName: string | null }>;

export async function selectAcceptance(
  tx: Tx,
  customerId: string,
  question: NameQuestion,
  { result, actualName }: Answered,
): Promise<Date | undefined> {
  const row = await checksOf(tx, question)
    .innerJoin('payee.name_acceptance as a', 'a.name_check_id', 'c.id')
    .select('a.accepted_at')
    .where('c.customer_id', '=', customerId)
    .where('a.customer_id', '=', customerId)
    .where('c.result', '=', result)
    .where(sql<boolean>`c.actual_name is not distinct from ${actualName}`)
    .orderBy('a.accepted_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.accepted_at;
}

type Accepted = Readonly<{
  nameCheckId: string;
  customerId: string;
  personId: string;
  at: Date;
  reason: string | null;
}>;

export async function insertAcceptance(
  tx: Tx,
  { nameCheckId, customerId, personId, at, reason }: Accepted,
): Promise<void> {
  await tx
    .insertInto('payee.name_acceptance')
    .values({ name_check_id: nameCheckId, customer_id: customerId, person_id: personId, accepted_at: at, reason })
    .onConflict((conflict) => conflict.column('name_check_id').doNothing())
    .execute();
}

type Known = Readonly<{ id: string; result: KnownAnswer['result']; isAccepted: boolean }>;

type Memory = Readonly<{ now: Date; hours: number; remembered: readonly string[]; days: number }>;

export async function selectAnswers(
  tx: Tx,
  customerId: string,
  questions: readonly NameQuestion[],
  { now, hours, remembered, days }: Memory,
): Promise<(Known | undefined)[]> {
  const asked = questions.map(({ type, name, entityType, account }, place) => ({
    place,
    type,
    name,
    entityType,
    account,
  }));
  const { rows } = await sql<Known & { place: number }>`
    select distinct on (q.place) q.place, c.id, c.result,
      c.result = any(${remembered}::text[]) and exists (
        select from payee.name_check b join payee.name_acceptance a on a.name_check_id = b.id
        where b.customer_id = c.customer_id and b.account = c.account and b.payee_type = c.payee_type and b.name = c.name
          and b.entity_type = c.entity_type and b.result = c.result
          and coalesce(b.actual_name, '') = coalesce(c.actual_name, '')
          and a.accepted_at > ${now}::timestamptz - ${days} * interval '1 day') as "isAccepted"
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as q (place int, type text, name text, "entityType" text, account text)
    join payee.name_check c on c.customer_id = ${customerId} and c.account = q.account and c.payee_type = q.type
      and c.name = q.name and c.entity_type = q."entityType" and c.asked_at > ${now}::timestamptz - ${hours} * interval '1 hour'
    order by q.place, c.asked_at desc`.execute(tx);
  const found = new Map(rows.map(({ place, ...answer }) => [place, answer]));
  return questions.map((_, place) => found.get(place));
}

export async function countAnswers(tx: Tx, customerId: string, hours: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from payee.name_check
    where customer_id = ${customerId} and scheme <> 'none' and asked_at > now() - ${hours} * interval '1 hour'`.execute(
    tx,
  );
  return rows[0]?.n ?? 0;
}

export const selectCheck = (tx: Tx, id: string) =>
  tx
    .selectFrom('payee.name_check')
    .select(['customer_id as customerId', 'result', 'asked_at as askedAt'])
    .where('id', '=', id)
    .executeTakeFirst();

export async function selectNoMatches(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom('payee.name_check')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('result', '=', 'no_match')
    .execute();
  return new Set(rows.map(({ id }) => id));
}
