import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join, relative } from 'node:path';
import { createVitest } from 'vitest/node';
import { migrate } from '../../migrate.ts';
import { startTemporaryPostgres } from '../../postgres/temporary.ts';
import { root } from '../../test/step.ts';
import type { SuiteJob, SuiteOutcome, WorkerStart } from './suite-messages.ts';

/** `file`: from the root of the tree. */
export type Suite = Readonly<{ project: string; file: string }>;

type Configs = Readonly<Record<string, { root: string }>>;

/** The suites that run the server's code within the process, and how Vitest is set for them. */
export async function findSuites(): Promise<{ suites: Suite[]; configs: Configs }> {
  const vitest = await createVitest('test', { root, watch: false });
  try {
    const specifications = await vitest.globTestSpecifications();
    const projects = vitest.projects.filter(({ name }) => name === 'unit' || name === 'database');
    const names = new Set(projects.map(({ name }) => name));
    const suites = specifications
      .filter(({ project }) => names.has(project.name))
      .map(({ project, moduleId }) => ({ project: project.name, file: relative(root, moduleId) }))
      .sort((one, other) => (one.file < other.file ? -1 : 1));
    return {
      suites,
      configs: Object.fromEntries(projects.map(({ name, serializedConfig }) => [name, serializedConfig])),
    };
  } finally {
    await vitest.close();
  }
}

/** A server with the migrated database that suites copy. */
export async function startTemplate(): Promise<{ templateUrl: string; stop: () => Promise<void> }> {
  const { url, stop } = await startTemporaryPostgres();
  try {
    await migrate(url);
    return { templateUrl: url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** With `preloaded` the coverage is recorded. */
type WorkerOptions = Readonly<{ tree: string; configs: Configs; templateUrl: string; preloaded?: readonly string[] }>;

export type WorkerOutcome = Omit<SuiteOutcome, 'type'> & Readonly<{ isTimeout: boolean }>;

type Request = Readonly<{ suite: Suite; defect: number; limitMs: number; stopsAtFailure: boolean }>;

/** Runs suites in a process of its own, which is replaced when it hangs or dies, or on request. */
export class SuiteWorker {
  private process: ChildProcess | undefined;
  private readonly options: WorkerOptions;

  constructor(options: WorkerOptions) {
    this.options = options;
  }

  async run({ suite, defect, limitMs, stopsAtFailure }: Request): Promise<WorkerOutcome> {
    const { tree } = this.options;
    const child = this.process ?? this.start(defect);
    this.process = child;
    const job: SuiteJob = {
      type: 'job',
      project: suite.project,
      suite: join(tree, suite.file),
      defect,
      stopsAtFailure,
    };
    const began = performance.now();
    child.send(job);
    const answer = await answerOf(child, limitMs);
    if (typeof answer !== 'string') return { ...answer, isTimeout: false };
    await this.stop();
    const ms = performance.now() - began;
    return { failure: answer, isReached: false, ms, initial: {}, ran: {}, isTimeout: answer === timeout };
  }

  /** The next suite runs in a new process, whose constants are calculated anew. */
  async stop(): Promise<void> {
    const child = this.process;
    this.process = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  private start(defect: number): ChildProcess {
    const { tree, configs, templateUrl, preloaded } = this.options;
    const child = fork(join(import.meta.dirname, 'suite-worker.ts'), {
      cwd: tree,
      env: { ...process.env, LARKMERE_DEFECT: String(defect), NODE_ENV: 'test', VITEST: 'true' },
      execArgv: ['--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const start: WorkerStart = {
      type: 'start',
      configs: Object.fromEntries(Object.entries(configs).map(([name, config]) => [name, { ...config, root: tree }])),
      provided: { templateUrl },
      coverageOf: preloaded && tree,
      preloaded: preloaded?.map((file) => join(tree, file)) ?? [],
    };
    child.send(start);
    return child;
  }
}

const timeout = 'took too long';

async function answerOf(child: ChildProcess, limitMs: number): Promise<SuiteOutcome | string> {
  const end = new AbortController();
  const { signal } = end;
  const timer = setTimeout(() => end.abort(), limitMs);
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([outcome]) => outcome as SuiteOutcome),
      once(child, 'exit', { signal }).then(([code]) => `the process ended with ${String(code)}`),
    ]);
  } catch {
    return timeout;
  } finally {
    clearTimeout(timer);
    end.abort();
  }
}
