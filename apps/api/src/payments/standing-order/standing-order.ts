import type { RegulatoryInformationInput } from '@larkmere/contract/payments/regulatory-information';
import type { StandingOrderState, StandingOrderTerms } from '@larkmere/contract/payments/standing-order-terms';
import type { MoneyView } from '@larkmere/contract/platform/fields';
import { defaultText } from '@larkmere/messages/format-message';
import type { Currency } from '@larkmere/money/money';
import { canUseAccount } from '../../accounts/bank-account/bank-account.ts';
import type { MemberRef, Principal } from '../../customers/customer/customer.ts';
import { defineEvent } from '../../platform/events/outbox.ts';
import type { Ctx, MemberCtx } from '../../platform/requests/verb.ts';
import type { CurrencyPair } from './calendar.read.ts';
import type { Schedule } from './schedule.ts';
import type { OccurrenceRow, OrderRow } from './standing-order.sql.ts';

export { standingOrderSetting } from './standing-order.settings.ts';

export type PayerCtx = Omit<Ctx, 'actor'> & Readonly<{ actor: Principal }>;

type OrderOwner = Pick<OrderRow, 'userId' | 'customerId'>;

export const makerOf = (order: OrderOwner): MemberRef => ({ userId: order.userId, customerId: order.customerId });
/** A person's orders for different customers are never paid together. */
export const makerKey = (order: OrderOwner): string => `${order.userId}:${order.customerId}`;

/** Of this customer, and from accounts that this member may use. */
export const isOwnOrder = (
  member: MemberCtx['actor'],
  order: Pick<OrderRow, 'customerId' | 'sourceBankholderId' | 'topUpBankholderId'>,
): boolean =>
  order.customerId === member.customerId && accountsOf(order).every((account) => canUseAccount(member, account));

export const accountsOf = (order: Pick<OrderRow, 'sourceBankholderId' | 'topUpBankholderId'>): string[] =>
  [order.sourceBankholderId, order.topUpBankholderId].filter((account) => account !== null);

export const toState = ({ state }: Pick<OrderRow, 'state'>): StandingOrderState => state;

export const toCurrencyPair = ({ accountCurrency, payeeCurrency }: OrderRow): CurrencyPair => ({
  account: accountCurrency,
  payee: payeeCurrency,
});

export const toReferenceRule = ({ chargeType, payeeCurrency }: OrderRow) =>
  chargeType === null ? (payeeCurrency as 'GBP' | 'EUR' | 'THB') : 'abroad';

export const toRegulatoryInformation = ({
  note,
  purpose,
  sourceOfFunds,
  relationship,
  warningCode,
}: OrderRow): RegulatoryInformationInput => {
  const information = { note, purposeCode: purpose, sourceOfFunds, relationship, warning: warningCode };
  return Object.fromEntries(Object.entries(information).filter(([, text]) => text !== null));
};

export const isApproved = (
  order: Pick<OrderRow, 'isApproved'>,
  occurrence: Pick<OccurrenceRow, 'isApproved' | 'edited'>,
): boolean => occurrence.isApproved || (order.isApproved && !occurrence.edited);

export const toSchedule = (order: OrderRow): Schedule => ({
  frequency: order.frequency,
  firstDay: order.firstDay,
  end: toEnd(order),
  nonWorkingDay: order.nonWorkingDay,
});

export function toEnd({ endDate, endCount }: Pick<OrderRow, 'endDate' | 'endCount'>): StandingOrderTerms['end'] {
  if (endDate !== null) return { kind: 'date', date: endDate };
  return endCount === null ? { kind: 'never' } : { kind: 'count', count: endCount };
}

export type BlockCode = 'payee_changed' | 'payee_blocked' | 'payee_deleted' | 'account_closed';

export const blockMessage = (code: BlockCode): string => defaultText(`standing_order_${code}`);

export type StandingOrderEventDetails = Readonly<{
  orderId: string;
  customerId: string;
  userId: string;
  reference: string;
  amount: string;
  currency: Currency;
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
