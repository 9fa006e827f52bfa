import { sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { NameAnswer, NameQuestion } from './rails/confirmation-of-payee.ts';

/** One question at a time per person, so that many at once are counted one after the other. */
export async function lockQuestions(tx: Tx, personId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('payee.name_question:' || ${personId}, 0))`.execute(tx);
}

/** When the person asked the `nth` last question. */
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

type Asked = Readonly<{ id: string; customerId: string; personId: string; askedAt: Date; expiresAt: Date }>;

export async function insertNameCheck(tx: Tx, asked: Asked, question: NameQuestion, answer: NameAnswer): Promise<void> {
  await tx
    .insertInto('payee.name_check')
    .values({
      id: asked.id,
      customer_id: asked.customerId,
      person_id: asked.personId,
      scheme: answer.scheme,
      result: answer.result,
      code: answer.code,
      actual_name: answer.actualName ?? null,
      partner_check: answer.checkId ?? null,
      name: question.name,
      entity_type: question.entityType,
      sort_code: question.sortCode,
      account_number: question.accountNumber,
      asked_at: asked.askedAt,
      expires_at: asked.expiresAt,
    })
    .execute();
}

/** The person's check of exactly these details, if it still counts. */
export const selectNameCheck = (tx: Tx, id: string, personId: string, question: NameQuestion, now: Date) =>
  tx
    .selectFrom('payee.name_check')
    .select(['id', 'result'])
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .where('name', '=', question.name)
    .where('entity_type', '=', question.entityType)
    .where('sort_code', '=', question.sortCode)
    .where('account_number', '=', question.accountNumber)
    .where('expires_at', '>', now)
    .executeTakeFirst();
