import type { AutoFxState } from '@larkmere/contract/fx/auto-fx';
import { formatDisplayMoney } from '@larkmere/money/display-amount';
import { describeTarget } from '@larkmere/money/displayed-rate';
import { rateWithBase } from '@larkmere/money/market-convention';
import type { OrderUpdate } from './auto-fx.sql.ts';
import type { AutoFxOrder } from './auto-fx.ts';
import type { DecidedOrder } from './decide-order.ts';
import { maxAttempts, nextRetryAt, nextRun } from './next-run.ts';

const rateRetryMs = 60_000;

/** `isDone` is false when the money was spent in between: the order is then decided again. */
export function orderUpdateFor({ order, decision }: DecidedOrder, isDone: boolean, now: Date): OrderUpdate {
  const kept = unchangedColumns(order);
  switch (decision.kind) {
    case 'fill':
      if (!isDone) return { ...kept, ...retryLater(order, now), hold_id: null, held_minor: null };
      return {
        ...kept,
        ...resetAttempts,
        ...nextState(order, now),
        runs: order.runs + 1,
        hold_id: null,
        held_minor: null,
      };
    case 'wait':
      return { ...kept, ...retryLater(order, now) };
    case 'skip':
      return { ...kept, ...resetAttempts, ...nextState(order, now) };
    case 'hold_offhours':
      return { ...kept, state: 'held_offhours', retry_at: decision.until };
    case 'hold_service':
      return { ...kept, state: 'held_service_off' };
    case 'fail':
      return {
        ...kept,
        ...afterFailure(order, decision.isFinal, decision.failure.code, now),
        ...failureColumns(decision, now),
      };
  }
}

const unchangedColumns = (order: AutoFxOrder): OrderUpdate => ({
  id: order.id,
  state: order.state,
  runs: order.runs,
  attempts: order.attempts,
  next_run_at: order.nextRunAt ?? null,
  retry_at: null,
  failure_code: null,
  failure_message: null,
  failure_missing: null,
  failed_at: null,
  hold_id: order.hold?.id ?? null,
  held_minor: order.hold?.amount.minor ?? null,
});

const resetAttempts = { attempts: 0 } as const;

type NextState = Readonly<{ state: AutoFxState; next_run_at: Date | null }>;

function nextState({ repeat, startsAt, validUntil }: AutoFxOrder, now: Date): NextState {
  const next = startsAt && nextRun(startsAt, repeat, now);
  if (!next || (validUntil && next >= validUntil)) return { state: 'filled', next_run_at: null };
  return { state: 'active', next_run_at: next };
}

const retryLater = ({ target }: AutoFxOrder, now: Date): Partial<OrderUpdate> & Pick<OrderUpdate, 'state'> => ({
  state: 'active',
  ...(target ? {} : { next_run_at: new Date(now.getTime() + rateRetryMs) }),
});

type FailedState = Partial<OrderUpdate> & Pick<OrderUpdate, 'state'>;

function afterFailure(order: AutoFxOrder, isFinal: boolean, code: string, now: Date): FailedState {
  if (isFinal) return { ...endedColumns, state: 'failed_final' };
  const attempts = order.attempts + 1;
  if (order.target || attempts < maxAttempts)
    return { state: 'failed_retryable', attempts, retry_at: nextRetryAt(code, now) };
  const next = nextState(order, now);
  return next.state === 'active' ? { ...next, ...resetAttempts } : { ...endedColumns, state: 'failed_final' };
}

const endedColumns = { next_run_at: null, hold_id: null, held_minor: null } as const;

const failureColumns = (
  { failure }: Extract<DecidedOrder['decision'], { kind: 'fail' }>,
  now: Date,
): Partial<OrderUpdate> => ({
  failure_code: failure.code,
  failure_message: failure.message,
  failure_missing: failure.missing,
  failed_at: now,
});

export function describeOrder(order: AutoFxOrder): string {
  const { type, amountMode, amount, floor, sell, buy, target } = order;
  const what = {
    fixed_sell: () => `exchange ${amount ? formatDisplayMoney(amount) : sell} into ${buy}`,
    fixed_buy: () => `buy ${amount ? formatDisplayMoney(amount) : buy} with ${sell}`,
    all_available: () => `exchange all your ${sell} into ${buy}`,
    above_floor: () => `keep ${floor ? formatDisplayMoney(floor) : sell} and exchange the rest into ${buy}`,
  }[amountMode]();
  if (!target) return what;
  return `when ${describeTarget(rateWithBase(sell, target))} or ${type === 'limit' ? 'more' : 'less'}, ${what}`;
}
