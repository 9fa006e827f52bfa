import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../test/step.ts';
import { copyTree } from '../copy-tree.ts';
import { type MutationGroup, mutationGroups } from './groups.ts';

const here = import.meta.dirname;
/** Below the tree's own packages, so that Stryker finds their vitest, and out of the way of checks of the tree. */
const installed = join(here, '../../../node_modules/.cache/mutation');
const goalPercent = 90;

export type MutationScore = Readonly<{ name: string; caught: number; tried: number; survivors: readonly string[] }>;

type Options = Readonly<{ isTime: () => boolean; names?: readonly string[] | undefined }>;

/**
 * Changes the pure modules of money and time one operator, constant or condition at a time in a copy of the tree, and
 * runs their unit tests against each change. Prints the share that the tests notice and each change that they miss.
 * Returns the groups below the goal and those that there was no time for.
 */
export async function runMutation({ isTime, names }: Options): Promise<{ below: string[]; untried: string[] }> {
  await installStryker();
  const { dir, remove } = copyTree();
  const [below, untried]: [string[], string[]] = [[], []];
  try {
    for (const group of mutationGroups.filter(({ name }) => names?.includes(name) ?? true)) {
      if (!isTime()) {
        untried.push(group.name);
        continue;
      }
      const score = await scoreOf(dir, group);
      print(score);
      if (percent(score) < goalPercent) below.push(score.name);
    }
  } finally {
    remove();
  }
  return { below, untried };
}

const percent = ({ caught, tried }: MutationScore): number => (100 * caught) / tried;

function print(score: MutationScore): void {
  const { name, caught, tried, survivors } = score;
  console.log(`  ${percent(score).toFixed(1).padStart(5)} %  ${name.padEnd(12)} ${caught} of ${tried} changes noticed`);
  for (const survivor of survivors) console.log(`           ${survivor}`);
}

/** Stryker has a lock file of its own, because only the nightly run needs it. */
async function installStryker(): Promise<void> {
  if (existsSync(join(installed, 'node_modules/.bin/stryker'))) return;
  mkdirSync(installed, { recursive: true });
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    copyFileSync(join(here, file), join(installed, file));
  const { code, output } = await runCommand('npm', [
    'ci',
    '--prefix',
    installed,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ]);
  if (code !== 0) throw new Error(output);
}

async function scoreOf(dir: string, { name, modules, tests }: MutationGroup): Promise<MutationScore> {
  const [config, report] = [join(dir, 'stryker.json'), join(dir, 'mutation.json')];
  const sources = modules.flatMap((module) => findSources(dir, module));
  writeFileSync(
    config,
    JSON.stringify({
      mutate: sources,
      inPlace: true,
      testRunner: 'vitest',
      plugins: [join(installed, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
      vitest: { configFile: join(dir, 'tools/nightly/mutation/vitest.config.ts'), related: false },
      coverageAnalysis: 'perTest',
      // A constant that is read once, when the module is imported, would need a new process for each change.
      ignoreStatic: true,
      concurrency: 1,
      reporters: ['json'],
      jsonReporter: { fileName: report },
      tempDirName: join(dir, '.stryker'),
    }),
  );
  const { code, output } = await runCommand(
    process.execPath,
    [join(installed, 'node_modules/.bin/stryker'), 'run', config],
    { MUTATION_TESTS: tests.join(',') },
    dir,
  );
  if (code !== 0) throw new Error(`mutation of ${name}: ${output}`);
  return summarise(name, JSON.parse(readFileSync(report, 'utf8')) as Report);
}

function findSources(dir: string, module: string): string[] {
  const sources = globSync(module, { cwd: dir }).filter((file) => !file.endsWith('.test.ts'));
  if (sources.length === 0) throw new Error(`${module} does not exist`);
  return sources;
}

type Report = Readonly<{
  files: Readonly<Record<string, { source: string; mutants: readonly ReportedMutant[] }>>;
}>;
type Position = Readonly<{ line: number; column: number }>;
type ReportedMutant = Readonly<{
  status: string;
  replacement: string;
  location: Readonly<{ start: Position; end: Position }>;
}>;

function summarise(name: string, { files }: Report): MutationScore {
  const all = Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.map((mutant) => ({ ...mutant, file, line: source.split('\n')[mutant.location.start.line - 1] ?? '' })),
  );
  const caught = all.filter(({ status }) => status === 'Killed' || status === 'Timeout');
  const missed = all.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  const survivors = missed.map(
    ({ file, line, location: { start }, replacement }) =>
      `${file}:${start.line}:${start.column}  ${line.trim()}  →  ${replacement.replaceAll(/\s+/g, ' ').slice(0, 80)}`,
  );
  return { name, caught: caught.length, tried: caught.length + missed.length, survivors };
}
