import type { ExportFormat, ExportPreset } from '@larkmere/contract/accounts/export-presets';
import type { MovementKind, StatementLayout } from '@larkmere/contract/accounts/statement';
import type { ExportKind } from '@larkmere/contract/accounts/statement-export';
import type { AccountId } from '@larkmere/ledger/types';
import type { Currency } from '@larkmere/money/money';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/db.ts';
import { endOfLondonDay, startOfLondonDay } from '../../../platform/time/london-day.ts';
import { daysBetweenConfirmations } from './export-rules.ts';

type HeadRow = Readonly<{
  opening: bigint;
  closing: bigint;
  /** Of the closing balance, what payments under way hold. */
  held: bigint;
  lastBookedAt: bigint | null;
  countIn: bigint;
  sumIn: bigint;
  countOut: bigint;
  sumOut: bigint;
}>;

type Range = Readonly<{ ledgerAccountId: AccountId; from: string; to: string; layout: StatementLayout }>;

/** Balances, turnover and position of one snapshot. Later bookings of the account always have a later time. */
export async function selectHead(tx: Tx, { ledgerAccountId, from, to, layout }: Range): Promise<HeadRow> {
  const lines = layout === 'compact' ? sql`sum(e.amount)` : sql`e.amount`;
  const grouping = layout === 'compact' ? sql`group by e.op_id` : sql``;
  const { rows } = await sql<HeadRow>`
    select coalesce((${lastBefore(ledgerAccountId, startOfLondonDay(from), sql`e.balance`)}), 0) as opening,
      coalesce((${lastBefore(ledgerAccountId, endOfLondonDay(to), sql`e.balance`)}), 0) as closing,
      coalesce((${lastBefore(ledgerAccountId, endOfLondonDay(to), sql`e.held`)}), 0) as held,
      (${lastBefore(ledgerAccountId, endOfLondonDay(to), micros)}) as last_booked_at, turnover.*
    from (
      select count(*) filter (where change >= 0) as count_in, count(*) filter (where change < 0) as count_out,
        coalesce(sum(change) filter (where change >= 0), 0)::bigint as sum_in,
        coalesce(-sum(change) filter (where change < 0), 0)::bigint as sum_out
      from (select ${lines} as change from ledger.entry e
        where e.account_id = ${ledgerAccountId} and e.amount <> 0
          and e.booked_at >= ${startOfLondonDay(from)} and e.booked_at < ${endOfLondonDay(to)} ${grouping}) changes) turnover`.execute(
    tx,
  );
  const [head] = rows;
  if (!head) throw new RangeError(`no turnover of account ${ledgerAccountId}`);
  return head;
}

const lastBefore = (account: AccountId, end: RawBuilder<unknown>, column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select ${column} from ledger.entry e where e.account_id = ${account} and e.booked_at < ${end}
    order by e.booked_at desc limit 1`;

const micros = sql`(extract(epoch from e.booked_at) * 1000000)::bigint`;
const momentOf = (position: bigint): RawBuilder<unknown> =>
  sql`timestamptz 'epoch' + ${position}::bigint * interval '1 microsecond'`;

export type EntryRow = Readonly<{
  operationId: string;
  leg: number;
  position: bigint;
  bookedAt: Date;
  bookedOn: string;
  valueDate: string;
  amount: bigint;
  balanceAfter: bigint;
  isFee: boolean;
  kind: MovementKind | null;
  counterparty: string | null;
  counterpartyAccount: string | null;
  reference: string;
  description: string;
  payeeReference: string | null;
  paymentId: string | null;
  uetr: string | null;
  endToEndId: string | null;
  note: string | null;
  rail: string | null;
  sell: Currency | null;
  buy: Currency | null;
  sellMinor: bigint | null;
  exchangeFeeMinor: bigint | null;
  buyMinor: bigint | null;
  rate: string | null;
}>;

type Page = Readonly<{
  ledgerAccountId: AccountId;
  from: string;
  after: bigint | undefined;
  upTo: bigint;
  limit: number;
}>;

/** The next booked entries, oldest first. */
export async function selectEntries(tx: Tx, page: Page): Promise<EntryRow[]> {
  const { ledgerAccountId, from, after, upTo, limit } = page;
  const begin =
    after === undefined ? sql`e.booked_at >= ${startOfLondonDay(from)}` : sql`e.booked_at > ${momentOf(after)}`;
  const { rows } = await sql<EntryRow>`
    select e.op_id as operation_id, e.leg, ${micros} as position, e.booked_at,
      to_char(e.booked_at at time zone 'Europe/London', 'YYYY-MM-DD') as booked_on,
      to_char(e.value_date, 'YYYY-MM-DD') as value_date, e.amount, e.balance as balance_after,
      coalesce(other.class = 'income', false) as is_fee, n.kind, n.counterparty,
      n.counterparty_account,
      coalesce(n.reference, upper(right(replace(e.op_id::text, '-', ''), 12))) as reference,
      coalesce(n.description, e.code) as description, n.payee_reference,
      n.payment_id, p.uetr, p.end_to_end_id, p.note, p.rail,
      c.sell, c.buy, c.sell_minor, c.fee_minor as exchange_fee_minor, c.buy_minor, c.rate
    from (
      select * from ledger.entry e
      where e.account_id = ${ledgerAccountId} and e.amount <> 0 and ${begin} and e.booked_at <= ${momentOf(upTo)}
      order by e.booked_at limit ${limit}) e
    join ledger.transfer t on t.op_id = e.op_id and t.leg = e.leg
    left join ledger.account_name other
      on other.account_id = case when t.debit_account_id = e.account_id then t.credit_account_id else t.debit_account_id end
    left join accounting.narrative n on n.operation_id = e.op_id
    left join payment.payment p on p.id = n.payment_id
    left join fx.conversion c on c.id = e.op_id
    order by e.booked_at`.execute(tx);
  return rows;
}

/** Days are texts, because a Date has a zone. */
export type ExportRow = Readonly<{
  id: string;
  customerId: string;
  userId: string;
  userName: string;
  accounts: readonly string[];
  from: string;
  to: string;
  format: ExportFormat;
  layout: StatementLayout;
  preset: ExportPreset | null;
  rowCount: number;
  rowsWritten: number;
  attempts: number;
  inBackground: boolean;
  requestedAt: Date;
  expiresAt: Date | null;
  failedAt: Date | null;
  isOpen: boolean;
  kind: ExportKind;
}>;

const columns = sql`x.id, x.customer_id, x.user_id, u.name as user_name, x.accounts,
  to_char(x.from_date, 'YYYY-MM-DD') as "from", to_char(x.to_date, 'YYYY-MM-DD') as "to", x.format, x.layout, x.preset,
  x.row_count, x.rows_written, x.attempts, x.in_background,
  x.requested_at, x.expires_at, x.failed_at,
  coalesce(x.expires_at > now(), false) as is_open, case when x.is_closing_pack then 'closing_pack' when x.subscription_id is not null then 'monthly' else 'statement' end as kind`;

const selectWhere = (condition: RawBuilder<unknown>): RawBuilder<ExportRow> => sql<ExportRow>`
  select ${columns} from statement.export x join customer.user u on u.id = x.user_id where ${condition}`;

export const selectExport = async (tx: Tx, id: string): Promise<ExportRow | undefined> =>
  (await selectWhere(sql`x.id = ${id}`).execute(tx)).rows[0];

/** Only those over accounts that the reader may use. */
export async function selectLatestExports(
  tx: Tx,
  customerId: string,
  usable: readonly string[],
  limit: number,
): Promise<ExportRow[]> {
  const { rows } = await selectWhere(sql`x.customer_id = ${customerId} and x.accounts <@ ${usable}::text[]
    order by x.requested_at desc limit ${limit}`).execute(tx);
  return rows;
}

/** The person confirmed an export, so that the next ones need none for a while. */
export async function hasConfirmedLately(
  tx: Tx,
  { userId, customerId }: Readonly<{ userId: string; customerId: string }>,
): Promise<boolean> {
  const { rows } = await sql`select from statement.export
    where user_id = ${userId} and customer_id = ${customerId} and is_confirmed
      and requested_at > now() - ${daysBetweenConfirmations} * interval '1 day' limit 1`.execute(tx);
  return rows.length > 0;
}

type SameExport = Readonly<{
  userId: string;
  customerId: string;
  account: string;
  from: string;
  to: string;
  format: string;
}>;

/** An export of this account and range that the person asked for and may still download. */
export async function selectOpenExport(tx: Tx, query: SameExport): Promise<ExportRow | undefined> {
  const { rows } = await selectWhere(sql`x.user_id = ${query.userId} and x.customer_id = ${query.customerId}
    and x.accounts = array[${query.account}] and x.from_date = ${query.from}::date and x.to_date = ${query.to}::date
    and x.format = ${query.format} and not x.in_background and x.expires_at > now()
    order by x.requested_at desc limit 1`).execute(tx);
  return rows[0];
}
