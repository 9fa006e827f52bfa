import type { CustomerCard } from '@larkmere/contract/back-office/customer-card';
import { allows } from '@larkmere/contract/back-office/permissions';
import type { contract } from '@larkmere/contract/contract';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { findCustomer } from '../../customers/customer/customer.ts';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';

type CustomerCardRow = Readonly<{
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

async function selectCardsOfCustomer(tx: Tx, customerId: string): Promise<CustomerCardRow[]> {
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

export const showCustomerCards: Verb<typeof contract.customerCard.list> = async (ctx, { id }) => {
  if (!(await findCustomer(ctx.tx, id))) throw new Refusal('not_found');
  return viewCustomerCards(ctx, id);
};

export async function viewCustomerCards(ctx: StaffCtx, customerId: string): Promise<{ list: CustomerCard[] }> {
  const rows = await selectCardsOfCustomer(ctx.tx, customerId);
  return { list: rows.map((row) => toView(row, ctx.actor)) };
}

function toView(row: CustomerCardRow, staff: StaffCtx['actor']): CustomerCard {
  const { perPayment, daily, monthly, orderedAt, ...card } = row;
  const text = (minor: bigint): string => formatAmount(money(row.currency, minor));
  return {
    ...card,
    limits: { perPayment: text(perPayment), daily: text(daily), monthly: text(monthly) },
    orderedAt: orderedAt.toISOString(),
    permissions: {
      stop: canStop(row) && allows(staff.permissions, ['account_restriction', 'act']),
      lift: row.state === 'stopped' && mayLift(row.reason, staff),
    },
  };
}

/** Staff can also stop a card that the system has stopped until a debt is paid: their stop outlasts the debt. */
export const canStop = ({ state, reason }: Pick<CustomerCardRow, 'state' | 'reason'>): boolean =>
  state === 'active' ||
  state === 'frozen' ||
  (state === 'stopped' && reason !== 'staff' && reason !== 'suspected_fraud');

/** What staff stopped they lift. A suspicion is for those who decide about accounts. */
export function mayLift(reason: string | null, { permissions }: Pick<StaffCtx['actor'], 'permissions'>): boolean {
  if (reason === 'staff') return allows(permissions, ['account_restriction', 'act']);
  return reason === 'suspected_fraud' && allows(permissions, ['account_status', 'act']);
}
