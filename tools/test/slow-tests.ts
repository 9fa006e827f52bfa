import { pbkdf2Sync } from 'node:crypto';
import type { TestTiming } from './report.ts';

/** Tests that may take longer, by the beginning of their suite and name, and why. */
type SlowTest = Readonly<{ suite: string; name: string; reason: string }>;

export type SlowTestRule = Readonly<{ limitMs: number; allowed: readonly SlowTest[] }>;

export const slowTestRule: SlowTestRule = {
  limitMs: 5000,
  allowed: [
    {
      suite: 'test/simulation/simulation.db.test.ts',
      name: 'every payment ends once',
      reason: 'simulates every route and scenario, then verifies all books and rows',
    },
    {
      suite: 'test/fuzz/fuzz.db.test.ts',
      name: 'generated requests',
      reason: 'sends each of some 450 operations once, in order',
    },
    {
      suite: 'apps/api/src/payments/standing-order/run-standing-orders.db.test.ts',
      name: 'each date is paid exactly once > with two workers',
      reason: 'runs two workers through a year with both clock changes',
    },
    {
      suite: 'apps/api/src/payments/execution/stopped-service.db.test.ts',
      name: 'a partner that no longer answers > stops its service alone',
      reason: 'waits for jobs that run every one or two seconds: the breaker, its trial calls, the release',
    },
    {
      suite: 'apps/api/src/payments/execution/deadlock.db.test.ts',
      name: 'concurrent status reports',
      reason: 'six payers in six rounds, so that reports, returns and credits of one account meet in every order',
    },
    {
      suite: 'apps/api/src/payees/closing-pack/closing-pack.db.test.ts',
      name: 'all records of a customer > stay available for five years',
      reason: 'prepares two archives of statements as PDF, each in a thread of its own',
    },
    {
      suite: 'apps/api/src/accounts/statement/export/writers/writers.test.ts',
      name: 'PDF > has room for the most rows',
      reason: 'sets as many rows as a file may have',
    },
  ],
};

export const findSlowTests = (tests: readonly TestTiming[], { limitMs, allowed }: SlowTestRule): TestTiming[] =>
  tests.filter(
    ({ suite, name, ms }) =>
      ms > limitMs && !allowed.some((test) => suite === test.suite && name.startsWith(test.name)),
  );

/** Milliseconds that the work below takes on the machine for which the limit was chosen. */
const referenceMs = 400;
const freshBytes = 256 * 2 ** 20;

/** How many times slower than that machine this one is at the moment; at least 1. */
export function machineSlowness(): number {
  const start = performance.now();
  pbkdf2Sync('password', 'salt', 1_000_000, 32, 'sha256');
  Buffer.allocUnsafeSlow(freshBytes).fill(1); // some virtual machines provide memory much slower than they calculate
  return Math.max(1, (performance.now() - start) / referenceMs);
}
