import type { AutoFxState } from '@larkmere/contract/auto-fx';
import { moneyText } from '@larkmere/money/amount-text';
import { ratePricing } from '@larkmere/money/market-order';
import { targetText } from '@larkmere/money/rate-text';
import type { Outcome } from './auto-fx.sql.ts';
import type { Order } from './auto-fx.ts';
import type { Decided } from './decide-order.ts';
import { againAt, mostAttempts, nextRun } from './next-run.ts';

const waitMs = 60_000;

/** `isDone` is false when the money was spent in between: the order is then decided again. */
export function outcomeOf({ order, decision }: Decided, isDone: boolean, now: Date): Outcome {
  const kept = keptOf(order);
  switch (decision.kind) {
    case 'fill':
      if (!isDone) return { ...kept, ...again(order, now), hold_id: null, held_minor: null };
      return { ...kept, ...cleared, ...goOn(order, now), runs: order.runs + 1, hold_id: null, held_minor: null };
    case 'wait':
      return { ...kept, ...again(order, now) };
    case 'skip':
      return { ...kept, ...cleared, ...goOn(order, now) };
    case 'hold_offhours':
      return { ...kept, state: 'held_offhours', again_at: decision.until };
    case 'hold_service':
      return { ...kept, state: 'held_service_off' };
    case 'fail':
      return { ...kept, ...failed(order, decision.isFinal, decision.failure.code, now), ...failureOf(decision, now) };
  }
}

const keptOf = (order: Order): Outcome => ({
  id: order.id,
  state: order.state,
  runs: order.runs,
  attempts: order.attempts,
  next_run_at: order.nextRunAt ?? null,
  again_at: null,
  failure_code: null,
  failure_message: null,
  failure_missing: null,
  failed_at: null,
  hold_id: order.held?.id ?? null,
  held_minor: order.held?.amount.minor ?? null,
});

const cleared = { attempts: 0 } as const;

type Next = Readonly<{ state: AutoFxState; next_run_at: Date | null }>;

function goOn({ repeat, startsAt, validUntil }: Order, now: Date): Next {
  const next = startsAt && nextRun(startsAt, repeat, now);
  if (!next || (validUntil && next >= validUntil)) return { state: 'filled', next_run_at: null };
  return { state: 'active', next_run_at: next };
}

const again = ({ target }: Order, now: Date): Partial<Outcome> & Pick<Outcome, 'state'> => ({
  state: 'active',
  ...(target ? {} : { next_run_at: new Date(now.getTime() + waitMs) }),
});

type Failed = Partial<Outcome> & Pick<Outcome, 'state'>;

function failed(order: Order, isFinal: boolean, code: string, now: Date): Failed {
  if (isFinal) return { ...ended, state: 'failed_final' };
  const attempts = order.attempts + 1;
  if (order.target || attempts < mostAttempts)
    return { state: 'failed_retryable', attempts, again_at: againAt(code, now) };
  const next = goOn(order, now);
  return next.state === 'active' ? { ...next, ...cleared } : { ...ended, state: 'failed_final' };
}

const ended = { next_run_at: null, hold_id: null, held_minor: null } as const;

const failureOf = ({ failure }: Extract<Decided['decision'], { kind: 'fail' }>, now: Date): Partial<Outcome> => ({
  failure_code: failure.code,
  failure_message: failure.message,
  failure_missing: failure.missing,
  failed_at: now,
});

export function sentenceOf(order: Order): string {
  const { type, amountMode, amount, floor, sell, buy, target } = order;
  const what = {
    fixed_sell: () => `exchange ${amount ? moneyText(amount) : sell} into ${buy}`,
    fixed_buy: () => `buy ${amount ? moneyText(amount) : buy} with ${sell}`,
    all_available: () => `exchange all your ${sell} into ${buy}`,
    above_floor: () => `keep ${floor ? moneyText(floor) : sell} and exchange the rest into ${buy}`,
  }[amountMode]();
  if (!target) return what;
  return `when ${targetText(ratePricing(sell, target))} or ${type === 'limit' ? 'more' : 'less'}, ${what}`;
}
