import type { CardIssuerReport } from '@larkmere/contract/cards/card-issuer';
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import { batchLoader, inOrderOf, writtenInOrderOf } from '../../platform/batching/batch-loader.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { CardPaymentDecision, CardPaymentPayment } from '../../platform/db/schema.gen.ts';

export type CardPayment = Readonly<Selectable<CardPaymentPayment>>;
export type CardPaymentUpdate = Updateable<CardPaymentPayment>;
export type Decision = Readonly<Selectable<CardPaymentDecision>>;

const payments = (tx: Tx) => tx.selectFrom('card_payment.payment').selectAll();

export const selectPayment = (tx: Tx, id: string): Promise<CardPayment | undefined> =>
  payments(tx).where('id', '=', id).executeTakeFirst();

/** Lock the card before, always in this order. */
export const lockPayment = batchLoader(
  'reads',
  async (tx, ids: readonly string[]): Promise<(CardPayment | undefined)[]> =>
    inOrderOf(ids, await payments(tx).where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()),
);

export const insertPayment = batchLoader(
  'writes',
  async (tx, rows: readonly (Insertable<CardPaymentPayment> & Readonly<{ id: string }>)[]): Promise<CardPayment[]> => {
    const inserted = await tx.insertInto('card_payment.payment').values(rows).returningAll().execute();
    const ids = rows.map(({ id }) => id);
    return writtenInOrderOf(ids, inserted);
  },
);

export const updatePayment = (tx: Tx, id: string, change: CardPaymentUpdate): Promise<CardPayment> =>
  tx.updateTable('card_payment.payment').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export const selectDecision = batchLoader(
  'reads',
  async (tx, requestIds: readonly string[]): Promise<(Decision | undefined)[]> => {
    const rows = await tx
      .selectFrom('card_payment.decision')
      .selectAll()
      .where('requestId', 'in', requestIds)
      .execute();
    const found = new Map(rows.map((row) => [row.requestId, row]));
    return requestIds.map((id) => found.get(id));
  },
);

export const insertDecision = batchLoader(
  'writes',
  async (tx, decisions: readonly Insertable<CardPaymentDecision>[]): Promise<undefined[]> => {
    await tx.insertInto('card_payment.decision').values(decisions).execute();
    return decisions.map(() => undefined);
  },
);

const clock = sql<Date>`clock_timestamp()`;

const startOf = (unit: 'day' | 'month', at: RawBuilder<Date>) =>
  sql`date_trunc(${sql.lit(unit)}, ${at} at time zone 'Europe/London') at time zone 'Europe/London'`;

/** What counts against the limits of the day and the month in which `at` lies, in London. */
export const usageOf = (cardId: string | RawBuilder<unknown>, at = clock) => sql`
  select coalesce(sum(counted_minor) filter (where counted_at >= ${startOf('day', at)}), 0)::bigint as today,
    coalesce(sum(counted_minor), 0)::bigint as month
  from card_payment.payment where card_id = ${cardId} and counted_at >= ${startOf('month', at)}`;

export async function selectUsage(
  tx: Tx,
  cardId: string,
  at = clock,
): Promise<Readonly<{ today: bigint; month: bigint }>> {
  const { rows } = await sql<{ today: bigint; month: bigint }>`${usageOf(cardId, at)}`.execute(tx);
  return rows[0] ?? { today: 0n, month: 0n };
}

/** What was approved after the moment of a report, which therefore does not contain it. */
export async function sumApprovedAfter(tx: Tx, paymentId: string, at: Date): Promise<bigint> {
  const { rows } = await sql<{ minor: bigint }>`
    select coalesce(sum(approved_minor), 0)::bigint as minor from card_payment.decision
    where payment_id = ${paymentId} and asked_at > ${at}`.execute(tx);
  return rows[0]?.minor ?? 0n;
}

type ReportEvent = Readonly<{
  eventId: string;
  subject: string;
  sequence: number | null;
  report: CardIssuerReport;
  isOutdated: boolean;
}>;

/** False for an event that was received before. */
/** Undefined for an event that we do not know. */
export async function findEventReport(tx: Tx, eventId: string): Promise<object | undefined> {
  const { rows } = await sql<{ report: object }>`
    select report from card_payment.event where event_id = ${eventId}`.execute(tx);
  return rows[0]?.report;
}

export async function insertEvent(tx: Tx, event: ReportEvent): Promise<boolean> {
  const { eventId, subject, sequence, report, isOutdated } = event;
  const { rows } = await sql`
    insert into card_payment.event (event_id, kind, subject, sequence, report, is_outdated)
    values (${eventId}, ${report.kind}, ${subject}, ${sequence}, ${JSON.stringify(report)}, ${isOutdated})
    on conflict (event_id) do nothing returning event_id`.execute(tx);
  return rows.length > 0;
}

/**
 * Payments of an account that it has not paid in full, or whose customer was not told yet that everything is paid. The
 * oldest first.
 */
export const lockShortfalls = (tx: Tx, accountId: string): Promise<CardPayment[]> =>
  payments(tx)
    .where('accountId', '=', accountId)
    .whereRef('recoveryNotifiedMinor', '<', 'shortfallMinor')
    .orderBy('createdAt')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

/** The cards with such payments, in the order in which they are locked. */
export async function selectShortCards(tx: Tx, accountId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('card_payment.payment')
    .select('cardId')
    .distinct()
    .where('accountId', '=', accountId)
    .whereRef('recoveryNotifiedMinor', '<', 'shortfallMinor')
    .orderBy('cardId')
    .execute();
  return rows.map(({ cardId }) => cardId);
}

type Page = Readonly<{ cardId: string; before: Readonly<{ at: Date; id: string }> | null; size: number }>;

/** Newest first. */
export const selectPage = (tx: Tx, { cardId, before, size }: Page): Promise<CardPayment[]> =>
  payments(tx)
    .where('cardId', '=', cardId)
    .$if(before !== null, (query) =>
      query.where(sql<boolean>`(counted_at, id) < (${before?.at ?? null}::timestamptz, ${before?.id ?? null}::uuid)`),
    )
    .orderBy('countedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .execute();

/** What is owed or disputed first, then the latest. */
export const selectPaymentsOfCustomer = (tx: Tx, customerId: string, most: number): Promise<CardPayment[]> =>
  payments(tx)
    .where('customerId', '=', customerId)
    .orderBy(sql`recovered_minor < shortfall_minor`, 'desc')
    .orderBy(
      sql`exists (select from card_payment.dispute d where d.payment_id = payment.id and d.state not in ('rejected', 'won', 'lost'))`,
      'desc',
    )
    .orderBy('countedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
