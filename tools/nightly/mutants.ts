import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { copyTree } from './copy-tree.ts';

const root = join(import.meta.dirname, '../..');

export type Mutant = Readonly<{ name: string; patch: string; defect: string; suite: Suite }>;
type Suite = Readonly<{ project: string; file: string; only: string | undefined }>;

/**
 * Reads every patch and its header: `Defect:` says what is wrong, `Suite:` names the project, the file and optionally
 * a test.
 */
export function readMutants(): Mutant[] {
  return globSync('test/mutants/*.patch', { cwd: root })
    .sort()
    .map((path) => {
      const patch = join(root, path);
      const head = readFileSync(patch, 'utf8').split('\n--- ')[0] ?? '';
      const what = /^Defect: (.+)$/m.exec(head)?.[1];
      const [, project, file, only] = /^Suite: (\S+) (\S+)(?: (.+))?$/m.exec(head) ?? [];
      if (!what || !project || !file) throw new Error(`${path} does not say what it breaks or who must notice`);
      return { name: basename(path, '.patch'), patch, defect: what, suite: { project, file, only } };
    });
}

export function patchConflict({ patch }: Mutant, dir = root): string | undefined {
  const { status, stderr } = apply(patch, dir, '--check');
  return status === 0 ? undefined : stderr;
}

type MutationRun = Readonly<{
  isTime: () => boolean;
  names: readonly string[] | undefined;
}>;

/**
 * Applies one mutant at a time to a copy and expects its suite to fail. Returns the mutants not caught and those not
 * tried for lack of time.
 */
export async function runMutants({ isTime, names }: MutationRun): Promise<{ escaped: string[]; untried: string[] }> {
  const { dir, remove } = copyTree();
  const [escaped, untried]: [string[], string[]] = [[], []];
  const green = new Map<string, boolean>();
  try {
    for (const planted of readMutants().filter(({ name }) => names?.includes(name) ?? true)) {
      if (!isTime()) {
        untried.push(planted.name);
        continue;
      }
      const start = performance.now();
      const verdict = await testMutant(dir, planted, green);
      const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(6);
      const mark = verdict === 'caught' ? '✓' : '✗';
      console.log(`  ${mark} ${seconds} s  ${planted.name.padEnd(36)} ${planted.suite.file}  ${verdict}`);
      if (verdict !== 'caught') escaped.push(planted.name);
    }
  } finally {
    remove();
  }
  return { escaped, untried };
}

async function testMutant(dir: string, { patch, suite }: Mutant, green: Map<string, boolean>): Promise<string> {
  const key = JSON.stringify(suite);
  if (!green.has(key)) {
    const outcome = await runSuite(dir, suite);
    green.set(key, outcome?.failed === 0);
    if (outcome?.failed !== 0) console.log(outcome?.words.join('\n') ?? '    no test ran to its end');
  }
  if (!green.get(key)) return 'the suite is red without it';
  const planted = apply(patch, dir);
  if (planted.status !== 0) return `does not apply: ${planted.stderr.trim()}`;
  try {
    const outcome = await runSuite(dir, suite);
    if (!outcome) return 'broke the suite itself, so nothing is shown';
    return outcome.failed > 0 ? 'caught' : 'NOT CAUGHT';
  } finally {
    apply(patch, dir, '--reverse');
  }
}

/** A mutant must be caught with these rounds, which are more than those of `npm test`. */
const roundsBySuite: Readonly<Record<string, Record<string, string>>> = {
  'packages/ledger/src/ledger.model.db.test.ts': { RUNS: '300' },
  'packages/ledger/src/concurrency.db.test.ts': { ROUNDS: '10' },
  'test/simulation/simulation.db.test.ts': { SIMULATIONS: '150' },
  'test/simulation/card-payments.db.test.ts': { SEQUENCES: '150' },
  'test/fuzz/fuzz.db.test.ts': { FUZZ_REQUESTS: '1500' },
  'apps/api/src/payments/initiation/dynamic-linking.db.test.ts': { MUTATIONS: '1200' },
  'apps/api/src/fx/conversion/price.test.ts': { CONVERSIONS: '100000' },
  'test/crash/faults.db.test.ts': { TERMINATIONS: '5', CUTS: '20', MESSAGES: '12', CLOCK_STEPS: '4' },
};

async function runSuite(
  dir: string,
  { project, file, only }: Suite,
): Promise<{ failed: number; words: string[] } | undefined> {
  const report = join(dir, 'mutant-report.json');
  rmSync(report, { force: true });
  const filter = only === undefined ? [] : ['-t', only];
  const args = ['run', '--project', project, file, ...filter, '--reporter=json', `--outputFile.json=${report}`];
  const env = { ...process.env, ...roundsBySuite[file] };
  await once(spawn(join(dir, 'node_modules/.bin/vitest'), args, { cwd: dir, env, stdio: 'ignore' }), 'exit');
  if (!existsSync(report)) return undefined;
  const { numFailedTests, numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const words = testResults.flatMap(({ message, assertionResults }) => [
    message,
    ...assertionResults.flatMap(({ failureMessages }) => failureMessages),
  ]);
  return numFailedTests + numPassedTests === 0 ? undefined : { failed: numFailedTests, words: words.filter(Boolean) };
}

type Report = Readonly<{
  numFailedTests: number;
  numPassedTests: number;
  testResults: readonly { message: string; assertionResults: readonly { failureMessages: string[] }[] }[];
}>;

const apply = (patch: string, cwd: string, ...options: string[]) =>
  spawnSync('git', ['apply', ...options, patch], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, GIT_DIR: '/dev/null' },
  });
