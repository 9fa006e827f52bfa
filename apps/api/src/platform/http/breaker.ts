/** `coolOffSec`: from opening to the first trial call. `slowCallMs`: an answer that took longer counts as a failure. */
export type BreakerFigures = Readonly<{
  failureRatePct: number;
  minCalls: number;
  windowSec: number;
  coolOffSec: number;
  trialCalls: number;
  slowCallMs: number;
}>;

/** failed: a 5xx. no_answer: a time-out or a broken connection. */
export type CallResult = 'answered' | 'slow' | 'failed' | 'no_answer';
export type FailureKind = Exclude<CallResult, 'answered'>;

/** What opened the breaker: `failures` of `calls` in `windowSec`, most of them of one kind. */
export type BreakerCause = Readonly<{ kind: FailureKind; failures: number; calls: number; windowSec: number }>;

type Second = Readonly<{ second: number }> & Readonly<Record<CallResult, number>>;

/** `epoch` grows with each change of state: a call that began before the change does not count after it. Times in ms. */
export type Breaker = Readonly<{ epoch: number }> &
  (
    | Readonly<{ state: 'closed'; window: readonly Second[] }>
    | Readonly<{ state: 'open'; openedAt: number; retryAt: number; cause: BreakerCause | null }>
    | Readonly<{
        state: 'half_open';
        openedAt: number;
        retryAt: number;
        cause: BreakerCause | null;
        running: number;
        followUpsRunning: number;
        succeeded: number;
      }>
  );

/** follow_up: about something that the partner may have already, such as a status enquiry. It sends nothing new. */
export type CallKind = 'new' | 'follow_up';

export const closedBreaker = (epoch = 0): Breaker => ({ epoch, state: 'closed', window: [] });

export const openBreaker = (epoch: number, openedAt: number, retryAt: number, cause: BreakerCause | null): Breaker => ({
  epoch,
  state: 'open',
  openedAt,
  retryAt,
  cause,
});

/** What time alone, or other figures, change. */
export function advance(breaker: Breaker, { trialCalls }: BreakerFigures, now: number): Breaker {
  if (breaker.state === 'open' && now >= breaker.retryAt) {
    const { epoch, openedAt, retryAt, cause } = breaker;
    return {
      epoch: epoch + 1,
      state: 'half_open',
      openedAt,
      retryAt,
      cause,
      running: 0,
      followUpsRunning: 0,
      succeeded: 0,
    };
  }
  if (breaker.state === 'half_open' && breaker.succeeded >= trialCalls) return closedBreaker(breaker.epoch + 1);
  return breaker;
}

/**
 * Undefined: the call must not be made. While half open, at most `trialCalls` calls are under way or have succeeded;
 * one follow-up may always go, so that new calls cannot starve the others. Every admitted call ends with `settle` or
 * `release`.
 */
export function admit(breaker: Breaker, figures: BreakerFigures, kind: CallKind, now: number): Breaker | undefined {
  const current = advance(breaker, figures, now);
  if (current.state === 'closed') return current;
  if (current.state === 'open') return undefined;
  const isFree = current.running + current.succeeded < figures.trialCalls;
  if (!isFree && (kind === 'new' || current.followUpsRunning > 0)) return undefined;
  return withRunning(current, kind, 1);
}

type Trial = Extract<Breaker, { state: 'half_open' }>;

const withRunning = (breaker: Trial, kind: CallKind, change: 1 | -1): Trial => ({
  ...breaker,
  running: breaker.running + change,
  followUpsRunning: breaker.followUpsRunning + (kind === 'follow_up' ? change : 0),
});

/** An admitted call of this epoch that was not made. */
export const release = (breaker: Breaker, kind: CallKind, epoch: number): Breaker =>
  breaker.state === 'half_open' && breaker.epoch === epoch ? withRunning(breaker, kind, -1) : breaker;

type EndedCall = Readonly<{ kind: CallKind; epoch: number; result: CallResult; now: number }>;

export function settle(breaker: Breaker, figures: BreakerFigures, { kind, epoch, result, now }: EndedCall): Breaker {
  if (breaker.epoch !== epoch || breaker.state === 'open') return breaker;
  if (breaker.state === 'closed') return countCall(breaker, figures, result, now);
  if (result !== 'answered') {
    const cause = { kind: result, failures: 1, calls: 1, windowSec: figures.windowSec };
    return openBreaker(epoch + 1, breaker.openedAt, now + figures.coolOffSec * 1000, cause);
  }
  const ended = withRunning(breaker, kind, -1);
  return advance({ ...ended, succeeded: ended.succeeded + 1 }, figures, now);
}

export const toResult = (result: Exclude<CallResult, 'slow'>, latencyMs: number, slowCallMs: number): CallResult =>
  result === 'answered' && latencyMs > slowCallMs ? 'slow' : result;

function countCall(
  { epoch, window }: Extract<Breaker, { state: 'closed' }>,
  figures: BreakerFigures,
  result: CallResult,
  now: number,
): Breaker {
  const second = Math.floor(now / 1000);
  const seconds = window.filter((each) => each.second > second - figures.windowSec);
  const current = seconds.find((each) => each.second === second) ?? emptySecond(second);
  const counted = [...seconds.filter((each) => each.second !== second), { ...current, [result]: current[result] + 1 }];
  const cause = causeOf(counted, figures);
  return cause
    ? openBreaker(epoch + 1, now, now + figures.coolOffSec * 1000, cause)
    : { epoch, state: 'closed', window: counted };
}

const emptySecond = (second: number): Second => ({ second, answered: 0, slow: 0, failed: 0, no_answer: 0 });

function causeOf(
  window: readonly Second[],
  { failureRatePct, minCalls, windowSec }: BreakerFigures,
): BreakerCause | undefined {
  const sum = (kind: CallResult): number => window.reduce((total, second) => total + second[kind], 0);
  const kinds = (['no_answer', 'failed', 'slow'] as const).map((kind) => ({ kind, count: sum(kind) }));
  const failures = kinds.reduce((total, { count }) => total + count, 0);
  const calls = failures + sum('answered');
  if (calls < minCalls || failures === 0 || failures * 100 < failureRatePct * calls) return undefined;
  const [most] = kinds.toSorted((one, other) => other.count - one.count);
  return { kind: most?.kind ?? 'no_answer', failures, calls, windowSec };
}
