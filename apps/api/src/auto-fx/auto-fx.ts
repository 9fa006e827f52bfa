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

/** Whoever sets an order up, or in whose name colleagues let it begin. */
export type PayerCtx = Omit<Ctx, 'actor'> & Readonly<{ actor: Payer }>;

/** On which side of its target an order fires, in the direction in which the target is stated. */
export type Direction = 'rises_to' | 'falls_to';

/** An order as it decides: what is wanted, and how far it has come. */
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
  /** What is fixed, or what stays; in the currency that it is of. */
  amount: Money | undefined;
  floor: Money | undefined;
  /** As it was typed: what one unit sold buys, or for orders of before the other way round. */
  target: Rate | undefined;
  direction: Direction | undefined;
  slippageBps: number;
  held: Readonly<{ id: string; amount: Money }> | undefined;
  repeat: AutoFxTerms['repeat'];
  startsAt: Date | undefined;
  nextRunAt: Date | undefined;
  validUntil: Date | undefined;
  /** When its customer was last asked whether it is still wanted. */
  remindedAt: Date;
  offHours: AutoFxTerms['offHours'];
  runs: number;
  attempts: number;
  /** Colleagues have approved these terms, the payment behind them too. */
  teamApproved: boolean;
}>;

/** Where an order may go from each state; whatever is not here is refused. `docs/auto-fx.md` draws this table. */
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
/** Its terms may be changed: it is not being carried out at this moment, and not over. */
export const isEditable = (state: AutoFxState): boolean => mayBecome(state, 'cancelled');
export const statesThat = (test: (state: AutoFxState) => boolean): AutoFxState[] =>
  (Object.keys(nextStates) as AutoFxState[]).filter(test);

/** It goes by days, and not by a target. */
export const isTimed = (type: AutoFxTerms['type']): boolean => type === 'schedule' || type === 'sweep';

/**
 * A limit waits for a better rate and a stop for a worse one. What one unit sold buys is better when it rises, what one unit
 * bought costs when it falls.
 */
export function directionOf(type: 'limit' | 'stop', sell: Currency, target: Rate): Direction {
  return (type === 'limit') === (target.base === sell) ? 'rises_to' : 'falls_to';
}

/** Whether the customer's rate has reached the target or passed it; both are fractions, compared without rounding. */
export const hasReached = (rate: Rate, target: Rate, direction: Direction): boolean =>
  compareRates(ratePricing(target.base, rate), target) !== (direction === 'rises_to' ? -1 : 1);

/** The worst rate, in the direction of the target, at which a stop may still be carried out. */
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
/** Why an order could not be carried out, in the customer's words, with the number that was missing. */
export type Failure = Readonly<{ code: FailureCode; message: string; missing: string | null }>;

export type OrderNews = Readonly<{
  orderId: string;
  customerId: string;
  personId: string;
  /** The order as one sentence. */
  sentence: string;
  /** Of an order that waits on. */
  waiting?: Waiting | null;
}>;
export const orderFailed = event<OrderNews & { message: string; isFinal: boolean; againAt: string | null }>(
  'auto-fx.failed',
);
export const orderExpired = event<OrderNews>('auto-fx.expired');
export const orderHeld = event<OrderNews & { why: 'held_offhours' | 'held_service_off'; until: string | null }>(
  'auto-fx.held',
);
/** A fill whose order goes on with a payment. */
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
/** What was bought stays where it is: the payment that was to follow was refused. */
export const paymentFailed = event<OrderNews & { message: string }>('auto-fx.payment-failed');
/** An order without an end has been waiting for 90 days. */
export const orderStillWaiting = event<OrderNews>('auto-fx.still-waiting');
