import type { CustomerCard } from '@larkmere/contract/back-office/customer-card';
import type { Currency } from '@larkmere/money/money';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

export type CustomerCardRow = Readonly<{
  uid: string;
  last4: string | null;
  holder: string;
  format: 'virtual' | 'physical';
  currency: Currency;
  accountEnding: string;
  state: CustomerCard['state'];
  reason: string | null;
  stoppedBy: string | null;
  order: string | null;
  expires: string | null;
  perPayment: bigint;
  daily: bigint;
  monthly: bigint;
  orderedAt: Date;
}>;

export async function selectCardsOfCustomer(tx: Tx, customerId: string): Promise<CustomerCardRow[]> {
  const { rows } = await sql<CustomerCardRow>`
    select c.id as uid, c.last4, u.name as holder, c.format, c.currency, c.state, c.stop_reason as reason,
      right(coalesce(a.account_number, a.iban, a.bankholder_id), 4) as account_ending, s.name as stopped_by,
      c.order_state as "order", lpad(c.expiry_month::text, 2, '0') || '/' || c.expiry_year as expires,
      c.per_payment_minor as per_payment, c.daily_minor as daily, c.monthly_minor as monthly, c.ordered_at
    from issued_card.card c join bank_account.account a on a.id = c.account_id join customer.user u on u.id = c.holder_id
      left join customer.user s on s.id = c.stopped_by
    where c.customer_id = ${customerId} order by c.ordered_at desc, c.id desc limit 200`.execute(tx);
  return rows;
}
