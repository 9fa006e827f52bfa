import type { MovementKind, StatementLayout } from '@larkmere/contract/accounts/statement';
import type { AccountId } from '@larkmere/ledger/types';
import type { Currency } from '@larkmere/money/money';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/db.ts';
import { endOfLondonDay, startOfLondonDay } from '../../../platform/time/london-day.ts';

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
