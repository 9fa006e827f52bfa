import type { NameCheckResult } from '@larkmere/contract/payees/payee';
import { sql } from 'kysely';
import { columnJson } from '../../../platform/db/column-names.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { NameCheckRequest, NameCheckResponse } from '../rails/name-check-client.ts';

/** Requests of one person run one after the other, so that parallel ones cannot pass the limit. */
export async function lockNameCheckRequests(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('payee.name_check_request:' || ${userId}, 0))`.execute(tx);
}

export async function selectRequestTime(tx: Tx, userId: string, nth: number): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('payee.name_check_request')
    .select('requestedAt')
    .where('userId', '=', userId)
    .orderBy('requestedAt', 'desc')
    .offset(nth - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.requestedAt;
}

export async function insertNameCheckRequest(tx: Tx, id: string, userId: string, at: Date): Promise<void> {
  await tx.insertInto('payee.name_check_request').values({ id, userId, requestedAt: at }).execute();
}

export type NewNameCheck = Readonly<{
  id: string;
  customerId: string;
  userId: string;
  checkedAt: Date;
  expiresAt: Date;
  request: NameCheckRequest;
  response: NameCheckResponse;
}>;

export async function insertNameChecks(tx: Tx, checks: readonly NewNameCheck[]): Promise<void> {
  const rows = checks.map(({ request, response, ...check }) => ({
    id: check.id,
    customerId: check.customerId,
    userId: check.userId,
    scheme: response.scheme,
    result: response.result,
    code: response.code,
    actualName: response.actualName ?? null,
    partnerCheckId: response.checkId ?? null,
    payeeType: request.type,
    name: request.name,
    entityType: request.entityType,
    account: request.account,
    requestedAt: check.checkedAt,
    expiresAt: check.expiresAt,
  }));
  await tx.insertInto('payee.name_check').values(rows).execute();
}

const matchingChecks = (tx: Tx, { type, name, entityType, account }: NameCheckRequest) =>
  tx
    .selectFrom('payee.name_check as c')
    .where('c.payeeType', '=', type)
    .where('c.name', '=', name)
    .where('c.entityType', '=', entityType)
    .where('c.account', '=', account);

type Owner = Readonly<{ userId: string; customerId: string }>;

export const selectNameCheck = (
  tx: Tx,
  id: string,
  { userId, customerId }: Owner,
  question: NameCheckRequest,
  now: Date,
) =>
  matchingChecks(tx, question)
    .select(['c.id', 'c.result', 'c.actualName', 'c.requestedAt as askedAt'])
    .where('c.id', '=', id)
    .where('c.userId', '=', userId)
    .where('c.customerId', '=', customerId)
    .where('c.expiresAt', '>', now)
    .executeTakeFirst();

export type NameCheckOutcome = Readonly<{ result: NameCheckResult; actualName: string | null }>;

export async function selectOverrideTime(
  tx: Tx,
  customerId: string,
  question: NameCheckRequest,
  { result, actualName }: NameCheckOutcome,
): Promise<Date | undefined> {
  const row = await matchingChecks(tx, question)
    .innerJoin('payee.name_check_override as a', 'a.nameCheckId', 'c.id')
    .select('a.acceptedAt')
    .where('c.customerId', '=', customerId)
    .where('a.customerId', '=', customerId)
    .where('c.result', '=', result)
    .where(sql<boolean>`c.actual_name is not distinct from ${actualName}`)
    .orderBy('a.acceptedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.acceptedAt;
}

type NameCheckOverride = Readonly<{
  nameCheckId: string;
  customerId: string;
  userId: string;
  at: Date;
  reason: string | null;
}>;

export async function insertNameCheckOverride(
  tx: Tx,
  { nameCheckId, customerId, userId, at, reason }: NameCheckOverride,
): Promise<void> {
  await tx
    .insertInto('payee.name_check_override')
    .values({ nameCheckId, customerId, userId, acceptedAt: at, reason })
    .onConflict((conflict) => conflict.column('nameCheckId').doNothing())
    .execute();
}

type RecentNameCheck = Readonly<{ id: string; result: KnownNameCheck['result']; isAccepted: boolean }>;

type RecallWindow = Readonly<{ now: Date; hours: number; rememberedResults: readonly string[]; days: number }>;

export async function selectRecentNameChecks(
  tx: Tx,
  customerId: string,
  questions: readonly NameCheckRequest[],
  { now, hours, rememberedResults, days }: RecallWindow,
): Promise<(RecentNameCheck | undefined)[]> {
  const queries = questions.map(({ type, name, entityType, account }, place) => ({
    place,
    type,
    name,
    entityType,
    account,
  }));
  const { rows } = await sql<RecentNameCheck & { place: number }>`
    select distinct on (q.place) q.place, c.id, c.result,
      c.result = any(${rememberedResults}::text[]) and exists (
        select from payee.name_check b join payee.name_check_override a on a.name_check_id = b.id
        where b.customer_id = c.customer_id and b.account = c.account and b.payee_type = c.payee_type and b.name = c.name
          and b.entity_type = c.entity_type and b.result = c.result
          and coalesce(b.actual_name, '') = coalesce(c.actual_name, '')
          and a.accepted_at > ${now}::timestamptz - ${days} * interval '1 day') as is_accepted
    from jsonb_to_recordset(${columnJson(queries)}::jsonb) as q (place int, type text, name text, entity_type text, account text)
    join payee.name_check c on c.customer_id = ${customerId} and c.account = q.account and c.payee_type = q.type
      and c.name = q.name and c.entity_type = q.entity_type and c.requested_at > ${now}::timestamptz - ${hours} * interval '1 hour'
    order by q.place, c.requested_at desc`.execute(tx);
  const found = new Map(rows.map(({ place, ...answer }) => [place, answer]));
  return questions.map((_, place) => found.get(place));
}

export async function countNameChecks(tx: Tx, customerId: string, hours: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from payee.name_check
    where customer_id = ${customerId} and scheme <> 'none' and requested_at > now() - ${hours} * interval '1 hour'`.execute(
    tx,
  );
  return rows[0]?.n ?? 0;
}

export const selectNameCheckById = (tx: Tx, id: string) =>
  tx
    .selectFrom('payee.name_check')
    .select(['customerId', 'result', 'requestedAt as askedAt'])
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

export type KnownNameCheck = Readonly<{
  id: string;
  result: NameCheckResult;
  isAccepted: boolean;
}>;
