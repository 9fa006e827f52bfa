import { Session } from 'node:inspector';
import { runBaseTests, setupEnvironment } from 'vitest/worker';
import type { CollectedTask, Counts, FunctionCounts, SuiteJob, SuiteOutcome, WorkerStart } from './suite-messages.ts';

/**
 * A process that runs one suite after the other, each as often as it is asked for, without starting Vitest or importing
 * the sources again. `runBaseTests` is what Vitest's own workers call; the main process that they would report to is
 * replaced by `reporter` below.
 */

type WorkerState = Parameters<typeof runBaseTests>[1];
type Traces = Parameters<typeof runBaseTests>[2];

const globals = globalThis as typeof globalThis & { larkmereDefect?: number; larkmereDefectReached?: boolean };
const send = process.send?.bind(process);
if (!send) throw new Error('The worker of suites is started by fork.');

/** Vitest measures itself with these; nobody reads what they say here. */
const traces = { $: runTraced } as unknown as Traces;
function runTraced(_name: string, options: unknown, work?: () => unknown): unknown {
  return (work ?? (options as () => unknown))();
}

let start: WorkerStart | undefined;
const session = new Session();
const prepared = new Set<string>();

process.on('message', (message: WorkerStart | SuiteJob) => {
  if (message.type === 'start') begin(message);
  else void runSuite(message).then((outcome) => send(outcome));
});

function begin(message: WorkerStart): void {
  start = message;
  if (message.coverageOf === undefined) return;
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
}

async function runSuite(job: SuiteJob): Promise<SuiteOutcome> {
  if (!start) throw new Error('A job came before the start.');
  const began = performance.now();
  globals.larkmereDefect = job.defect;
  globals.larkmereDefectReached = false;
  process.env.LARKMERE_DEFECT = String(job.defect); // for processes that the suite starts
  const files: CollectedTask[] = [];
  const errors: string[] = [];
  const cancellations = new Set<(reason: 'test-failure') => unknown>();
  const reporter: Record<string, (...values: never[]) => unknown> = {
    onCollected: (collected: readonly CollectedTask[]) => files.push(...collected),
    onTaskUpdate: (packs: readonly [string, { state?: string } | undefined][]) => {
      if (!job.stopsAtFailure || !packs.some(([, result]) => result?.state === 'fail')) return;
      for (const cancel of cancellations) cancel('test-failure');
    },
    onUnhandledError: (error: { message?: string }) => errors.push(error.message ?? 'unhandled error'),
  };
  const initial = await preload(start);
  try {
    await run(job, start, reporter, cancellations);
  } catch (error) {
    errors.push(error instanceof Error ? error.message : String(error));
  }
  const failures = [...files.flatMap(failuresOf), ...errors];
  if (files.length === 0 && failures.length === 0) failures.push('no test was collected');
  return {
    type: 'outcome',
    failure: failures[0]?.slice(0, 300),
    isReached: globals.larkmereDefectReached,
    ms: performance.now() - began,
    initial,
    ran: takeCounts(start.coverageOf),
  };
}

let isPreloaded = false;

async function preload({ preloaded, coverageOf }: WorkerStart): Promise<Counts> {
  if (!isPreloaded) for (const module of preloaded) await import(module);
  const counts = takeCounts(coverageOf);
  const initial = isPreloaded ? {} : counts;
  isPreloaded = true;
  return initial;
}

async function run(
  { suite, project }: SuiteJob,
  { configs, provided }: WorkerStart,
  reporter: Record<string, (...values: never[]) => unknown>,
  cancellations: Set<(reason: 'test-failure') => unknown>,
): Promise<void> {
  const config = configs[project];
  if (!config) throw new Error(`There is no project ${project}.`);
  const rpc = new Proxy(
    {},
    {
      get:
        (_, name) =>
        async (...values: never[]) =>
          reporter[String(name)]?.(...values),
    },
  );
  const environment = { name: 'node', options: null };
  const context = { environment, config, pool: 'forks', rpc, metaEnv: process.env, projectName: project, traces };
  if (!prepared.has(project)) await setupEnvironment(context as unknown as Parameters<typeof setupEnvironment>[0]);
  prepared.add(project);
  const ctx = { ...context, files: [{ filepath: suite }], providedContext: provided, workerId: 1, concurrencyId: 1 };
  const state = {
    ctx,
    config,
    rpc,
    resolvingModules: new Set(),
    durations: { environment: 0, prepare: performance.now(), fetch: 0 },
    onCancel: (cancel: (reason: 'test-failure') => unknown) => {
      cancellations.add(cancel);
      return () => cancellations.delete(cancel);
    },
    onCleanup: () => {},
    providedContext: provided,
    metaEnv: process.env,
  };
  await runBaseTests('run', state as unknown as WorkerState, traces);
}

function failuresOf({ name, result, tasks = [] }: CollectedTask): string[] {
  const own = result?.state === 'fail' ? [`${name}: ${result.errors?.[0]?.message ?? 'failed'}`] : [];
  return [...tasks.flatMap(failuresOf), ...own];
}

/** What ran since the last call. Functions that did not run are left out. */
function takeCounts(root: string | undefined): Counts {
  if (root === undefined) return {};
  const counts: Record<string, FunctionCounts[]> = {};
  const base = `file://${root}/`;
  session.post('Profiler.takePreciseCoverage', (error, taken) => {
    if (error) throw error;
    for (const { url, functions } of taken.result) {
      if (!url.startsWith(base) || url.includes('/node_modules/') || /\.test\.ts/.test(url)) continue;
      const ran = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
      if (ran.length === 0) continue;
      counts[url.slice(base.length)] = ran.map(({ ranges }) =>
        ranges.map(({ startOffset, endOffset, count }) => [startOffset, endOffset, count] as const),
      );
    }
  });
  return counts;
}
