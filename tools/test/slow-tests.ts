import type { TestTiming } from './report.ts';

/** Tests that may take longer, by the beginning of their suite and name, and why. */
type SlowTest = Readonly<{ suite: string; name: string; reason: string }>;

export type SlowTestRule = Readonly<{ limitMs: number; allowed: readonly SlowTest[] }>;

export const slowTestRule: SlowTestRule = {
  limitMs: 5000,
  allowed: [],
};

export const findSlowTests = (tests: readonly TestTiming[], { limitMs, allowed }: SlowTestRule): TestTiming[] =>
  tests.filter(
    ({ suite, name, ms }) =>
      ms > limitMs && !allowed.some((test) => suite === test.suite && name.startsWith(test.name)),
  );
