import { defaultText, formatMessage } from '@larkmere/messages/format-message';
import { defaultLanguage } from '@larkmere/messages/languages';
import { type Message, message } from '@larkmere/messages/message';
import { describeTarget } from '@larkmere/money/displayed-rate';
import { rateWithBase } from '@larkmere/money/market-convention';
import type { OrderUpdate, StoredOrderState } from './auto-fx.sql.ts';
import type { AutoFxOrder } from './auto-fx.ts';
import type { DecidedOrder } from './decide-order.ts';
import { maxAttempts, nextRetryAt, nextRun } from './next-run.ts';

const rateRetryMs = 60_000;

/** `isDone` is false when the money was spent in between: the order is then decided again. */
export function orderUpdateFor({ order, decision }: DecidedOrder, isDone: boolean, now: Date): OrderUpdate {
  const current = unchangedColumns(order);
  switch (decision.kind) {
    case 'fill':
      if (!isDone) return { ...current, ...retryLater(order, now), holdId: null, heldMinor: null };
      return {
        ...current,
        ...resetAttempts,
        ...nextState(order, now),
        runs: order.runs + 1,
        holdId: null,
        heldMinor: null,
      };
    case 'wait':
      return { ...current, ...retryLater(order, now) };
    case 'skip':
      return { ...current, ...resetAttempts, ...nextState(order, now) };
    case 'hold_offhours':
      return { ...current, state: 'held_offhours', retryAt: decision.until };
    case 'hold_service':
      return { ...current, state: 'held_service_off' };
    case 'fail':
      return {
        ...current,
        ...afterFailure(order, decision.isFinal, decision.failure.code, now),
        ...failureColumns(decision, now),
      };
  }
}

const unchangedColumns = (order: AutoFxOrder): Omit<OrderUpdate, 'state'> => ({
  id: order.id,
  runs: order.runs,
  attempts: order.attempts,
  nextRunAt: order.nextRunAt ?? null,
  retryAt: null,
  failureCode: null,
  failureMessage: null,
  failureMissing: null,
  failedAt: null,
  holdId: order.hold?.id ?? null,
  heldMinor: order.hold?.amount.minor ?? null,
});

const resetAttempts = { attempts: 0 } as const;

type NextState = Readonly<{ state: StoredOrderState; nextRunAt: Date | null }>;

function nextState({ repeat, startsAt, validUntil }: AutoFxOrder, now: Date): NextState {
  const next = startsAt && nextRun(startsAt, repeat, now);
  if (!next || (validUntil && next >= validUntil)) return { state: 'filled', nextRunAt: null };
  return { state: 'active', nextRunAt: next };
}

const retryLater = ({ target }: AutoFxOrder, now: Date): Partial<OrderUpdate> & Pick<OrderUpdate, 'state'> => ({
  state: 'active',
  ...(target ? {} : { nextRunAt: new Date(now.getTime() + rateRetryMs) }),
});

type FailedState = Partial<OrderUpdate> & Pick<OrderUpdate, 'state'>;

function afterFailure(order: AutoFxOrder, isFinal: boolean, code: string, now: Date): FailedState {
  if (isFinal) return { ...endedColumns, state: 'failed_final' };
  const attempts = order.attempts + 1;
  if (order.target || attempts < maxAttempts)
    return { state: 'failed_retryable', attempts, retryAt: nextRetryAt(code, now) };
  const next = nextState(order, now);
  return next.state === 'active' ? { ...next, ...resetAttempts } : { ...endedColumns, state: 'failed_final' };
}

const endedColumns = { nextRunAt: null, holdId: null, heldMinor: null } as const;

const failureColumns = (
  { failure }: Extract<DecidedOrder['decision'], { kind: 'fail' }>,
  now: Date,
): Partial<OrderUpdate> => ({
  failureCode: failure.code,
  failureMessage: failure.message,
  failureMissing: failure.missing,
  failedAt: now,
});

export function describeOrder(order: AutoFxOrder): string {
  const { type, sell, target } = order;
  const what = describeExchange(order);
  if (!target) return formatMessage(defaultLanguage, what);
  const code = type === 'limit' ? 'order_at_or_above' : 'order_at_or_below';
  return defaultText(code, { rate: describeTarget(rateWithBase(sell, target)), what });
}

function describeExchange({ amountMode, amount, floor, sell, buy }: AutoFxOrder): Message {
  if (amount)
    return amountMode === 'fixed_buy'
      ? message('order_fixed_buy', { buy: amount, sellCurrency: sell })
      : message('order_fixed_sell', { sell: amount, buyCurrency: buy });
  return floor
    ? message('order_above_floor', { floor, buyCurrency: buy })
    : message('order_all_available', { sellCurrency: sell, buyCurrency: buy });
}
