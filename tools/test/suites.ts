import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { explainSkipped, findMissingTools } from '../missing-tools.mjs';
import { type Failure, type Report, summariseError, type TestTiming } from './report.ts';
import { findSlowTests, machineSlowness, type SlowTestRule } from './slow-tests.ts';
import { type Outcome, outcomeOf, runCommand, type Step } from './step.ts';

type MissingTool = ReturnType<typeof findMissingTools>[number];
type RunnerReport = Report & { remark?: string };

const timingReporter = join(import.meta.dirname, 'timing-reporter.ts');

/** `projects`: of vitest.config.ts. `scope`: further arguments that limit the run to some tests; such a run may be empty. */
export const vitest = (name: string, projects: readonly string[], scope: readonly string[]): Step => ({
  name,
  run: () => runVitest([...projects.map((project) => `--project=${project}`), ...scope], scope.length > 0),
});

const runVitest = (args: readonly string[], mayBeEmpty: boolean): Promise<Outcome> =>
  runSuite(mayBeEmpty, (reportFile) => {
    const reporters = ['--reporter=default', `--reporter=${timingReporter}`];
    return runCommand('vitest', ['run', ...args, ...reporters, '--no-color'], { REPORT_FILE: reportFile });
  });

/**
 * A test of `steps` above the limit fails, unless the list of slow tests names it. Its suite runs once more
 * first, one after the other, because a busy machine makes every test slow; what fails then counts too.
 */
export const slowTests = (name: string, steps: readonly Step[], rule: SlowTestRule): Step => ({
  name,
  run: async (before) => {
    const tests = before
      .filter((outcome) => steps.some((step) => step.name === outcome.name))
      .flatMap((each) => each.tests);
    const suites = new Set(findSlowTests(tests, rule).map(({ suite }) => suite));
    if (suites.size === 0) return outcomeOf({});
    const limitMs = rule.limitMs * machineSlowness();
    const again = await runVitest([...suites, '--maxWorkers=1'], false);
    const failures = findSlowTests(again.tests, { ...rule, limitMs }).map((test) => toFailure(test, limitMs));
    return {
      ...again,
      passed: 0,
      failed: again.failed + failures.length,
      failures: [...again.failures, ...failures],
      suites: [],
      tests: [],
    };
  },
});

const toFailure = ({ suite, name, ms }: TestTiming, limitMs: number): Failure => ({
  suite,
  name,
  message: `${seconds(ms)} by itself, above ${seconds(limitMs)}. Make it faster, or list it with a reason in tools/test/slow-tests.ts.`,
});

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

type PlaywrightError = Readonly<{ message?: string }>;
type PlaywrightSuite = Readonly<{
  file: string;
  suites?: readonly PlaywrightSuite[];
  specs: readonly Readonly<{
    title: string;
    tests: readonly Readonly<{
      projectName: string;
      status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      results: readonly Readonly<{ duration: number; error?: PlaywrightError }>[];
    }>[];
  }>[];
}>;
type PlaywrightReport = Readonly<{
  stats: Readonly<{ expected: number; unexpected: number; flaky: number; skipped: number }>;
  suites: readonly PlaywrightSuite[];
  errors: readonly PlaywrightError[];
}>;

type Journey = TestTiming & Readonly<{ status: string; message: string }>;

function journeysOf({ file, suites = [], specs }: PlaywrightSuite): Journey[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      suite: `e2e/${file}`,
      name: `${title} (${projectName})`,
      ms: results.reduce((total, { duration }) => total + duration, 0),
      status,
      message: summariseError(results.find(({ error }) => error)?.error?.message),
    })),
  );
  return [...own, ...suites.flatMap(journeysOf)];
}

function readPlaywrightReport({ stats, suites, errors }: PlaywrightReport): RunnerReport {
  const tests = suites.flatMap(journeysOf);
  const files = Map.groupBy(tests, ({ suite }) => suite);
  const flaky = `${stats.flaky} passed only when tried again: mend what they stumble over.`;
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: [
      ...tests.filter(({ status }) => status === 'unexpected' || status === 'flaky'),
      ...errors.map(({ message }) => ({ suite: 'e2e', name: 'outside its tests', message: summariseError(message) })),
    ],
    tests,
    suites: [...files].map(([name, own]) => ({ name, ms: own.reduce((total, { ms }) => total + ms, 0) })),
    ...(stats.flaky > 0 && { remark: flaky }),
  };
}

/** Without a browser all journeys count as skipped. */
async function skipJourneys(missing: MissingTool): Promise<Outcome> {
  const { output } = await runCommand('playwright', ['test', '--list']);
  return outcomeOf({ skipped: Number(/Total: (\d+) tests/.exec(output)?.[1] ?? 1), output: explainSkipped(missing) });
}

export function playwright(name: string, scope: readonly string[]): Step {
  const missing = findMissingTools().find((tool) => tool.name === 'chromium');
  if (missing) return { name, run: () => skipJourneys(missing) };
  const run = (file: string) =>
    runCommand('playwright', ['test', ...scope, '--reporter=list,json'], {
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      NO_COLOR: '1',
    });
  return { name, run: () => runSuite(scope.length > 0, run, readPlaywrightReport as (report: object) => RunnerReport) };
}

/** A run without tests, unless `mayBeEmpty`, or with an error outside a test, counts as failed. */
async function runSuite(
  mayBeEmpty: boolean,
  runner: (reportFile: string) => ReturnType<typeof runCommand>,
  read: (report: object) => RunnerReport = (report) => report as Report,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'larkmere-report-'));
  const reportFile = join(folder, 'report.json');
  try {
    const { code, output } = await runner(reportFile);
    if (!existsSync(reportFile)) return outcomeOf({ failed: mayBeEmpty && code === 0 ? 0 : 1, output });
    const { remark = '', ...report } = read(JSON.parse(readFileSync(reportFile, 'utf8')) as object);
    if (report.passed + report.failed === 0 && !mayBeEmpty)
      return { ...report, failed: 1, output: `${output}\nNo test ran.` };
    const failed = code === 0 ? report.failed : Math.max(report.failed, 1);
    return { ...report, failed, output: code === 0 ? remark : output };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
