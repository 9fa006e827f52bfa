/**
 * Orders that exchange money without the customer present: at a target rate, at a stop rate, on a schedule, or whatever
 * is above a balance. A rate snapshot triggers an order, a job fills it at exactly that rate, and a fill may pay a
 * payee. `order-lifecycle.ts` has the states.
 */

import type { AutoFxState, AutoFxTerms, FailureCode, PaymentOnFill } from '@larkmere/contract/fx/auto-fx';
import type { PendingStatus } from '@larkmere/contract/platform/pending-status';
import type { AccountId, OperationId } from '@larkmere/ledger/types';
import { rateWithBase } from '@larkmere/money/market-convention';
import type { Currency, Money } from '@larkmere/money/money';
import { compareRates, type Rate, subtractMargin } from '@larkmere/money/rate';
import type { Principal } from '../../customers/customer/customer.ts';
import { defineEvent } from '../../platform/events/outbox.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import type { Tier } from '../conversion/conversion.ts';

export { autoFxSetting } from './auto-fx.settings.ts';

export type PayerCtx = Omit<Ctx, 'actor'> & Readonly<{ actor: Principal }>;

export type TriggerDirection = 'rises_to' | 'falls_to';

export type AutoFxOrder = Readonly<{
  id: string;
  reference: string;
  customerId: string;
  userId: string;
  tier: Tier;
  version: number;
  state: AutoFxState;
  type: AutoFxTerms['type'];
  amountMode: AutoFxTerms['amountMode'];
  sell: Currency;
  buy: Currency;
  from: AccountId;
  to: AccountId;
  toBankholderId: string;
  amount: Money | undefined;
  floor: Money | undefined;
  /** What one unit sold buys; older orders state what one unit bought costs. */
  target: Rate | undefined;
  direction: TriggerDirection | undefined;
  slippageBps: number;
  hold: Readonly<{ id: OperationId; amount: Money }> | undefined;
  repeat: AutoFxTerms['repeat'];
  startsAt: Date | undefined;
  nextRunAt: Date | undefined;
  validUntil: Date | undefined;
  remindedAt: Date;
  offHours: AutoFxTerms['offHours'];
  runs: number;
  attempts: number;
  isApproved: boolean;
}>;

export const isScheduled = (type: AutoFxTerms['type']): boolean => type === 'schedule' || type === 'sweep';

/**
 * A limit waits for a better rate, a stop for a worse one. Better means a rise if the target prices the sold currency,
 * a fall if it prices the bought one.
 */
export function triggerDirection(type: 'limit' | 'stop', sell: Currency, target: Rate): TriggerDirection {
  return (type === 'limit') === (target.base === sell) ? 'rises_to' : 'falls_to';
}

export const hasReachedTarget = (rate: Rate, target: Rate, direction: TriggerDirection): boolean =>
  compareRates(rateWithBase(target.base, rate), target) !== (direction === 'rises_to' ? -1 : 1);

export const slippageLimitRate = (target: Rate, direction: TriggerDirection, slippageBps: number): Rate =>
  subtractMargin(target, direction === 'falls_to' ? slippageBps : -slippageBps);

export type OrderFailure = Readonly<{ code: FailureCode; message: string; missing: string | null }>;

export type OrderEvent = Readonly<{
  orderId: string;
  customerId: string;
  userId: string;
  summary: string;
  waiting?: PendingStatus | null;
}>;
export const orderFailed = defineEvent<OrderEvent & { message: string; isFinal: boolean; againAt: string | null }>(
  'auto-fx.failed',
);
export const orderExpired = defineEvent<OrderEvent>('auto-fx.expired');
export const orderHeld = defineEvent<OrderEvent & { why: 'held_offhours' | 'held_service_off'; until: string | null }>(
  'auto-fx.held',
);
export const paymentDue = defineEvent<
  OrderEvent &
    Readonly<{
      conversionId: string;
      bankholderId: string;
      bought: string;
      buy: Currency;
      afterFill: PaymentOnFill;
      teamApproved: boolean;
    }>
>('auto-fx.payment_due');
export const paymentFailed = defineEvent<OrderEvent & { message: string }>('auto-fx.payment_failed');
export const orderReminderDue = defineEvent<OrderEvent>('auto-fx.reminder_due');
