import { stripVTControlCharacters } from 'node:util';

export type Timing = Readonly<{ name: string; ms: number }>;
export type TestTiming = Timing & Readonly<{ suite: string }>;

/** `message`: the beginning of the first error. */
export type Failure = Readonly<{ suite: string; name: string; message: string }>;

/** What a run of tests leaves behind. */
export type Report = {
  passed: number;
  failed: number;
  skipped: number;
  failures: Failure[];
  suites: Timing[];
  tests: TestTiming[];
};

const longest = <T extends Timing>(timings: readonly T[], count: number): T[] =>
  timings.toSorted((one, other) => other.ms - one.ms).slice(0, count);

const line = ({ name, ms }: Timing): string => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`;

const table = (title: string, timings: readonly Timing[]): string[] => [title, ...timings.map(line), ''];

/** The beginning of an error, on one line. */
export const summariseError = (message = ''): string =>
  stripVTControlCharacters(message).trim().replaceAll(/\s+/g, ' ').slice(0, 300);

/** Last in the output, where it is found first. */
export const describeFailures = (failures: readonly Failure[]): string =>
  ['Failed tests', ...failures.map(({ suite, name, message }) => `  ${suite}: ${name}\n    ${message}`), ''].join('\n');

/** The closing tables of a run: where its time went. Journeys of a browser file count one after the other. */
export function describeTimes(steps: readonly (Timing & Pick<Report, 'suites' | 'tests'>)[], totalMs: number): string {
  const tests = steps.flatMap((step) => step.tests.map(({ suite, name, ms }) => ({ name: `${suite}: ${name}`, ms })));
  const suites = steps.flatMap((step) => step.suites);
  return [
    ...table('Steps (some run side by side)', [...steps, { name: 'in all', ms: totalMs }]),
    ...(suites.length > 0 ? table('Slowest suites', longest(suites, 20)) : []),
    ...(tests.length > 0 ? table('Slowest tests', longest(tests, 10)) : []),
  ].join('\n');
}
