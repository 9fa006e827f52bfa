import type { RegulatoryInformationInput } from '@larkmere/contract/payments/regulatory-information';
import type { StandingOrderState, StandingOrderTerms } from '@larkmere/contract/payments/standing-order-terms';
import type { MoneyView } from '@larkmere/contract/platform/fields';
import { defaultText } from '@larkmere/messages/format-message';
import { canUseAccount } from '../../accounts/bank-account/bank-account.ts';
import type { MemberRef, Principal } from '../../customers/customer/customer.ts';
import { defineEvent } from '../../platform/events/outbox.ts';
import type { Ctx, MemberCtx } from '../../platform/requests/verb.ts';
import type { CurrencyPair } from './calendar.read.ts';
import type { Schedule } from './schedule.ts';
import type { OccurrenceRow, OrderRow } from './standing-order.sql.ts';

export { standingOrderSetting } from './standing-order.settings.ts';

export type PayerCtx = Omit<Ctx, 'actor'> & Readonly<{ actor: Principal }>;

type OrderOwner = Pick<OrderRow, 'user_id' | 'customer_id'>;

export const makerOf = (order: OrderOwner): MemberRef => ({ userId: order.user_id, customerId: order.customer_id });
/** A person's orders for different customers are never paid together. */
export const makerKey = (order: OrderOwner): string => `${order.user_id}:${order.customer_id}`;

/** Of this customer, and from accounts that this member may use. */
export const isOwnOrder = (
  member: MemberCtx['actor'],
  order: Pick<OrderRow, 'customer_id' | 'source_bankholder_id' | 'top_up_bankholder_id'>,
): boolean =>
  order.customer_id === member.customerId && accountsOf(order).every((account) => canUseAccount(member, account));

export const accountsOf = (order: Pick<OrderRow, 'source_bankholder_id' | 'top_up_bankholder_id'>): string[] =>
  [order.source_bankholder_id, order.top_up_bankholder_id].filter((account) => account !== null);

export const toState = ({ state }: Pick<OrderRow, 'state'>): StandingOrderState => state as StandingOrderState;

export const toCurrencyPair = ({ account_currency, payee_currency }: OrderRow): CurrencyPair => ({
  account: account_currency,
  payee: payee_currency,
});

export const toReferenceRule = ({ charge_type, payee_currency }: OrderRow) =>
  charge_type === null ? (payee_currency as 'GBP' | 'EUR' | 'THB') : 'abroad';

export const toRegulatoryInformation = ({
  note,
  purpose,
  source_of_funds,
  relationship,
  warning_code,
}: OrderRow): RegulatoryInformationInput => {
  const said = { note, purposeCode: purpose, sourceOfFunds: source_of_funds, relationship, warning: warning_code };
  return Object.fromEntries(Object.entries(said).filter(([, text]) => text !== null));
};

export const isApproved = (
  order: Pick<OrderRow, 'is_approved'>,
  occurrence: Pick<OccurrenceRow, 'is_approved' | 'edited'>,
): boolean => occurrence.is_approved || (order.is_approved && !occurrence.edited);

export const toSchedule = (order: OrderRow): Schedule => ({
  frequency: order.frequency as Schedule['frequency'],
  firstDay: order.first_day,
  end: toEnd(order),
  nonWorkingDay: order.non_working_day as Schedule['nonWorkingDay'],
});

export function toEnd({ end_date, end_count }: Pick<OrderRow, 'end_date' | 'end_count'>): StandingOrderTerms['end'] {
  if (end_date !== null) return { kind: 'date', date: end_date };
  return end_count === null ? { kind: 'never' } : { kind: 'count', count: end_count };
}

export type BlockCode = 'payee_changed' | 'payee_blocked' | 'payee_deleted' | 'account_closed';

export const blockMessage = (code: BlockCode): string => defaultText(`standing_order_${code}`);

export type StandingOrderEventDetails = Readonly<{
  orderId: string;
  customerId: string;
  userId: string;
  reference: string;
  amount: string;
  currency: string;
}>;
export type OccurrenceEventDetails = StandingOrderEventDetails & Readonly<{ payDay: string }>;

type OccurrenceStep = Readonly<
  /** In the account's currency. */
  | { step: 'warning'; needed: MoneyView; missing: MoneyView }
  | { step: 'retrying'; message: string; retryTime: string }
  | { step: 'held'; message: string; until: string }
  | { step: 'failed' | 'skipped'; message: string }
  | { step: 'completed' }
>;
type OrderStep = Readonly<{ step: 'blocked'; message: string }>;
export type StandingOrderEvent = (OccurrenceEventDetails & OccurrenceStep) | (StandingOrderEventDetails & OrderStep);
export const standingOrderUpdated = defineEvent<StandingOrderEvent>('standing-order.updated');
