import type { MovementKind, StatementLayout } from '@larkmere/contract/accounts/statement';
import { type Currency, isPositive } from '@larkmere/money/money';
import { parseAmountText } from '@larkmere/money/parse-amount';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { endOfLondonDay, startOfLondonDay } from '../../platform/time/london-day.ts';
import type { StatementRow } from './statement-line.ts';

type Range = Readonly<{ ledgerAccountId: bigint; from: string | undefined; to: string | undefined }>;
export type StatementQuery = Range &
  Readonly<{
    currency: Currency;
    direction: 'in' | 'out' | undefined;
    search: string | undefined;
    kind?: MovementKind | undefined;
    layout: StatementLayout;
    /** Microseconds since 1970, as text: a Date would lose the last three digits. */
    bookedBefore: string | undefined;
    limit: number;
    /** Lines of earlier pages. */
    offset?: number;
  }>;
export type BookedLine = StatementRow & Readonly<{ cursor: string }>;
export type StatementPage = Readonly<{ opening: bigint; in: bigint; out: bigint; lines: readonly BookedLine[] }>;

const legsOf = (layout: StatementLayout): RawBuilder<unknown> => sql`ledger.transfer t
  left join ledger.account_name other
    on other.account_id = case when t.debit_account_id = e.account_id then t.credit_account_id else t.debit_account_id end
  where t.op_id = e.op_id and ${layout === 'compact' ? sql`e.account_id in (t.debit_account_id, t.credit_account_id)` : sql`t.leg = e.leg`}`;

const isFeeLeg = sql`coalesce(other.class = 'income', false)`;
const signedAmount = sql`case when t.credit_account_id = e.account_id then t.amount else -t.amount end`;

/**
 * True for the entries that are lines. An operation is a line at its last entry on the account, which has the balance
 * after it. Written as a comparison with a scalar, so that a page is read in index order and no further than it goes.
 */
export const isLine = (layout: StatementLayout): RawBuilder<unknown> =>
  layout === 'compact' ? sql`e.leg >= (select max(t.leg) from ${legsOf(layout)})` : sql`true`;

export const lineJoins = (layout: StatementLayout): RawBuilder<unknown> => sql`
  cross join lateral (
    select min(t.leg) as first, sum(${signedAmount})::bigint as change, bool_and(${isFeeLeg}) as is_fee,
      coalesce(-sum(${signedAmount}) filter (where ${isFeeLeg}), 0)::bigint as fee
    from ${legsOf(layout)}) legs
  left join accounting.narrative n on n.operation_id = e.op_id
  left join fx.conversion c on c.id = e.op_id`;

export const columnsOf = (layout: StatementLayout): RawBuilder<unknown> => sql`
  e.op_id || ':' || legs.first as uid,
  coalesce(n.reference, upper(right(replace(e.op_id::text, '-', ''), 12))) as reference,
  e.booked_at,
  to_char(e.value_date, 'YYYY-MM-DD') as value_date,
  legs.change as amount,
  e.balance as balance_after,
  legs.is_fee,
  ${layout === 'compact' ? sql`legs.fee` : sql`0::bigint`} as fee,
  n.kind,
  n.counterparty,
  n.counterparty_account,
  coalesce(n.description, e.code) as description,
  n.payee_reference,
  n.payment_id,
  c.sell, c.buy, c.sell_minor, c.fee_minor as exchange_fee_minor, c.buy_minor, c.rate`;

export const cursorOf = sql`(extract(epoch from e.booked_at) * 1000000)::bigint::text`;

export async function selectStatementPage(tx: Tx, question: StatementQuery): Promise<StatementPage> {
  const { ledgerAccountId, layout, limit, offset = 0 } = question;
  const { rows } = await sql<Totals & BookedLine & { uid: string | null }>`
    select a.currency, totals.into, totals.out, coalesce((
        select e.balance from ledger.entry e where e.account_id = a.id and e.booked_at < ${startOf(question.from)}
        order by e.booked_at desc limit 1), 0) as opening, line.*
    from ledger.account a
    cross join lateral (
      select coalesce(sum(change) filter (where change > 0), 0)::bigint as into,
        coalesce(-sum(change) filter (where change < 0), 0)::bigint as out
      from (
        select ${layout === 'compact' ? sql`sum(e.amount)` : sql`e.amount`} as change
        from ledger.entry e where e.account_id = a.id and ${isBookedWithin(question)}
        ${layout === 'compact' ? sql`group by e.op_id` : sql``}) changes) totals
    left join lateral (
      select ${columnsOf(layout)}, ${cursorOf} as cursor
      from (
        select e.* from ledger.entry e left join accounting.narrative n on n.operation_id = e.op_id
        where e.account_id = a.id and e.amount <> 0 and ${isBookedWithin(question)} and ${lineConditions(question)}
        order by e.booked_at desc limit ${limit} offset ${offset}) e
      ${lineJoins(layout)}) line on true
    where a.id = ${ledgerAccountId}
    order by line.booked_at desc`.execute(tx);
  const [first] = rows;
  if (!first) throw new RangeError(`no ledger account ${ledgerAccountId}`);
  return { opening: first.opening, in: first.into, out: first.out, lines: rows.filter(({ uid }) => uid !== null) };
}

type Totals = { opening: bigint; into: bigint; out: bigint };

const startOf = (day: string | undefined): RawBuilder<unknown> =>
  day ? startOfLondonDay(day) : sql`timestamptz '-infinity'`;

const endOf = (day: string | undefined): RawBuilder<unknown> =>
  day ? endOfLondonDay(day) : sql`timestamptz 'infinity'`;

const isBookedWithin = ({ from, to }: Range): RawBuilder<unknown> =>
  sql`e.booked_at >= ${startOf(from)} and e.booked_at < ${endOf(to)}`;

function lineConditions(question: StatementQuery): RawBuilder<unknown> {
  const { direction, bookedBefore, search, kind, currency, layout } = question;
  const earlier = bookedBefore
    ? sql`e.booked_at < timestamptz 'epoch' + ${bookedBefore}::bigint * interval '1 microsecond'`
    : sql`true`;
  const before = kind ? sql`${earlier} and coalesce(n.kind, 'adjustment') = ${kind}` : earlier;
  const going = direction ? isGoing(direction, layout) : sql`true`;
  if (!search) return sql`${before} and ${isLine(layout)} and ${going}`;
  const matches = matchesSearch(layout, search, parseSearchAmounts(search, currency));
  return sql`${before} and case when ${matches} then ${isLine(layout)} and ${going} else false end`;
}

export const isGoing = (direction: 'in' | 'out', layout: StatementLayout): RawBuilder<unknown> =>
  sql`(select sum(${signedAmount}) from ${legsOf(layout)}) ${direction === 'in' ? sql`>` : sql`<`} 0`;

export function parseSearchAmounts(search: string, currency: Currency): bigint[] {
  const read = parseAmountText(search, currency);
  if (read.kind === 'invalid') return [];
  const other = read.kind === 'ambiguous' && read.other;
  return [read.amount, ...(other ? [other] : [])].filter(isPositive).map(({ minor }) => minor);
}

/** An operation is found by its whole amount and by each part of it: what was paid, and each fee. */
export function matchesSearch(
  layout: StatementLayout,
  search: string,
  amounts: readonly (bigint | RawBuilder<unknown>)[],
): RawBuilder<unknown> {
  const conditions = [matchesNarrative(search)];
  if (amounts.length > 0) {
    const list = sql.join(amounts);
    conditions.push(sql`abs(e.amount) in (${list})`);
    // The last of several entries is never leg 1.
    if (layout === 'compact')
      conditions.push(
        sql`e.leg > 1 and (select abs(sum(${signedAmount})) in (${list}) or bool_or(t.amount in (${list})) from ${legsOf(layout)})`,
      );
  }
  if (isFeeSearch(search)) conditions.push(sql`(select bool_or(${isFeeLeg}) from ${legsOf(layout)})`);
  return sql`(${sql.join(conditions, sql` or `)})`;
}

const matchesNarrative = (search: string): RawBuilder<unknown> =>
  sql`coalesce(position(lower(${search}) in lower(concat_ws(' ', n.counterparty, n.counterparty_account, n.reference,
    n.description, n.payee_reference))) > 0, false)`;

/** A fee has the narrative of its payment, so the word `fee` matches by the income account instead. */
const isFeeSearch = (search: string): boolean => 'fee'.includes(search.toLowerCase());
