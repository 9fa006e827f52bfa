import type { MovementKind, StatementLayout } from '@larkmere/contract/accounts/statement';
import { seesAllCards } from '@larkmere/contract/cards/issued-card-rules';
import { type Currency, isPositive } from '@larkmere/money/money';
import { parseAmountText } from '@larkmere/money/parse-amount';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { CustomerActor } from '../../platform/requests/verb.ts';
import { endOfLondonDay, startOfLondonDay } from '../../platform/time/london-day.ts';
import { isUsableBankholder } from '../bank-account/bank-account.ts';
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
  (select p.kind from payment.payment p where p.id = n.payment_id) as payment_kind,
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

export type SearchedAccount = Readonly<{
  bankholderId: string;
  ledgerAccountId: bigint;
  amount: bigint | null;
  otherAmount: bigint | null;
  bookedBefore: bigint | null;
}>;

type Search = Readonly<{
  searched: readonly SearchedAccount[];
  /** Without it, every line. */
  search: string | undefined;
  direction: 'in' | 'out' | undefined;
  limit: number;
}>;

export async function selectMatches(tx: Tx, { searched, search, direction, limit }: Search): Promise<MatchedLine[]> {
  const column = <K extends keyof SearchedAccount>(name: K) => searched.map((account) => account[name]);
  const amounts = searched.some(({ amount }) => amount !== null) ? [sql`mine.amount`, sql`mine.other_amount`] : [];
  const matches = search === undefined ? sql`true` : matchesSearch('compact', search, amounts);
  const going = direction ? isGoing(direction, 'compact') : sql`true`;
  const { rows } = await sql<MatchedLine>`
    select e.bankholder_id, e.cursor, a.currency, ${columnsOf('compact')}
    from (
      select mine.bankholder_id, found.*
      from unnest(${column('bankholderId')}::text[], ${column('ledgerAccountId')}::bigint[],
        ${column('amount')}::bigint[], ${column('otherAmount')}::bigint[], ${column('bookedBefore')}::bigint[])
        mine (bankholder_id, account_id, amount, other_amount, before)
      cross join lateral (
        select e.*, ${cursorOf} as cursor
        from ledger.entry e left join accounting.narrative n on n.operation_id = e.op_id
        where e.account_id = mine.account_id and e.amount <> 0
          and e.booked_at < coalesce(timestamptz 'epoch' + mine.before * interval '1 microsecond', 'infinity')
          and case when ${matches} then ${isLine('compact')} and ${going} else false end
        order by e.booked_at desc limit ${limit}) found
      order by found.booked_at desc, mine.bankholder_id collate "C" desc limit ${limit}) e
    join ledger.account a on a.id = e.account_id ${lineJoins('compact')}
    order by e.booked_at desc, e.bankholder_id collate "C" desc`.execute(tx);
  return rows;
}

type MatchedLine = BookedLine & Readonly<{ bankholderId: string }>;

export type ActivityLine = StatementRow &
  CardColumns &
  Readonly<{ bankholderId: string; pending: boolean; state: string | null }>;

/** Null unless it is a payment by one of our cards that the reader may see. */
type CardColumns = Readonly<{
  cardPaymentId: string | null;
  cardId: string | null;
  /** What the merchant took, in the merchant's currency where all of it is on this line. */
  cardMinor: bigint | null;
  cardCurrency: Currency | null;
}>;

/**
 * A payment in progress is listed once, whatever is booked for it. What a card payment holds is listed until it is
 * booked. An exchange is listed on the account that it was sold from. A wallet that became a bank account is listed
 * only as that account.
 */
export async function selectActivity(tx: Tx, reader: CustomerActor, limit: number): Promise<ActivityLine[]> {
  const { customerId } = reader;
  const { rows } = await sql<ActivityLine>`
    with mine as (
      select ledger_account_id, bankholder_id, id from bank_account.account
      where customer_id = ${customerId} and ${isUsableBankholder(sql`bankholder_id`, reader)}
    ), latest as (
      select * from (
        ${bookedLines(limit)}
        union all ${paymentsInProgress(customerId)}
        union all ${cardHolds(customerId)}
      ) line order by booked_at desc, uid desc limit ${limit}
    )
    select latest.*, card.* from latest left join lateral (${cardOfLine(reader)}) card on latest.kind = 'card'
    order by booked_at desc, uid desc`.execute(tx);
  return rows;
}

const bookedLines = (limit: number): RawBuilder<unknown> => sql`
  select mine.bankholder_id, false as pending, line.*
  from mine cross join lateral (
    select e.state, a.currency, ${columnsOf('compact')}
    from (select e.*, p.state from ledger.entry e
      left join accounting.narrative n on n.operation_id = e.op_id
      left join payment.payment p on p.id = n.payment_id
      left join fx.conversion c on c.id = e.op_id
      where e.account_id = mine.ledger_account_id and e.amount <> 0
        and not (e.amount < 0 and coalesce(p.is_in_progress, false))
        and coalesce(c.from_account = e.account_id, true) and ${isLine('compact')}
      order by e.booked_at desc limit ${limit}) e
    join ledger.account a on a.id = e.account_id ${lineJoins('compact')}) line`;

const paymentsInProgress = (customerId: string): RawBuilder<unknown> => sql`
  select mine.bankholder_id, true, p.state, coalesce(p.sold_currency, p.currency), p.id::text, p.reference, p.created_at,
    to_char(p.created_at at time zone 'Europe/London', 'YYYY-MM-DD'), -coalesce(p.sold_minor, p.amount_minor) - p.fee_minor,
    a.credits_posted - a.debits_posted - a.debits_pending, false, p.fee_minor + coalesce(q.fee_minor, 0), 'payment',
    p.payee_name, p.payee_summary, 'Payment to ' || p.payee_name, p.payee_reference, p.id, p.kind,
    q.sell, q.buy, q.sell_minor, q.fee_minor, q.buy_minor, q.rate
  from payment.payment p join mine on mine.id = p.account_id join ledger.account a on a.id = mine.ledger_account_id
  left join fx.quote q on q.id = p.quote_id
  where p.customer_id = ${customerId} and p.is_in_progress`;

const cardHolds = (customerId: string): RawBuilder<unknown> => sql`
  select mine.bankholder_id, true, null, p.currency, p.id::text, p.reference, p.counted_at,
    to_char(p.counted_at at time zone 'Europe/London', 'YYYY-MM-DD'), -p.hold_minor,
    a.credits_posted - a.debits_posted - a.debits_pending, false, 0, 'card',
    p.merchant_name, null, concat_ws(', ', p.merchant_name, nullif(p.merchant_city, '')), null, null,
    null, null, null, null, null, null, null
  from card_payment.payment p join mine on mine.id = p.account_id join ledger.account a on a.id = mine.ledger_account_id
  where p.customer_id = ${customerId} and p.hold_id is not null`;

/** Of a booked line, what its operation owes the processor or gets back is what the merchant took or gave back. */
const cardOfLine = (reader: CustomerActor): RawBuilder<unknown> => sql`
  select p.id as card_payment_id, p.card_id,
    case when taken.minor = all_of.minor and p.original_minor > 0 then p.original_minor else taken.minor end as card_minor,
    case when taken.minor = all_of.minor and p.original_minor > 0 then p.original_currency else p.billing_currency end as card_currency
  from card_payment.payment p
  cross join lateral (select case when latest.pending then p.held_minor + p.cleared_minor else p.cleared_minor end as minor) all_of
  cross join lateral (select case when latest.pending then p.held_minor else (
    select coalesce(abs(sum(case when c.code like 'clearing:card:%' then t.amount else -t.amount end)), 0)::bigint
    from ledger.transfer t
    join ledger.account_name d on d.account_id = t.debit_account_id
    join ledger.account_name c on c.account_id = t.credit_account_id
    where t.op_id = split_part(latest.uid, ':', 1)::uuid
      and (c.code like 'clearing:card:%' or d.code like 'clearing:card:%')) end as minor) taken
  where p.reference = latest.reference and p.customer_id = ${reader.customerId}
    and ${seesAllCards(reader) ? sql`true` : sql`p.holder_id = ${reader.userId}`}`;
