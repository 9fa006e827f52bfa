import type { PaymentState } from '@larkmere/contract/payments/payment';
import { balancesOf } from '@larkmere/ledger/balance';
import type { AccountId } from '@larkmere/ledger/types';
import { sql } from 'kysely';
import type { Payee } from '../../payees/payee/payee.ts';
import { batchLoader } from '../../platform/batching/batch-loader.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Day } from './schedule.ts';
import { findOrders, type OccurrenceRow, type OrderRow } from './standing-order.sql.ts';

export type PayeeAndAccount = Readonly<{
  payeeType: Payee['type'];
  payeeVersion: number;
  payeeStatus: string;
  payeeDeleted: boolean;
  payeeSame: boolean;
  accountStatus: string;
  accountVendor: string;
}>;

export type DueOccurrence = Readonly<{ order: OrderRow; occurrence: OccurrenceRow; payeeAndAccount: PayeeAndAccount }>;

type LockRequest = Readonly<{ id: string; now: Date }>;

/**
 * Locks the date and its order. Undefined if the date is no longer due, the account is frozen or another worker holds the
 * lock.
 */
export const lockDueOccurrence = batchLoader(
  'reads',
  async (tx, requests: readonly LockRequest[]): Promise<(DueOccurrence | undefined)[]> => {
    const { rows: locked } = await sql<{ id: string; orderId: string }>`
    select o.id, o.order_id from standing_order.occurrence o
      join standing_order.standing_order s on s.id = o.order_id
      join unnest(${requests.map(({ id }) => id)}::uuid[], ${requests.map(({ now }) => now)}::timestamptz[]) as w (id, now) on w.id = o.id
    where o.state in ('due', 'retrying', 'held_fx') and o.settled_at is null and o.next_attempt_at <= w.now
      and not customer.is_frozen(o.customer_id)
    order by o.id for no key update of o, s skip locked`.execute(tx);
    const occurrences = await selectById<OccurrenceRow>(
      tx,
      'standing_order.occurrence',
      locked.map(({ id }) => id),
    );
    const orders = await selectById<OrderRow>(
      tx,
      'standing_order.standing_order',
      locked.map(({ orderId }) => orderId),
    );
    const arounds = await loadPayeesAndAccounts(tx, [...orders.keys()]);
    return requests.map(({ id }) => {
      const occurrence = occurrences.get(id);
      const order = occurrence && orders.get(occurrence.orderId);
      const around = order && arounds.get(order.id);
      return occurrence && order && around ? { order, occurrence, payeeAndAccount: around } : undefined;
    });
  },
);

async function selectById<Row extends Readonly<{ id: string }>>(
  tx: Tx,
  table: 'standing_order.occurrence' | 'standing_order.standing_order',
  ids: readonly string[],
): Promise<Map<string, Row>> {
  const { rows } = await sql<Row>`select * from ${sql.table(table)} where id = any(${ids}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

const paymentDetails = (details: string) =>
  sql`jsonb_build_array(${sql.raw(['name', 'entityType', 'type', 'currency', 'details', 'account'].map((key) => `${details} -> '${key}'`).join(', '))})`;

export async function loadPayeesAndAccounts(
  tx: Tx,
  orderIds: readonly string[],
): Promise<Map<string, PayeeAndAccount>> {
  const { rows } = await sql<PayeeAndAccount & { orderId: string }>`
    select s.id as order_id, p.type as payee_type, p.version as payee_version, p.status as payee_status, p.deleted_at is not null as payee_deleted,
      ${paymentDetails('approved.details')} = ${paymentDetails('present.details')} as payee_same, a.status as account_status, a.vendor_type as account_vendor
    from standing_order.standing_order s
      join payee.payee p on p.id = s.payee_id
      join payee.version approved on approved.payee_id = s.payee_id and approved.version = s.payee_version
      join payee.version present on present.payee_id = p.id and present.version = p.version
      join bank_account.account a on a.bankholder_id = s.source_bankholder_id
    where s.id = any(${orderIds}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.orderId, row]));
}

export type UpcomingOccurrence = Readonly<{ order: OrderRow; occurrence: OccurrenceRow; account: AccountId }>;

export async function listUpcomingOccurrences(
  tx: Tx,
  customerIds: readonly string[],
  until: Day,
): Promise<UpcomingOccurrence[]> {
  const { rows } = await sql<OccurrenceRow & { account: AccountId }>`
    select o.*, a.ledger_account_id as account
    from standing_order.standing_order s
      join standing_order.occurrence o on o.order_id = s.id and o.settled_at is null
      join bank_account.account a on a.bankholder_id = s.source_bankholder_id
    where s.customer_id = any(${customerIds}::uuid[]) and s.state = 'active' and o.pay_day <= ${until}
    order by o.pay_day, o.next_attempt_at, o.id`.execute(tx);
  const orders = new Map(
    (
      await findOrders(
        tx,
        rows.map(({ orderId }) => orderId),
      )
    ).map((order) => [order.id, order]),
  );
  return rows.flatMap(({ account, ...occurrence }) => {
    const order = orders.get(occurrence.orderId);
    return order ? [{ order, occurrence, account }] : [];
  });
}

export async function loadAvailable(tx: Tx, accounts: readonly AccountId[]): Promise<Map<AccountId, bigint>> {
  const balances = await balancesOf(tx, [...new Set(accounts)]);
  return new Map([...balances].map(([id, { available }]) => [id, available.minor]));
}

export type OccurrencePayment = Readonly<{ id: string; state: PaymentState; reason: string | null }>;

export async function findOccurrencePayments(
  tx: Tx,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, OccurrencePayment>> {
  const { rows } = await sql<OccurrencePayment>`
    select id, state, reason from payment.payment where id = any(${paymentIds}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

export const failedPaymentStates: readonly PaymentState[] = ['draft', 'expired', 'rejected', 'failed', 'cancelled'];

export type PaidTotal = Readonly<{ orderId: string; count: number; totalMinor: bigint }>;

export async function sumPaidByOrder(tx: Tx, orderIds: readonly string[]): Promise<PaidTotal[]> {
  const unpaid = ['awaiting_approval', ...failedPaymentStates];
  const { rows } = await sql<PaidTotal>`
    select o.order_id, count(*)::int as count, sum(o.amount_minor)::bigint as total_minor
    from standing_order.occurrence o join payment.payment p on p.id = o.payment_id
    where o.order_id = any(${orderIds}::uuid[]) and o.state = 'paid' and p.state <> all(${unpaid}) group by 1`.execute(
    tx,
  );
  return rows;
}
