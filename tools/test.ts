import { describeFailures, describeTimes, type Timing } from './test/report.ts';
import { slowTestRule } from './test/slow-tests.ts';
import { check, type Outcome, outcomeOf, printed, type Step } from './test/step.ts';
import { playwright, slowTests, vitest } from './test/suites.ts';

/** Without its type-aware plugin, oxlint prints a note, checks almost nothing and exits with 0. */
function findLintGap(output: string): string | undefined {
  const files = Number(/Finished in .* on (\d+) files/.exec(output)?.[1] ?? 0);
  if (files < 100) return `looked at ${files} files only`;
  return /tsgolint/i.test(output) ? 'the type-aware rules did not run' : undefined;
}

/** `--changed` limits tests to those that import a file changed since the given commit, by default since the last one. */
const changed = process.argv.find((argument) => /^--changed(=|$)/.test(argument));
const since = changed?.split('=')[1] ?? 'HEAD';
const vitestScope = changed ? ['--changed', since, '--passWithNoTests'] : [];
const playwrightScope = changed ? [`--only-changed=${since}`, '--pass-with-no-tests'] : [];

/** `--coverage` also prints, by district, the functions that no suite runs and the conditions that go one way only. */
const coverageStep = process.argv.includes('--coverage')
  ? [printed('what no suite runs', 'node', ['tools/coverage.ts', '--suites'])]
  : [];

const staticChecks: readonly Step[] = [
  check('lock file complete', 'npm', [
    'ci',
    '--dry-run',
    '--ignore-scripts',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
  ]),
  check('format', 'biome', ['format', '.']),
  check('lint', 'oxlint', ['--type-aware', '--deny-warnings'], findLintGap),
  check('lint of dependencies', 'biome', ['lint', '--error-on-warnings', '.']),
  check('types of the server', 'tsc', ['-p', '.']),
  check('types of the web', 'tsc', ['-p', 'apps/web']),
  check('unused code', 'knip', ['--no-progress']),
];
const unitTests = vitest('unit tests and boundaries', ['unit', 'web'], vitestScope);
const databaseTests = vitest('database tests', ['database'], vitestScope);

/** The steps of one phase run in order; phases in one row run side by side. */
const rows: readonly (readonly (readonly Step[])[])[] = [
  [staticChecks, [unitTests]],
  [[check('size of the web', 'node', ['tools/size.ts'])], [databaseTests]],
  [[vitest('crash tests', ['crash'], vitestScope)]],
  [[playwright('browser tests', playwrightScope)]],
  [coverageStep],
  [[slowTests('slow tests by themselves', [unitTests, databaseTests], slowTestRule)]],
];

type StepOutcome = Outcome & Timing;

async function runStep(step: Step, before: readonly StepOutcome[]): Promise<StepOutcome> {
  const start = performance.now();
  const outcome = await step
    .run(before)
    .catch((error: Error) => outcomeOf({ failed: 1, output: error.stack ?? error.message }));
  if (outcome.output) console.log(`\n${outcome.output.trim()}\n`);
  const ms = performance.now() - start;
  const tests = outcome.passed + outcome.failed > 1 ? `  (${outcome.passed} passed)` : '';
  console.log(`${outcome.failed === 0 ? '✓' : '✗'} ${(ms / 1000).toFixed(1).padStart(6)} s  ${step.name}${tests}`);
  return { ...outcome, name: step.name, ms };
}

async function runPhase(steps: readonly Step[], before: readonly StepOutcome[]): Promise<StepOutcome[]> {
  const outcomes: StepOutcome[] = [];
  for (const step of steps) outcomes.push(await runStep(step, before));
  return outcomes;
}

const outcomes: StepOutcome[] = [];
for (const row of process.argv.includes('--only=check') ? rows.slice(0, 1) : rows) {
  const before = [...outcomes];
  outcomes.push(...(await Promise.all(row.map((phase) => runPhase(phase, before)))).flat());
}

console.log(`\n${describeTimes(outcomes, performance.now())}`);
const failures = outcomes.flatMap((outcome) => outcome.failures);
if (failures.length > 0) console.log(describeFailures(failures));
const sum = (count: 'passed' | 'failed' | 'skipped') => outcomes.reduce((total, outcome) => total + outcome[count], 0);
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
process.exitCode = sum('failed') === 0 ? 0 : 1;
