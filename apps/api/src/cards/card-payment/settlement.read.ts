import type { CardSettlementRow, CardSettlementView } from '@larkmere/contract/back-office/card-settlement';
import type { contract } from '@larkmere/contract/contract';
import type { Reply } from '@larkmere/contract/platform/endpoint';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import {
  lockSettlement,
  type Settlement,
  selectSettlement,
  selectSettlements,
  updateSettlement,
} from './settlement.sql.ts';
import type { SettlementDifference } from './settlement-difference.ts';

/** A row of a settlement file beside the books, in minor units. Without a payment, the books do not know it. */
type SettlementRow = Readonly<{
  paymentId: string;
  cleared: bigint;
  refunded: bigint;
  billingCurrency: Currency | null;
  clearedInBooks: bigint;
  refundedInBooks: bigint;
  reference: string | null;
  merchant: string | null;
  at: Date | null;
  customerId: string | null;
  memberCode: string | null;
}>;

type RowSelection = Readonly<{ differing: readonly string[]; most: number }>;

/** Rows that differ first. Of a settled file, the books have what was settled with it; of another, what is left. */
async function selectSettlementRows(
  tx: Tx,
  { id, state, file }: Settlement,
  { differing, most }: RowSelection,
): Promise<Readonly<{ rows: SettlementRow[]; count: number }>> {
  const isSettled = state === 'settled';
  const lines = isSettled
    ? sql`select payment_id, cleared_minor, refunded_minor from card_payment.settlement_line where settlement_id = ${id}`
    : sql`select (line->>'paymentId')::uuid as payment_id, (line->>'cleared')::bigint as cleared_minor,
        (line->>'refunded')::bigint as refunded_minor from jsonb_array_elements(${JSON.stringify(file)}::jsonb) line`;
  const { rows } = await sql<SettlementRow & { count: bigint }>`
    select l.payment_id, l.cleared_minor as cleared, l.refunded_minor as refunded,
      p.billing_currency, p.reference, p.merchant_name as merchant, p.counted_at as at,
      case when ${isSettled} then l.cleared_minor else coalesce(p.cleared_minor - p.settled_cleared_minor, 0) end as cleared_in_books,
      case when ${isSettled} then l.refunded_minor else coalesce(p.refunded_minor - p.settled_refunded_minor, 0) end as refunded_in_books,
      c.id as customer_id, c.member_code, count(*) over () as count
    from (${lines}) l left join card_payment.payment p on p.id = l.payment_id
    left join customer.customer c on c.id = p.customer_id
    order by l.payment_id = any(${differing}::uuid[]) desc, p.counted_at nulls first, l.payment_id limit ${most}`.execute(
    tx,
  );
  return { rows, count: Number(rows[0]?.count ?? 0) };
}

const maxSettlements = 100;
const maxRows = 500;

const moneyView = (currency: Currency, minor: bigint) => ({
  amount: formatAmount(money(currency, minor)),
  currency,
});

export const listSettlements = async (tx: Tx): Promise<CardSettlementView[]> =>
  (await selectSettlements(tx, maxSettlements)).map(toView);

/** Refuses `not_found`. */
export async function showSettlement(tx: Tx, id: string): Promise<Reply<typeof contract.cardSettlement.show>> {
  const settlement = await selectSettlement(tx, id);
  if (!settlement) throw new Refusal('not_found');
  const differing = new Set(settlement.differences.flatMap(({ paymentId }) => paymentId ?? []));
  const { rows, count } = await selectSettlementRows(tx, settlement, { differing: [...differing], most: maxRows });
  return {
    settlement: toView(settlement),
    rows: rows.map((row) => toRow(settlement, row, differing.has(row.paymentId))),
    rowCount: count,
  };
}

function toView(row: Settlement): CardSettlementView {
  const { currency } = row;
  return {
    id: row.id,
    day: row.day,
    currency,
    cleared: moneyView(currency, row.clearedMinor),
    refunded: moneyView(currency, row.refundedMinor),
    net: moneyView(currency, row.clearedMinor - row.refundedMinor),
    lines: row.lineCount,
    state: row.state,
    differences: row.differences.map((difference) => toDifference(currency, difference)),
    reportedAt: row.reportedAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
    nextComparisonAt: row.nextCheckAt?.toISOString() ?? null,
  };
}

function toDifference(
  currency: Currency,
  { inFile, inBooks, ...difference }: SettlementDifference,
): CardSettlementView['differences'][number] {
  const text = (stored: string): string =>
    difference.kind === 'count_differs' ? stored : moneyView(currency, BigInt(stored)).amount;
  return { ...difference, inFile: text(inFile), inBooks: text(inBooks) };
}

const toRow = ({ currency }: Settlement, row: SettlementRow, differs: boolean): CardSettlementRow => ({
  paymentId: row.paymentId,
  cleared: moneyView(currency, row.cleared),
  refunded: moneyView(currency, row.refunded),
  inBooks:
    row.billingCurrency === null
      ? null
      : {
          cleared: moneyView(row.billingCurrency, row.clearedInBooks),
          refunded: moneyView(row.billingCurrency, row.refundedInBooks),
        },
  payment:
    row.reference === null || row.at === null
      ? null
      : {
          reference: row.reference,
          merchant: row.merchant ?? '',
          at: row.at.toISOString(),
          customer: { uid: row.customerId ?? '', memberCode: row.memberCode ?? '' },
        },
  differs,
});

/** Refuses `not_found`, and `invalid_transition` for one that is settled. */
export async function scheduleComparison(ctx: Ctx, id: string): Promise<void> {
  const settlement = await lockSettlement(ctx.tx, id);
  if (!settlement) throw new Refusal('not_found');
  if (settlement.state === 'settled') throw new Refusal('invalid_transition');
  await updateSettlement(ctx.tx, id, { nextCheckAt: ctx.now, checkCount: 0 });
}
