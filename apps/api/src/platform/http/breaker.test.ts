import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  admit,
  advance,
  type Breaker,
  type BreakerFigures,
  type CallKind,
  type CallResult,
  closedBreaker,
  release,
  settle,
  toResult,
} from './breaker.ts';

const figures: BreakerFigures = {
  failureRatePct: 50,
  minCalls: 4,
  windowSec: 60,
  coolOffSec: 120,
  trialCalls: 2,
  slowCallMs: 5000,
};

type Step = Readonly<{ at: number; result: CallResult; kind?: CallKind }>;

/** One call after the other; `at` in seconds. A call that is not admitted is not made. */
function run(steps: readonly Step[], from: Breaker = closedBreaker()): Breaker {
  let breaker = from;
  for (const { at, result, kind = 'new' } of steps) {
    const admitted = admit(breaker, figures, kind, at * 1000);
    if (!admitted) continue;
    breaker = settle(admitted, figures, { kind, epoch: admitted.epoch, result, now: at * 1000 });
  }
  return breaker;
}

const calls = (text: string, at = 0): Step[] =>
  Array.from(text, (letter) => ({
    at,
    result: ({ a: 'answered', s: 'slow', f: 'failed', n: 'no_answer' } as const)[letter as 'a'],
  }));

describe('a breaker', () => {
  test.each<[string, Step[], Breaker['state']]>([
    ['stays closed without calls', [], 'closed'],
    ['stays closed below the number of calls', calls('nnn'), 'closed'],
    ['opens at the number of calls', calls('nnnn'), 'open'],
    ['opens at exactly the rate', calls('aann'), 'open'],
    ['stays closed below the rate', calls('aanan'), 'closed'],
    ['opens when an answer completes the number of calls', calls('nnna'), 'open'],
    ['counts slow and failed calls', calls('asfa'), 'open'],
    ['forgets calls older than the window', [...calls('nn', 0), ...calls('nn', 60)], 'closed'],
    ['remembers calls within the window', [...calls('nn', 0), ...calls('nn', 59)], 'open'],
    ['makes no call before the end of the cool-off', [...calls('nnnn'), ...calls('aa', 119)], 'open'],
    ['is half open after the first good trial call', [...calls('nnnn'), ...calls('a', 120)], 'half_open'],
    ['closes after the trial calls', [...calls('nnnn'), ...calls('aa', 120)], 'closed'],
    ['opens again at the first bad trial call', [...calls('nnnn'), ...calls('an', 120)], 'open'],
    ['begins with an empty window after it closed', [...calls('nnnn'), ...calls('aannn', 120)], 'closed'],
    ['cools off again', [...calls('nnnn'), ...calls('n', 120), ...calls('aa', 239)], 'open'],
    ['recovers at the second attempt', [...calls('nnnn'), ...calls('n', 120), ...calls('aa', 240)], 'closed'],
  ])('%s', (_, steps, state) => {
    expect(run(steps).state).toBe(state);
  });

  it('names the kind that most failures have', () => {
    expect(run([...calls('aa', 0), ...calls('nn', 1)])).toMatchObject({
      openedAt: 1000,
      retryAt: 121_000,
      cause: { kind: 'no_answer', failures: 2, calls: 4, windowSec: 60 },
    });
    expect(run(calls('ssnn'))).toMatchObject({ cause: { kind: 'no_answer', failures: 4, calls: 4 } });
    expect(run(calls('sssn'))).toMatchObject({ cause: { kind: 'slow', failures: 4, calls: 4 } });
  });

  it('admits no more new calls than it tries, and one follow-up beside them', () => {
    let breaker = run(calls('nnnn'));
    const take = (kind: CallKind): boolean => {
      const admitted = admit(breaker, figures, kind, 120_000);
      breaker = admitted ?? breaker;
      return admitted !== undefined;
    };
    expect([take('new'), take('new'), take('new')]).toEqual([true, true, false]);
    expect([take('follow_up'), take('follow_up'), take('new')]).toEqual([true, false, false]);
    breaker = release(breaker, 'new', breaker.epoch);
    expect([take('new'), take('new')]).toEqual([false, false]);
    breaker = release(breaker, 'follow_up', breaker.epoch);
    expect([take('new'), take('new')]).toEqual([true, false]);
  });

  it('ignores calls that began before the state changed', () => {
    const opened = run(calls('nnnn'));
    const late = { kind: 'new', epoch: 0, now: 125_000 } as const;
    expect(settle(opened, figures, { ...late, result: 'answered' })).toBe(opened);
    const trying = advance(opened, figures, 120_000);
    expect(settle(trying, figures, { ...late, result: 'no_answer' })).toBe(trying);
    expect(release(trying, 'new', 0)).toBe(trying);
  });

  it('closes by itself when fewer trial calls are asked for', () => {
    const trying = run([...calls('nnnn'), ...calls('a', 120)]);
    expect(advance(trying, { ...figures, trialCalls: 1 }, 121_000).state).toBe('closed');
  });

  it('counts an answer as slow only above the limit', () => {
    expect([
      toResult('answered', 5000, 5000),
      toResult('answered', 5001, 5000),
      toResult('failed', 9000, 5000),
    ]).toEqual(['answered', 'slow', 'failed']);
  });
});

describe('in every sequence of calls', () => {
  const anyFigures = fc.record<BreakerFigures>({
    failureRatePct: fc.integer({ min: 1, max: 100 }),
    minCalls: fc.integer({ min: 1, max: 30 }),
    windowSec: fc.integer({ min: 10, max: 120 }),
    coolOffSec: fc.integer({ min: 5, max: 300 }),
    trialCalls: fc.integer({ min: 1, max: 10 }),
    slowCallMs: fc.constant(5000),
  });
  const anyCalls = fc.array(
    fc.record({
      pauseMs: fc.integer({ min: 0, max: 90_000 }),
      kind: fc.constantFrom<CallKind>('new', 'follow_up'),
      end: fc.constantFrom<CallResult | 'released' | 'running'>(
        'answered',
        'slow',
        'failed',
        'no_answer',
        'released',
        'running',
      ),
    }),
    { maxLength: 120 },
  );

  it('opens from closed only with enough calls, and closes again once the partner works', () => {
    fc.assert(
      fc.property(anyFigures, anyCalls, (given, sequence) => {
        let breaker = closedBreaker();
        let now = 0;
        let sinceClosed = 0;
        const running: { kind: CallKind; epoch: number }[] = [];
        for (const { pauseMs, kind, end } of sequence) {
          now += pauseMs;
          const admitted = admit(breaker, given, kind, now);
          if (!admitted) continue;
          if (admitted.state === 'half_open') {
            const isFree = admitted.running + admitted.succeeded <= given.trialCalls;
            expect(isFree || (kind === 'follow_up' && admitted.followUpsRunning === 1)).toBe(true);
          }
          const before = admitted.state;
          const call = { kind, epoch: admitted.epoch };
          breaker = admitted;
          if (end === 'running') running.push(call);
          else if (end === 'released') breaker = release(breaker, kind, call.epoch);
          else {
            sinceClosed = before === 'closed' ? sinceClosed + 1 : 0;
            breaker = settle(breaker, given, { ...call, result: end, now });
          }
          if (before === 'closed' && breaker.state === 'open')
            expect(sinceClosed).toBeGreaterThanOrEqual(given.minCalls);
        }
        for (const call of running) breaker = settle(breaker, given, { ...call, result: 'no_answer', now });
        now += (given.coolOffSec + given.windowSec) * 1000;
        for (let good = 0; good < given.trialCalls; good += 1) {
          const admitted = admit(breaker, given, 'new', now);
          if (!admitted) throw new Error('a trial call was not admitted');
          breaker = settle(admitted, given, { kind: 'new', epoch: admitted.epoch, result: 'answered', now });
        }
        expect(breaker.state).toBe('closed');
      }),
    );
  });
});
