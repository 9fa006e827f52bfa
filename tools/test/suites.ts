import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { explainSkipped, findMissingTools } from '../missing-tools.mjs';
import type { Report, TestTiming } from './report.ts';
import { findSlowTests, type SlowTestRule } from './slow-tests.ts';
import { type Outcome, outcomeOf, runCommand, type Step } from './step.ts';

type MissingTool = ReturnType<typeof findMissingTools>[number];
type RunnerReport = Report & { remark?: string };

const timingReporter = join(import.meta.dirname, 'timing-reporter.ts');

/** `projects`: of vitest.config.ts. `scope`: further arguments that limit the run to some tests; such a run may be empty. */
export function vitest(name: string, projects: readonly string[], scope: readonly string[], slow?: SlowTestRule): Step {
  const run = (files: readonly string[], more: readonly string[]) =>
    runSuite(scope.length > 0, (reportFile) => {
      const args = [
        'run',
        ...projects.map((project) => `--project=${project}`),
        ...files,
        ...more,
        '--reporter=default',
        `--reporter=${timingReporter}`,
      ];
      return runCommand('vitest', [...args, '--no-color'], { REPORT_FILE: reportFile });
    });
  return { name, run: async () => refuseSlowTests(await run([], scope), slow, (suite) => run([suite], [])) };
}

/**
 * A test above the limit fails, unless the list of slow tests names it. Its suite runs once more by itself first, because
 * a busy machine makes every test slow; what fails then counts too.
 */
async function refuseSlowTests(
  outcome: Outcome,
  rule: SlowTestRule | undefined,
  runAgain: (suite: string) => Promise<Outcome>,
): Promise<Outcome> {
  if (rule === undefined || outcome.failed > 0) return outcome;
  const suites = new Set(findSlowTests(outcome.tests, rule).map(({ suite }) => suite));
  const second: Outcome[] = [];
  for (const suite of suites) second.push(await runAgain(suite));
  const slow = second.flatMap(({ tests }) => findSlowTests(tests, rule)).map(describeSlowTest);
  const failed = second.reduce((sum, again) => sum + again.failed, slow.length);
  if (failed === 0) return outcome;
  const advice = `Above ${rule.limitMs / 1000} s. Make them faster, or list them with a reason in tools/test/slow-tests.ts.`;
  const output = [outcome, ...second].map((each) => each.output).concat(slow.length > 0 ? [...slow, advice] : []);
  return { ...outcome, failed, output: output.filter(Boolean).join('\n') };
}

const describeSlowTest = ({ suite, name, ms }: TestTiming): string => `${(ms / 1000).toFixed(1)} s  ${suite}: ${name}`;

type PlaywrightSuite = Readonly<{
  file: string;
  suites?: readonly PlaywrightSuite[];
  specs: readonly Readonly<{
    title: string;
    tests: readonly Readonly<{ projectName: string; results: readonly Readonly<{ duration: number }>[] }>[];
  }>[];
}>;
type PlaywrightReport = Readonly<{
  stats: Readonly<{ expected: number; unexpected: number; flaky: number; skipped: number }>;
  suites: readonly PlaywrightSuite[];
}>;

function journeysOf({ file, suites = [], specs }: PlaywrightSuite): TestTiming[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ projectName, results }) => ({
      suite: `e2e/${file}`,
      name: `${title} (${projectName})`,
      ms: results.reduce((total, { duration }) => total + duration, 0),
    })),
  );
  return [...own, ...suites.flatMap(journeysOf)];
}

function readPlaywrightReport({ stats, suites }: PlaywrightReport): RunnerReport {
  const tests = suites.flatMap(journeysOf);
  const files = Map.groupBy(tests, ({ suite }) => suite);
  const flaky = `${stats.flaky} passed only when tried again: mend what they stumble over.`;
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
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
    const nothing = { passed: 0, failed: 0, skipped: 0, tests: [], suites: [] };
    if (!existsSync(reportFile)) return { ...nothing, failed: mayBeEmpty && code === 0 ? 0 : 1, output };
    const { remark = '', ...report } = read(JSON.parse(readFileSync(reportFile, 'utf8')) as object);
    if (report.passed + report.failed === 0 && !mayBeEmpty)
      return { ...report, failed: 1, output: `${output}\nNo test ran.` };
    const failed = code === 0 ? report.failed : Math.max(report.failed, 1);
    return { ...report, failed, output: code === 0 ? remark : output };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
