import type { AfterFill, AutoFxState, AutoFxTerms } from '@larkmere/contract/auto-fx';
import type { Waiting } from '@larkmere/contract/waiting';
import type { AccountId } from '@larkmere/ledger/types';
import { ratePricing } from '@larkmere/money/market-order';
import type { Currency, Money } from '@larkmere/money/money';
import { compareRates, lessMargin, type Rate } from '@larkmere/money/rate';
import type { Tier } from '../fx/fx.ts';
import { event } from '../kernel/outbox.ts';
import type { Ctx } from '../kernel/verb.ts';
import type { Payer } from '../payment/payment.ts';

export type PayerCtx = Omit<Ctx, 'actor'> & Readonly<{ actor: Payer }>;

export type Direction = 'rises_to' | 'falls_to';

export type Order = Readonly<{
  id: string;
  reference: string;
  customerId: string;
  personId: string;
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
  direction: Direction | undefined;
  slippageBps: number;
  held: Readonly<{ id: string; amount: Money }> | undefined;
  repeat: AutoFxTerms['repeat'];
  startsAt: Date | undefined;
  nextRunAt: Date | undefined;
  validUntil: Date | undefined;
  remindedAt: Date;
  offHours: AutoFxTerms['offHours'];
  runs: number;
  attempts: number;
  teamApproved: boolean;
}>;

export const nextStates: Readonly<Record<AutoFxState, readonly AutoFxState[]>> = {
  pending_approval: ['active', 'paused', 'expired', 'cancelled'],
  active: ['pending_approval', 'paused', 'triggered', 'expired', 'cancelled'],
  paused: ['pending_approval', 'active', 'expired', 'cancelled'],
  triggered: ['filled', 'active', 'failed_retryable', 'failed_final', 'held_offhours', 'held_service_off'],
  failed_retryable: ['pending_approval', 'active', 'paused', 'expired', 'cancelled'],
  held_offhours: ['pending_approval', 'active', 'paused', 'expired', 'cancelled'],
  held_service_off: ['pending_approval', 'active', 'paused', 'expired', 'cancelled'],
  filled: [],
  failed_final: [],
  expired: [],
  cancelled: [],
};

export const mayBecome = (from: AutoFxState, to: AutoFxState): boolean => nextStates[from].includes(to);
export const isOver = (state: AutoFxState): boolean => nextStates[state].length === 0;
export const isEditable = (state: AutoFxState): boolean => mayBecome(state, 'cancelled');
export const statesThat = (test: (state: AutoFxState) => boolean): AutoFxState[] =>
  (Object.keys(nextStates) as AutoFxState[]).filter(test);

export const isTimed = (type: AutoFxTerms['type']): boolean => type === 'schedule' || type === 'sweep';

/**
 * A limit waits for a better rate, a stop for a worse one. Better means a rise if the target prices the sold currency,
 * a fall if it prices the bought one.
 */
export function directionOf(type: 'limit' | 'stop', sell: Currency, target: Rate): Direction {
  return (type === 'limit') === (target.base === sell) ? 'rises_to' : 'falls_to';
}

export const hasReached = (rate: Rate, target: Rate, direction: Direction): boolean =>
  compareRates(ratePricing(target.base, rate), target) !== (direction === 'rises_to' ? -1 : 1);

export const worstRate = (target: Rate, direction: Direction, slippageBps: number): Rate =>
  lessMargin(target, direction === 'falls_to' ? slippageBps : -slippageBps);

export type FailureCode =
  | 'short_balance'
  | 'account_inactive'
  | 'account_restricted'
  | 'daily_count'
  | 'slippage'
  | 'above_limit'
  | 'pair_unavailable';
export type Failure = Readonly<{ code: FailureCode; message: string; missing: string | null }>;

export type OrderNews = Readonly<{
  orderId: string;
  customerId: string;
  personId: string;
  sentence: string;
  waiting?: Waiting | null;
}>;
export const orderFailed = event<OrderNews & { message: string; isFinal: boolean; againAt: string | null }>(
  'auto-fx.failed',
);
export const orderExpired = event<OrderNews>('auto-fx.expired');
export const orderHeld = event<OrderNews & { why: 'held_offhours' | 'held_service_off'; until: string | null }>(
  'auto-fx.held',
);
export const paymentDue = event<
  OrderNews &
    Readonly<{
      conversionId: string;
      bankholderId: string;
      bought: string;
      buy: Currency;
      afterFill: AfterFill;
      teamApproved: boolean;
    }>
>('auto-fx.payment-due');
export const paymentFailed = event<OrderNews & { message: string }>('auto-fx.payment-failed');
export const orderStillWaiting = event<OrderNews>('auto-fx.still-waiting');
