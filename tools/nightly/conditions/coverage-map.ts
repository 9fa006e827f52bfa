import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../test/step.ts';
import type { Source } from './sources.ts';
import type { Counts } from './suite-messages.ts';
import type { Suite, SuiteWorker, WorkerOutcome } from './suites.ts';

const cache = join(root, 'node_modules/.cache/conditions');

/** What a suite ran, and the digests of its own file and of the files that it ran. */
export type SuiteCoverage = Readonly<{
  suite: Suite;
  failure: string | undefined;
  ms: number;
  ran: Counts;
  digests: Readonly<Record<string, string>>;
}>;

export type Coverage = Readonly<{ suites: readonly SuiteCoverage[]; initial: Counts }>;

type Options = Readonly<{
  suites: readonly Suite[];
  sources: readonly Source[];
  /** Coverage of other files may be missing or old. */
  isSelected: (file: string) => boolean;
  newWorker: (preloaded: readonly string[]) => SuiteWorker;
  workers: number;
}>;

const slowestMs = 300_000;
/** Then a new process takes over, because each run of a suite leaves its modules in memory. */
const mostRuns = 60;

/**
 * Runs each suite once and records which functions and blocks it ran. A green suite is not run again while its file and
 * the files that it ran are unchanged.
 */
export async function readCoverage({ suites, sources, isSelected, newWorker, workers }: Options): Promise<Coverage> {
  mkdirSync(cache, { recursive: true });
  const digests = new Map(sources.map(({ file, text }) => [file, digestOf(text)]));
  const isFresh = ({ suite, digests: known }: SuiteCoverage): boolean =>
    Object.entries(known).every(([file, digest]) => (digests.get(file) ?? digestOfFile(suite, file)) === digest);
  const stored = suites.map((suite) => ({ suite, known: readStored(suite) }));
  const stale = stored.filter(
    ({ known }) =>
      known === undefined ||
      known.failure !== undefined ||
      (!isFresh(known) && Object.keys(known.ran).some(isSelected)),
  );
  const preloaded = modulesToPreload(sources);
  const initialFile = join(cache, 'initial.json');
  const waiting = stale.map(({ suite }) => suite);
  if (waiting.length > 0) console.log(`  coverage: ${waiting.length} of ${suites.length} suites run once`);
  const runWaiting = async (): Promise<void> => {
    const worker = newWorker(preloaded);
    let runs = 0;
    for (let suite = waiting.shift(); suite; suite = waiting.shift()) {
      runs += 1;
      if (runs % mostRuns === 0) await worker.stop();
      const outcome = await worker.run({ suite, defect: 0, limitMs: slowestMs, stopsAtFailure: false });
      if (Object.keys(outcome.initial).length > 0) writeFileSync(initialFile, JSON.stringify(outcome.initial));
      store(suite, outcome, digests);
    }
    await worker.stop();
  };
  await Promise.all(Array.from({ length: workers }, runWaiting));
  const known = suites.map(readStored).filter((each) => each !== undefined);
  for (const { suite, failure } of known) if (failure) console.log(`  red without a defect: ${suite.file}, ${failure}`);
  const initial = existsSync(initialFile) ? (JSON.parse(readFileSync(initialFile, 'utf8')) as Counts) : {};
  return { suites: known.filter(({ failure }) => failure === undefined), initial };
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16);
const digestOfFile = ({ file }: Suite, path: string): string =>
  file === path && existsSync(join(root, file)) ? digestOf(readFileSync(join(root, file), 'utf8')) : '';
const pathOf = ({ file }: Suite): string => join(cache, `${file.replaceAll('/', '+')}.json`);

function readStored(suite: Suite): SuiteCoverage | undefined {
  const path = pathOf(suite);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as SuiteCoverage) : undefined;
}

function store(suite: Suite, { failure, ms, ran }: WorkerOutcome, digests: ReadonlyMap<string, string>): void {
  const files = Object.keys(ran).map((file) => [file, digests.get(file) ?? ''] as const);
  const coverage: SuiteCoverage = {
    suite,
    failure,
    ms,
    ran,
    digests: { ...Object.fromEntries(files), [suite.file]: digestOfFile(suite, suite.file) },
  };
  writeFileSync(pathOf(suite), JSON.stringify(coverage));
}

/** Those that another one imports: the others are programs, which start when they are imported. */
function modulesToPreload(sources: readonly Source[]): string[] {
  const imported = new Set(sources.flatMap(({ imports }) => imports));
  return sources.map(({ file }) => file).filter((file) => imported.has(file));
}
