import type { contract } from '@larkmere/contract/contract';
import { statesByFilter } from '@larkmere/contract/payments/payment-list';
import type { Reply } from '@larkmere/contract/platform/endpoint';
import { type Currency, type Money, money } from '@larkmere/money/money';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { MemberCtx } from '../../platform/requests/verb.ts';
import { isUsableAccount, isUsableBankholder } from './usable-account.sql.ts';

export type AccountHold = Readonly<{
  holdId: string;
  amount: Money;
  heldAt: Date;
  description: string | null;
  paymentId: string | null;
  /** Of a payment by one of our cards. */
  card: Readonly<{ paymentId: string; cardId: string; holderId: string }> | null;
}>;
export type BalanceWithHolds = Readonly<{ balance: Money; held: Money; holds: readonly AccountHold[] }>;

/** One statement, so that the balance and its holds are consistent. */
export async function selectBalanceWithHolds(tx: Tx, ledgerAccountId: bigint): Promise<BalanceWithHolds> {
  const { rows } = await sql<Row>`
    select a.currency, a.credits_posted - a.debits_posted as balance, a.debits_pending as held,
      h.op_id, h.amount, h.held_at, n.payment_id, c.id as card_payment_id, c.card_id, c.holder_id,
      coalesce(n.description, nullif(concat_ws(', ', c.merchant_name, nullif(c.merchant_city, '')), '')) as description
    from ledger.account a
    left join lateral (
      select h.op_id, sum(h.amount)::bigint as amount, min(t.booked_at) as held_at
      from ledger.hold h join ledger.transfer t on t.op_id = h.op_id and t.leg = h.leg
      where h.debit_account_id = a.id group by h.op_id
    ) h on true
    left join accounting.narrative n on n.operation_id = h.op_id
    left join card_payment.payment c on c.hold_id = h.op_id
    where a.id = ${ledgerAccountId}
    order by h.held_at, h.op_id`.execute(tx);
  const [first] = rows;
  if (!first) throw new RangeError(`no ledger account ${ledgerAccountId}`);
  const of = (minor: bigint): Money => money(first.currency, minor);
  const reservations = rows.flatMap(({ opId, amount, heldAt, description, paymentId, ...row }) =>
    opId === null || amount === null || heldAt === null
      ? []
      : [{ holdId: opId, amount: of(amount), heldAt, description, paymentId, card: cardOf(row) }],
  );
  return { balance: of(first.balance), held: of(first.held), holds: reservations };
}

const cardOf = ({ cardPaymentId, cardId, holderId }: CardColumns): AccountHold['card'] =>
  cardPaymentId === null || cardId === null || holderId === null
    ? null
    : { paymentId: cardPaymentId, cardId, holderId };

type CardColumns = Readonly<{ cardPaymentId: string | null; cardId: string | null; holderId: string | null }>;

type Row = CardColumns & {
  currency: Currency;
  balance: bigint;
  held: bigint;
  opId: string | null;
  amount: bigint | null;
  heldAt: Date | null;
  description: string | null;
  paymentId: string | null;
};

type AccountCounts = Reply<typeof contract.bankAccount.count>;

export async function selectAccountCounts(tx: Tx, reader: MemberCtx['actor']): Promise<AccountCounts> {
  const { customerId } = reader;
  const own = (column: RawBuilder<unknown>) => isUsableBankholder(column, reader);
  const waiting = sql`${isUsableAccount(sql`account_id`, reader)} and customer_id = ${customerId} and state = any(${statesByFilter.wait}::text[])`;
  const { rows } = await sql<AccountCounts>`
    select count(*)::int as accounts, count(distinct currency)::int as currencies,
      (select count(*)::int from payment.payment
        where kind in ('domestic', 'internal') and ${waiting}) as pending_payments,
      (select count(*)::int from payment.payment
        where kind in ('swift', 'global_same', 'global_cross') and ${waiting}) as pending_swift,
      (select count(*)::int from payee.payee
        where customer_id = ${customerId} and status = 'pending' and deleted_at is null) as payees_waiting,
      (select count(*)::int from standing_order.occurrence c join standing_order.standing_order o on o.id = c.order_id
        where o.customer_id = ${customerId} and c.state = 'held_fx' and c.settled_at is null
          and ${own(sql`o.source_bankholder_id`)} and (o.top_up_bankholder_id is null or ${own(sql`o.top_up_bankholder_id`)})) as standing_orders_to_decide,
      (select count(*)::int from manual_fx.deal
        where customer_id = ${customerId} and state = 'quoted'
          and ${own(sql`source_bankholder_id`)} and ${own(sql`target_bankholder_id`)}) as deals_to_answer
    from bank_account.account where customer_id = ${customerId} and status <> 'closed'
      and ${own(sql`bankholder_id`)}`.execute(tx);
  const [counted] = rows;
  if (!counted) throw new Error('a count is one row');
  return counted;
}
