/** Messages between the conditions run and the processes that run its suites. */

/**
 * `configs`: of Vitest, by project. `coverageOf`: the folder whose coverage is recorded, if any. `preloaded`: modules
 * that are imported first, so that what runs then counts for no suite.
 */
export type WorkerStart = Readonly<{
  type: 'start';
  configs: Readonly<Record<string, object>>;
  provided: Readonly<Record<string, string>>;
  coverageOf: string | undefined;
  preloaded: readonly string[];
}>;

/** `defect` 0: none. */
export type SuiteJob = Readonly<{
  type: 'job';
  project: string;
  suite: string;
  defect: number;
  stopsAtFailure: boolean;
}>;

/** Start, end and number of times of a function, then of each block in it that ran at another count. */
export type FunctionCounts = readonly (readonly [number, number, number])[];

/** By file, from the folder that `coverageOf` named. */
export type Counts = Readonly<Record<string, readonly FunctionCounts[]>>;

/** `isReached`: the place of the defect was, in this process. `failure`: the first one. `initial`: what ran during the import of the preloaded modules, with the first outcome. */
export type SuiteOutcome = Readonly<{
  type: 'outcome';
  failure: string | undefined;
  isReached: boolean;
  ms: number;
  initial: Counts;
  ran: Counts;
}>;

/** The parts of a task of Vitest that are read here. */
export type CollectedTask = Readonly<{
  name: string;
  result?: Readonly<{ state?: string; errors?: readonly Readonly<{ message?: string }>[] }>;
  tasks?: readonly CollectedTask[];
}>;
