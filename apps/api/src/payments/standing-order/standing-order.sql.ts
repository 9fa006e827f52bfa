import type { RegulatoryInformationInput } from '@larkmere/contract/payments/regulatory-information';
import type { StandingOrderState, StandingOrderTerms } from '@larkmere/contract/payments/standing-order-terms';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { canUseAccount, isUsableBankholder } from '../../accounts/bank-account/bank-account.ts';
import type { MemberRef } from '../../customers/customer/customer.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { StandingOrderOccurrence, StandingOrderStandingOrder } from '../../platform/db/schema.gen.ts';
import type { MemberCtx } from '../../platform/requests/verb.ts';
import type { CurrencyPair } from './calendar.read.ts';
import type { Day, Schedule } from './schedule.ts';

export type OrderRow = Readonly<Selectable<StandingOrderStandingOrder>>;
export type OrderColumns = Insertable<StandingOrderStandingOrder>;
export type OrderUpdate = Updateable<StandingOrderStandingOrder>;
export type OccurrenceRow = Readonly<Selectable<StandingOrderOccurrence>>;

export const insertOrder = (tx: Tx, order: OrderColumns): Promise<OrderRow> =>
  tx.insertInto('standing_order.standing_order').values(order).returningAll().executeTakeFirstOrThrow();

type Version = Readonly<{ orderId: string; version: number; terms: object; userId: string; at: Date }>;

export async function insertVersion(tx: Tx, { orderId, version, terms, userId, at }: Version): Promise<void> {
  await tx
    .insertInto('standing_order.version')
    .values({ orderId, version, terms: JSON.stringify(terms), userId, changedAt: at })
    .execute();
}

/** Serialises changes of an order with each other and with a payment in progress. */
export const lockOrder = (tx: Tx, id: string): Promise<OrderRow | undefined> =>
  tx.selectFrom('standing_order.standing_order').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export const updateOrder = (tx: Tx, id: string, change: OrderUpdate & { changedAt: Date }): Promise<OrderRow> =>
  tx
    .updateTable('standing_order.standing_order')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** The advisory lock stops concurrent creations from exceeding the limit together. */
export async function countOpenOrders(tx: Tx, customerId: string, over: readonly string[]): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`standing_order:${customerId}`}, 0))`.execute(tx);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from standing_order.standing_order
    where customer_id = ${customerId} and state <> all(${over}::text[])`.execute(tx);
  return rows[0]?.n ?? 0;
}

export const selectOrders = (
  tx: Tx,
  reader: MemberCtx['actor'],
  over: readonly string[],
  most: number,
): Promise<OrderRow[]> =>
  tx
    .selectFrom('standing_order.standing_order')
    .selectAll()
    .where('customerId', '=', reader.customerId)
    .where(isUsableBankholder(sql`source_bankholder_id`, reader))
    .where(sql<boolean>`(top_up_bankholder_id is null or ${isUsableBankholder(sql`top_up_bankholder_id`, reader)})`)
    .orderBy(sql`state = any(${over}::text[])`)
    .orderBy('createdAt', 'desc')
    .limit(most)
    .execute();

export const findOrder = (tx: Tx, id: string): Promise<OrderRow | undefined> =>
  tx.selectFrom('standing_order.standing_order').selectAll().where('id', '=', id).executeTakeFirst();

export const findOrders = (tx: Tx, ids: readonly string[]): Promise<OrderRow[]> =>
  tx
    .selectFrom('standing_order.standing_order')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();

export async function insertOccurrence(tx: Tx, occurrence: Insertable<StandingOrderOccurrence>): Promise<void> {
  await tx.insertInto('standing_order.occurrence').values(occurrence).execute();
}

export async function updateOccurrence(tx: Tx, id: string, change: Updateable<StandingOrderOccurrence>): Promise<void> {
  await tx.updateTable('standing_order.occurrence').set(change).where('id', '=', id).execute();
}

export async function deleteUpcomingOccurrence(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('standing_order.occurrence').where('id', '=', id).where('state', '=', 'upcoming').execute();
}

export const findOccurrence = (tx: Tx, id: string): Promise<OccurrenceRow | undefined> =>
  tx.selectFrom('standing_order.occurrence').selectAll().where('id', '=', id).executeTakeFirst();

export const findOpenOccurrence = (tx: Tx, orderId: string): Promise<OccurrenceRow | undefined> =>
  tx
    .selectFrom('standing_order.occurrence')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('settledAt', 'is', null)
    .executeTakeFirst();

export const findOpenOccurrences = (tx: Tx, orderIds: readonly string[]): Promise<OccurrenceRow[]> =>
  tx
    .selectFrom('standing_order.occurrence')
    .selectAll()
    .where('orderId', '=', sql<string>`any(${orderIds}::uuid[])`)
    .where('settledAt', 'is', null)
    .execute();

export async function selectUsedDays(tx: Tx, orderId: string, from: Day): Promise<ReadonlySet<Day>> {
  const rows = await tx
    .selectFrom('standing_order.occurrence')
    .select('day')
    .where('orderId', '=', orderId)
    .where('day', '>=', from)
    .execute();
  return new Set(rows.map(({ day }) => day));
}

type HistoryPage = Readonly<{ orderId: string; before: Day | undefined; most: number }>;

export const selectHistory = (tx: Tx, { orderId, before, most }: HistoryPage): Promise<OccurrenceRow[]> =>
  tx
    .selectFrom('standing_order.occurrence')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('settledAt', 'is not', null)
    .$if(before !== undefined, (query) => query.where('day', '<', before ?? ''))
    .orderBy('day', 'desc')
    .limit(most)
    .execute();

export async function markDue(tx: Tx, now: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update standing_order.occurrence set state = 'due', warn_at = null
    where id in (select id from standing_order.occurrence where state = 'upcoming' and settled_at is null
      and next_attempt_at <= ${now} order by next_attempt_at limit ${most} for no key update skip locked)`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/** Dates of a frozen account wait. */
export async function selectDueByCustomer(tx: Tx, now: Date, most: number): Promise<string[][]> {
  const { rows } = await sql<{ ids: string[] }>`
    select array_agg(id order by next_attempt_at, id) as ids from (
      select id, customer_id, next_attempt_at from standing_order.occurrence
      where state in ('due', 'retrying', 'held_fx') and settled_at is null and next_attempt_at <= ${now}
        and not customer.is_frozen(customer_id)
      order by next_attempt_at, id limit ${most}) as first
    group by customer_id order by min(next_attempt_at), customer_id`.execute(tx);
  return rows.map(({ ids }) => ids);
}

export async function claimForWarning(tx: Tx, now: Date, most: number): Promise<OccurrenceRow[]> {
  const { rows } = await sql<OccurrenceRow>`
    update standing_order.occurrence set warn_at = null
    where id in (select o.id from standing_order.occurrence o join standing_order.standing_order s on s.id = o.order_id
      where o.warn_at <= ${now} and s.state = 'active' order by o.warn_at limit ${most} for no key update of o skip locked)
    returning *`.execute(tx);
  return rows;
}

/** Sorted by id so that concurrent lockers cannot deadlock. */
export async function selectOpenOrdersByPayee(tx: Tx, payeeId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from standing_order.standing_order
    where payee_id = ${payeeId} and state not in ('completed', 'cancelled') order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

type OrderOwner = Pick<OrderRow, 'userId' | 'customerId'>;

export const makerOf = (order: OrderOwner): MemberRef => ({ userId: order.userId, customerId: order.customerId });

/** A person's orders for different customers are never paid together. */
export const makerKey = (order: OrderOwner): string => `${order.userId}:${order.customerId}`;

/** Of this customer, and from accounts that this member may use. */
export const isOwnOrder = (
  member: MemberCtx['actor'],
  order: Pick<OrderRow, 'customerId' | 'sourceBankholderId' | 'topUpBankholderId'>,
): boolean =>
  order.customerId === member.customerId && accountsOf(order).every((account) => canUseAccount(member, account));

export const accountsOf = (order: Pick<OrderRow, 'sourceBankholderId' | 'topUpBankholderId'>): string[] =>
  [order.sourceBankholderId, order.topUpBankholderId].filter((account) => account !== null);

export const toState = ({ state }: Pick<OrderRow, 'state'>): StandingOrderState => state;

export const toCurrencyPair = ({ accountCurrency, payeeCurrency }: OrderRow): CurrencyPair => ({
  account: accountCurrency,
  payee: payeeCurrency,
});

export const toReferenceRule = ({ chargeType, payeeCurrency }: OrderRow) =>
  chargeType === null ? (payeeCurrency as 'GBP' | 'EUR' | 'THB') : 'abroad';

export const toRegulatoryInformation = ({
  note,
  purpose,
  sourceOfFunds,
  relationship,
  warningCode,
}: OrderRow): RegulatoryInformationInput => {
  const information = { note, purposeCode: purpose, sourceOfFunds, relationship, warning: warningCode };
  return Object.fromEntries(Object.entries(information).filter(([, text]) => text !== null));
};

export const isApproved = (
  order: Pick<OrderRow, 'isApproved'>,
  occurrence: Pick<OccurrenceRow, 'isApproved' | 'edited'>,
): boolean => occurrence.isApproved || (order.isApproved && !occurrence.edited);

export const toSchedule = (order: OrderRow): Schedule => ({
  frequency: order.frequency,
  firstDay: order.firstDay,
  end: toEnd(order),
  nonWorkingDay: order.nonWorkingDay,
});

export function toEnd({ endDate, endCount }: Pick<OrderRow, 'endDate' | 'endCount'>): StandingOrderTerms['end'] {
  if (endDate !== null) return { kind: 'date', date: endDate };
  return endCount === null ? { kind: 'never' } : { kind: 'count', count: endCount };
}
