import type { SuiteCoverage } from './coverage-map.ts';
import type { Numbered } from './defect.ts';
import type { Witnesses } from './find-suites-of.ts';
import type { Suite, SuiteWorker, WorkerOutcome } from './suites.ts';

/** `by`: the suite that turned red. */
export type Verdict =
  | Readonly<{ state: 'caught'; by: string; failure: string }>
  | Readonly<{ state: 'survived'; tried: number; of: number }>
  | Readonly<{ state: 'not run' }>;

export type Tried = Readonly<{ defect: Numbered; verdict: Verdict }>;

type Options = Readonly<{
  worker: SuiteWorker;
  witnessesOf: (defect: Numbered) => Witnesses;
  /** How long the suites of one defect may take together, by the times that they took without one. */
  budgetMs: number;
  /** The next defect to try, while there is time. */
  next: () => Numbered | undefined;
  done: (tried: Tried) => void;
}>;

const mostSuites = 10;
const leastLimitMs = 10_000;
/** On a busy machine a suite can take long without a defect, too. */
const retryLimitFactor = 4;
/** A new process first imports the sources. */
const importMs = 30_000;
/** A suite that leaves something behind could turn all later ones red, so now and then one runs without a defect. */
const mostUnconfirmed = 8;
const mostRuns = 60;

/** Tries one defect after the other in the processes of one worker. */
export class DefectTrial {
  private readonly options: Options;
  private readonly again: Numbered[] = [];
  private readonly brokenSuites = new Set<string>();
  private unconfirmed: { defect: Numbered; suite: SuiteCoverage; verdict: Verdict }[] = [];
  private runs = 0;

  constructor(options: Options) {
    this.options = options;
  }

  async run(): Promise<void> {
    const { next, done, worker } = this.options;
    for (;;) {
      const defect = this.again.shift() ?? next();
      if (defect) {
        const verdict = await this.tryDefect(defect);
        if (verdict) done({ defect, verdict });
      } else {
        await this.confirm();
        if (this.again.length === 0) break;
      }
      if (this.runs >= mostRuns) await this.confirm().then(() => this.restart());
    }
    await worker.stop();
  }

  /** Nothing if it was caught and is to be confirmed later. */
  private async tryDefect(defect: Numbered): Promise<Verdict | undefined> {
    const { suites, needsNewProcess } = this.options.witnessesOf(defect);
    if (suites.length === 0) return { state: 'not run' };
    const chosen = chooseSuites(suites, defect.defect.file, this.options.budgetMs).filter(
      ({ suite }) => !this.brokenSuites.has(suite.file),
    );
    if (needsNewProcess) return this.tryInNewProcess(defect, chosen, suites.length);
    let isReached = false;
    for (const suite of chosen) {
      const outcome = await this.runSuite(suite, defect.id);
      isReached ||= outcome.isReached;
      if (outcome.failure === undefined) {
        this.confirmAll();
        continue;
      }
      const verdict: Verdict = { state: 'caught', by: suite.suite.file, failure: outcome.failure };
      this.unconfirmed.push({ defect, suite, verdict });
      if (this.unconfirmed.length >= mostUnconfirmed) await this.confirm();
      return undefined;
    }
    if (isReached) return { state: 'survived', tried: chosen.length, of: suites.length };
    // What a process remembers from its import or its first use is calculated only in a new one.
    return this.tryInNewProcess(defect, chosen.slice(0, 2), suites.length, chosen.length);
  }

  private async tryInNewProcess(
    defect: Numbered,
    chosen: readonly SuiteCoverage[],
    of: number,
    tried = chosen.length,
  ): Promise<Verdict> {
    await this.confirm();
    await this.restart();
    let verdict: Verdict = { state: 'survived', tried, of };
    for (const suite of chosen) {
      const { failure } = await this.runSuite(suite, defect.id);
      if (failure === undefined) continue;
      await this.restart();
      if (await this.isGreen(suite)) {
        verdict = { state: 'caught', by: suite.suite.file, failure };
        break;
      }
      this.brokenSuites.add(suite.suite.file);
      console.log(`  red without a defect, so not used: ${suite.suite.file}`);
      await this.restart();
    }
    if (verdict.state === 'survived') await this.restart();
    return verdict;
  }

  /** Runs the last suite without a defect. If it is red, the defects since the last green run are tried again. */
  private async confirm(): Promise<void> {
    const last = this.unconfirmed.at(-1);
    if (!last) return;
    if (await this.isGreen(last.suite)) return this.confirmAll();
    await this.restart();
    if (!(await this.isGreen(last.suite))) {
      this.brokenSuites.add(last.suite.suite.file);
      console.log(`  red without a defect, so not used: ${last.suite.suite.file}`);
      await this.restart();
    }
    this.again.push(...this.unconfirmed.map(({ defect }) => defect));
    this.unconfirmed = [];
  }

  private confirmAll(): void {
    for (const { defect, verdict } of this.unconfirmed) this.options.done({ defect, verdict });
    this.unconfirmed = [];
  }

  private async isGreen(suite: SuiteCoverage): Promise<boolean> {
    return (await this.runSuite(suite, 0)).failure === undefined;
  }

  /** A suite that hangs does so twice, the second time alone in its process and with a longer limit. */
  private async runSuite(suite: SuiteCoverage, defect: number): Promise<WorkerOutcome> {
    const outcome = await this.runOnce(suite, defect, 1);
    if (!outcome.isTimeout) return outcome;
    await this.restart();
    return this.runOnce(suite, defect, retryLimitFactor);
  }

  private runOnce({ suite, ms }: SuiteCoverage, defect: number, limitFactor: number): Promise<WorkerOutcome> {
    const limitMs = limitFactor * Math.max(leastLimitMs, 3 * ms) + (this.runs === 0 ? importMs : 0);
    this.runs += 1;
    return this.options.worker.run({ suite, defect, limitMs, stopsAtFailure: true });
  }

  private async restart(): Promise<void> {
    this.runs = 0;
    await this.options.worker.stop();
  }
}

/** Those of the module itself first, then those of its district, each the quickest first, up to a limit. */
export function chooseSuites(suites: readonly SuiteCoverage[], file: string, budgetMs: number): SuiteCoverage[] {
  const sorted = suites.toSorted(
    (one, other) => distance(one.suite, file) - distance(other.suite, file) || one.ms - other.ms,
  );
  let ms = 0;
  return sorted.slice(0, mostSuites).filter((suite, i) => {
    ms += suite.ms;
    return i < 2 || ms <= budgetMs;
  });
}

/** 0: beside the file; 1: in the same district; 2: elsewhere. */
function distance(suite: Suite, file: string): number {
  const [own, other] = [file.split('/').slice(0, -1), suite.file.split('/').slice(0, -1)];
  if (own.every((part, i) => other[i] === part)) return 0;
  return own.slice(0, 4).every((part, i) => other[i] === part) ? 1 : 2;
}
