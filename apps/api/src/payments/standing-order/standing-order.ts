/**
 * Payments that repeat by a schedule. Each date is an occurrence with a state of its own: it is paid, retried while
 * money is missing, held for an exchange at a worse rate, or skipped, and then the next date is planned. Changes of an
 * order, or of its next date alone, may need approval. Events tell the customer what happened to a date or to the
 * order.
 */

import type { MoneyView } from '@larkmere/contract/platform/fields';
import { defaultText } from '@larkmere/messages/format-message';
import type { Currency } from '@larkmere/money/money';
import type { Principal } from '../../customers/customer/customer.ts';
import { defineEvent } from '../../platform/events/outbox.ts';
import type { Ctx } from '../../platform/requests/verb.ts';

export { standingOrderSetting } from './standing-order.settings.ts';

export type PayerCtx = Omit<Ctx, 'actor'> & Readonly<{ actor: Principal }>;

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
