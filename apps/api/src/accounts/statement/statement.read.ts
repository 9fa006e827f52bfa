import type { StatementLayout } from '@larkmere/contract/accounts/statement';
import { type Currency, isPositive } from '@larkmere/money/money';
import { parseAmountText } from '@larkmere/money/parse-amount';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { StatementRow } from './statement.ts';

type Range = Readonly<{ ledgerAccountId: bigint; from: string | undefined; to: string | undefined }>;
export type StatementQuery = Range &
  Readonly<{
    currency: Currency;
    direction: 'in' | 'out' | undefined;
    search: string | undefined;
    layout: StatementLayout;
    /** Microseconds since 1970, as text: a Date would lose the last three digits. */
    bookedBefore: string | undefined;
    limit: number;
  }>;
export type BookedLine = StatementRow & Readonly<{ cursor: string }>;
export type StatementPage = Readonly<{ opening: bigint; in: bigint; out: bigint; lines: readonly BookedLine[] }>;

export const entryJoins = sql`
  join ledger.transfer t on t.op_id = e.op_id and t.leg = e.leg
  left join ledger.account_name other
    on other.account_id = case when t.debit_account_id = e.account_id then t.credit_account_id else t.debit_account_id end
  left join accounting.narrative n on n.operation_id = e.op_id
  left join fx.conversion c on c.id = e.op_id and n.kind = 'exchange'`;

const includedFee = (layout: StatementLayout): RawBuilder<unknown> =>
  layout === 'compact' ? sql`case when c.from_account = e.account_id then c.fee_minor else 0 end` : sql`0`;
const isExchangeFee = sql`(c.id is not null and coalesce(other.class = 'income', false))`;

export const columnsOf = (layout: StatementLayout): RawBuilder<unknown> => sql`
  e.op_id || ':' || e.leg as uid,
  coalesce(n.reference, upper(right(replace(e.op_id::text, '-', ''), 12))) as reference,
  e.booked_at as "bookedAt",
  to_char(t.value_date, 'YYYY-MM-DD') as "valueDate",
  e.amount - ${includedFee(layout)} as amount,
  e.balance - ${includedFee(layout)} as "balanceAfter",
  coalesce(other.class = 'income', false) as "isFee",
  n.kind,
  n.counterparty,
  n.counterparty_account as "counterpartyAccount",
  coalesce(n.description, t.code) as description,
  n.payee_reference as "payeeReference",
  n.payment_id as "paymentId",
  c.sell, c.buy, c.sell_minor as "sellMinor", c.fee_minor as "feeMinor", c.buy_minor as "buyMinor", c.rate`;

export const cursorOf = sql`(extract(epoch from e.booked_at) * 1000000)::bigint::text`;

export async function selectStatementPage(tx: Tx, question: StatementQuery): Promise<StatementPage> {
  const { ledgerAccountId, limit } = question;
  const { rows } = await sql<Totals & BookedLine & { uid: string | null }>`
    select a.currency, totals.into, totals.out, coalesce((
        select e.balance from ledger.entry e where e.account_id = a.id and e.booked_at < ${startOf(question.from)}
        order by e.booked_at desc limit 1), 0) as opening, line.*
    from ledger.account a
    cross join lateral (
      select coalesce(sum(e.amount) filter (where e.amount > 0), 0)::bigint as into,
        coalesce(-sum(e.amount) filter (where e.amount < 0), 0)::bigint as out
      from ledger.entry e where e.account_id = a.id and ${isBookedWithin(question)}) totals
    left join lateral (
      select ${columnsOf(question.layout)}, ${cursorOf} as cursor
      from ledger.entry e ${entryJoins}
      where e.account_id = a.id and e.amount <> 0 and ${isBookedWithin(question)} and ${lineConditions(question)}
      order by e.booked_at desc limit ${limit}) line on true
    where a.id = ${ledgerAccountId}
    order by line."bookedAt" desc`.execute(tx);
  const [first] = rows;
  if (!first) throw new RangeError(`no ledger account ${ledgerAccountId}`);
  return { opening: first.opening, in: first.into, out: first.out, lines: rows.filter(({ uid }) => uid !== null) };
}

type Totals = { opening: bigint; into: bigint; out: bigint };

/** Days begin at midnight in London, also when the clocks change. */
const startOf = (day: string | undefined): RawBuilder<unknown> =>
  day ? sql`(${day}::date)::timestamp at time zone 'Europe/London'` : sql`timestamptz '-infinity'`;

const endOf = (day: string | undefined): RawBuilder<unknown> =>
  day ? sql`(${day}::date + 1)::timestamp at time zone 'Europe/London'` : sql`timestamptz 'infinity'`;

const isBookedWithin = ({ from, to }: Range): RawBuilder<unknown> =>
  sql`e.booked_at >= ${startOf(from)} and e.booked_at < ${endOf(to)}`;

function lineConditions({ direction, bookedBefore, search, currency, layout }: StatementQuery): RawBuilder<unknown> {
  const conditions = [layout === 'compact' ? sql`not ${isExchangeFee}` : sql`true`];
  if (direction) conditions.push(direction === 'in' ? sql`e.amount > 0` : sql`e.amount < 0`);
  if (bookedBefore)
    conditions.push(sql`e.booked_at < timestamptz 'epoch' + ${bookedBefore}::bigint * interval '1 microsecond'`);
  if (search) conditions.push(searchCondition(search, currency, includedFee(layout)));
  return sql.join(conditions, sql` and `);
}

export function parseSearchAmounts(search: string, currency: Currency): bigint[] {
  const read = parseAmountText(search, currency);
  if (read.kind === 'invalid') return [];
  const other = read.kind === 'ambiguous' && read.other;
  return [read.amount, ...(other ? [other] : [])].filter(isPositive).map(({ minor }) => minor);
}

function searchCondition(search: string, currency: Currency, fee: RawBuilder<unknown>): RawBuilder<unknown> {
  const amounts = parseSearchAmounts(search, currency);
  const conditions = [matchesNarrative(search)];
  if (amounts.length > 0)
    conditions.push(sql`array[abs(e.amount), abs(e.amount) + ${fee}, ${fee}] && ${amounts}::bigint[]`);
  if (isFeeSearch(search)) conditions.push(sql`(other.class = 'income' or ${fee} > 0)`);
  return sql`(${sql.join(conditions, sql` or `)})`;
}

export const matchesNarrative = (search: string): RawBuilder<unknown> =>
  sql`coalesce(position(lower(${search}) in lower(concat_ws(' ', n.counterparty, n.counterparty_account, n.reference,
    n.description, n.payee_reference))) > 0, false)`;

/** A fee has the narrative of its payment, so the word `fee` matches by the income account instead. */
export const isFeeSearch = (search: string): boolean => 'fee'.includes(search.toLowerCase());

export type ActivityLine = StatementRow & Readonly<{ bankholderId: string; pending: boolean; state: string | null }>;

/**
 * A payment in progress is listed once, whatever is booked for it. An exchange is listed on the account that it was
 * sold from. A wallet that became a bank account is listed only as that account.
 */
export async function selectActivity(tx: Tx, customerId: string, limit: number): Promise<ActivityLine[]> {
  const { rows } = await sql<ActivityLine>`
    with mine as (
      select ledger_account_id, bankholder_id, id from bank_account.account where customer_id = ${customerId}
      union all select w.ledger_account_id, w.bankholder_id, null from wallet.wallet w where w.customer_id = ${customerId}
        and not exists (select from bank_account.account a where a.ledger_account_id = w.ledger_account_id)
    )
    select * from (
      select mine.bankholder_id as "bankholderId", false as pending, entry.*
      from mine cross join lateral (
        select p.state, a.currency, ${columnsOf('compact')}
        from ledger.entry e join ledger.account a on a.id = e.account_id ${entryJoins}
        left join payment.payment p on p.id = n.payment_id
        where e.account_id = mine.ledger_account_id and e.amount <> 0
          and not (e.amount < 0 and coalesce(p.is_in_progress, false))
          and not ${isExchangeFee} and coalesce(c.from_account = e.account_id, true)
        order by e.booked_at desc limit ${limit}) entry
      union all
      select mine.bankholder_id, true, p.state, p.currency, p.id::text, p.reference, p.created_at,
        to_char(p.created_at at time zone 'Europe/London', 'YYYY-MM-DD'), -p.amount_minor,
        a.credits_posted - a.debits_posted - a.debits_pending, false, 'payment', p.payee_name,
        p.payee_summary, 'Payment to ' || p.payee_name, p.payee_reference, p.id,
        null, null, null, null, null, null
      from payment.payment p join mine on mine.id = p.account_id join ledger.account a on a.id = mine.ledger_account_id
      where p.customer_id = ${customerId} and p.is_in_progress
    ) latest
    order by "bookedAt" desc, uid desc limit ${limit}`.execute(tx);
  return rows;
}
