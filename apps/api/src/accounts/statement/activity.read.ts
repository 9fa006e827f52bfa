import { seesAllCards } from '@larkmere/contract/cards/issued-card-rules';
import type { Currency } from '@larkmere/money/money';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { CustomerActor } from '../../platform/requests/verb.ts';
import { isUsableBankholder } from '../bank-account/bank-account.ts';
import { columnsOf, isLine, lineJoins } from './statement.read.ts';
import type { StatementRow } from './statement-line.ts';

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
    p.payee_name, p.payee_summary, 'Payment to ' || p.payee_name, p.payee_reference, p.id,
    q.sell, q.buy, q.sell_minor, q.fee_minor, q.buy_minor, q.rate
  from payment.payment p join mine on mine.id = p.account_id join ledger.account a on a.id = mine.ledger_account_id
  left join fx.quote q on q.id = p.quote_id
  where p.customer_id = ${customerId} and p.is_in_progress`;

const cardHolds = (customerId: string): RawBuilder<unknown> => sql`
  select mine.bankholder_id, true, null, p.currency, p.id::text, p.reference, p.counted_at,
    to_char(p.counted_at at time zone 'Europe/London', 'YYYY-MM-DD'), -p.hold_minor,
    a.credits_posted - a.debits_posted - a.debits_pending, false, 0, 'card',
    p.merchant_name, null, concat_ws(', ', p.merchant_name, nullif(p.merchant_city, '')), null, null,
    null, null, null, null, null, null
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
