import type { CustomerCard } from '@larkmere/contract/back-office/customer-card';
import { allows } from '@larkmere/contract/back-office/permissions';
import type { contract } from '@larkmere/contract/contract';
import { formatAmount, money } from '@larkmere/money/money';
import { findCustomer } from '../../customers/customer/customer.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { type CustomerCardRow, selectCardsOfCustomer } from './customer-card.read.ts';

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
