import type { Currency } from '@larkmere/money/money';
import { type RawBuilder, sql } from 'kysely';
import { isAccountIn } from '../../accounts/bank-account/bank-account.ts';
import { batchLoader } from '../../platform/batching/batch-loader.ts';
import type { Tx } from '../../platform/db/db.ts';
import { inForce } from '../../platform/settings/setting.ts';
import { paymentSetting } from '../payment/payment.settings.ts';

type DuplicateQuery = Readonly<{
  customerId: string;
  /** Payments from accounts that the payer may not use are not theirs to know of. Null: all. */
  accounts: ReadonlySet<string> | null;
  /** The account that is paid, as the payee stores it. */
  payeeAccount: string;
  amountMinor: bigint;
  currency: Currency;
  /**
   * `form`: a person at a form pays now or on `executionDate`. `row`: a row of a file, which can be uploaded again days
   * later.
   */
  from: Readonly<{ executionDate: string | null }> &
    (Readonly<{ source: 'form' }> | Readonly<{ source: 'row'; reference: string }>);
}>;

/** What pays, or may soon pay, the same amount to the same account. */
export type DuplicatePayment = Readonly<{
  kind: 'payment' | 'row' | 'standing_order';
  id: string;
  /** Stays the same when a row or a date of a standing order becomes a payment. */
  key: string;
  /** Of a row: the name of its file. */
  reference: string;
  row: number | null;
  day: string;
}>;

/** A file can come again after a night, and with the same references after a long weekend. */
const fileHours = 24;
const sameReferenceDays = 5;

const waitingStates = [
  'awaiting_approval awaiting_sca scheduled awaiting_funds screening in_review info_required ready submitted',
].flatMap((line) => line.split(' '));
const endedStates = ['draft', 'rejected', 'failed', 'cancelled', 'expired'];

const minutes = inForce(paymentSetting, {}, { select: sql`duplicate_minutes` });
const isForm = sql`t.reference is null`;

/**
 * Equal amounts on different days are no duplicates. Without a date, a form pays today; a file, which is uploaded again
 * on another day, can mean any.
 */
const isSameDay = (day: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(case when ${isForm} then ${day} is not distinct from t.day else coalesce(${day} = t.day, true) end)`;

const equalPayments: RawBuilder<unknown> = sql`
  select 'payment' as kind, p.id,
    case p.source when 'bulk' then 'row:' || p.source_id when 'standing_order' then 'standing_order:' || p.source_id
      else 'payment:' || p.id end as key,
    p.reference, null::int as row, coalesce(p.execution_date, (p.created_at at time zone 'Europe/London')::date) as day, 1 as rank
  from payment.payment p
  where p.customer_id = t.customer_id and p.amount_minor = t.amount_minor and p.currency = t.currency
    and p.payee_id in (select id from payee.payee e where e.customer_id = t.customer_id and e.account = t.payee_account)
    and (t.accounts is null or ${isAccountIn(sql`p.account_id`, sql`t.accounts`)})
    and p.state <> all (${endedStates}::text[])
    and ${isSameDay(sql`p.execution_date`)}
    and (p.created_at > now() - (${minutes}) * interval '1 minute' or (p.state = any (${waitingStates}::text[]))
      or (not ${isForm} and p.created_at > now() - ${fileHours} * interval '1 hour')
      or (p.payee_reference = t.reference and p.created_at > now() - ${sameReferenceDays} * interval '1 day'))
  order by p.created_at desc limit 1`;

/** A form also asks about a file that is about to be released. */
const equalRows: RawBuilder<unknown> = sql`
  select 'row' as kind, r.id, 'row:' || r.id as key, f.name as reference, r.number as row,
    (f.created_at at time zone 'Europe/London')::date as day, 2 as rank
  from bulk_payment.row r join bulk_payment.file f on f.id = r.file_id
  where f.customer_id = t.customer_id and r.amount_minor = t.amount_minor and r.currency = t.currency
    and r.read -> 'payee' ->> 'account' = t.payee_account and ${isSameDay(sql`r.execution_date`)}
    and (r.state in ('awaiting_approval', 'released')
      or (${isForm} and r.state in ('checking', 'doubtful', 'ready') and f.created_at > now() - ${fileHours} * interval '1 hour'))
    and (t.accounts is null or r.source_bankholder_id is null or t.accounts ? r.source_bankholder_id)
  order by f.created_at desc, r.number limit 1`;

const equalOccurrences: RawBuilder<unknown> = sql`
  select 'standing_order' as kind, s.id, 'standing_order:' || o.id as key, s.reference, null::int as row, o.pay_day as day, 3 as rank
  from standing_order.standing_order s join standing_order.occurrence o on o.order_id = s.id and o.settled_at is null
  where s.customer_id = t.customer_id and s.state = 'active' and o.amount_minor = t.amount_minor
    and s.payee_currency = t.currency and s.account_currency = t.currency
    and s.payee_id in (select id from payee.payee e where e.customer_id = t.customer_id and e.account = t.payee_account)
    and (t.accounts is null or t.accounts ? s.source_bankholder_id)
    and (o.pay_day = t.day or (t.day is null and (not ${isForm} or o.pay_day = (now() at time zone 'Europe/London')::date)))
  order by o.pay_day limit 1`;

/** The one guard against paying twice, for forms and files. */
export const findDuplicatePayments = async (
  tx: Tx,
  queries: readonly DuplicateQuery[],
): Promise<(DuplicatePayment | undefined)[]> => {
  const found = queries.map((): DuplicatePayment | undefined => undefined);
  if (queries.length === 0) return found;
  const { rows } = await sql<DuplicatePayment & { place: number }>`
    select t.place::int - 1 as place, d.kind, d.id, d.key, d.reference, d.row, to_char(d.day, 'YYYY-MM-DD') as day
    from unnest(${queries.map((t) => t.customerId)}::uuid[], ${queries.map((t) => t.payeeAccount)}::text[],
      ${queries.map((t) => t.amountMinor)}::bigint[], ${queries.map((t) => t.currency)}::text[],
      ${queries.map(({ from }) => from.executionDate)}::date[],
      ${queries.map(({ from }) => (from.source === 'row' ? from.reference : null))}::text[],
      ${queries.map((t) => t.accounts && JSON.stringify([...t.accounts]))}::jsonb[])
      with ordinality as t (customer_id, payee_account, amount_minor, currency, day, reference, accounts, place)
    cross join lateral (
      select * from ((${equalPayments}) union all (${equalRows}) union all (${equalOccurrences})) as equal
      order by rank limit 1) as d`.execute(tx);
  for (const { place, ...duplicate } of rows) found[place] = duplicate;
  return found;
};

export const findDuplicatePayment = batchLoader('reads', findDuplicatePayments);
