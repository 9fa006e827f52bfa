import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../test/step.ts';
import { copyTree } from '../copy-tree.ts';
import { readCoverage } from './coverage-map.ts';
import type { Defect, Numbered } from './defect.ts';
import { isEquivalent } from './equivalent.ts';
import { findDefects } from './find-defects.ts';
import { CoverageIndex, type Witnesses } from './find-suites-of.ts';
import { plant } from './plant.ts';
import { sample } from './sample.ts';
import { describeScores, isBelowGoal, scoresOf } from './score.ts';
import { districtOf, readSources } from './sources.ts';
import { findSuites, SuiteWorker, startTemplate } from './suites.ts';
import { DefectTrial, type Tried } from './try-defects.ts';

/** `files`: a part of the names of the files that are changed, or a district. `count`: how many defects are tried. */
type Options = Readonly<{
  isTime: () => boolean;
  count: number;
  seed: number;
  files: string | undefined;
  workers: number;
}>;

/** A defect may cost as much as so many suites of average length, on whatever machine. */
const budgetSuites = 12;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/**
 * Plants small defects in the rules of the server, one by one, and runs the suites that run the changed place. Prints
 * the share that is caught by district, and each defect that is not.
 */
export async function runConditions(options: Options): Promise<{ below: string[]; untried: number }> {
  const { isTime, count, seed, files = '', workers } = options;
  const sources = readSources();
  const isSelected = (file: string): boolean => file.includes(files) || districtOf(file) === files;
  const defects = sources
    .filter(({ file }) => isSelected(file))
    .flatMap(findDefects)
    .filter((defect) => !isEquivalent(defect));
  const chosen = sample(defects, count, seed).map((defect, i) => ({ id: i + 1, defect }));
  if (chosen.length === 0) throw new Error(`No file has ${files} in its name, and no district is called so.`);
  console.log(`  ${chosen.length} of ${defects.length} defects, seed ${seed}`);
  const { suites, configs } = await findSuites();
  const { templateUrl, stop } = await startTemplate();
  const copy = copyTree();
  try {
    const newWorker = (preloaded: readonly string[]) =>
      new SuiteWorker({ tree: root, configs, templateUrl, preloaded });
    const coverage = await readCoverage({ suites, sources, isSelected, newWorker, workers });
    const index = new CoverageIndex(coverage, sources);
    plantAll(copy.dir, chosen);
    const newPlanted = () => new SuiteWorker({ tree: copy.dir, configs, templateUrl });
    const start = performance.now();
    const budgetMs = (budgetSuites * sum(coverage.suites.map(({ ms }) => ms))) / coverage.suites.length;
    const tried = await tryAll({ chosen, isTime, workers, newPlanted, index, budgetMs });
    const seconds = (performance.now() - start) / 1000;
    const scores = scoresOf(tried, sizesOf(defects));
    console.log(describeScores(scores, tried).join('\n'));
    console.log(`  ${(seconds / Math.max(1, tried.length)).toFixed(1)} s a defect, ${workers} at a time`);
    return { below: scores.filter(isBelowGoal).map(({ district }) => district), untried: chosen.length - tried.length };
  } finally {
    copy.remove();
    await stop();
  }
}

function plantAll(dir: string, chosen: readonly Numbered[]): void {
  for (const [file, own] of Map.groupBy(chosen, ({ defect }) => defect.file)) {
    const path = join(dir, file);
    writeFileSync(path, plant(readFileSync(path, 'utf8'), own));
  }
}

type Trial = Readonly<{
  chosen: readonly Numbered[];
  isTime: () => boolean;
  workers: number;
  newPlanted: () => SuiteWorker;
  index: CoverageIndex;
  budgetMs: number;
}>;

async function tryAll({ chosen, isTime, workers, newPlanted, index, budgetMs }: Trial): Promise<Tried[]> {
  const waiting = [...chosen];
  const tried: Tried[] = [];
  const known = new Map<number, Witnesses>();
  const witnessesOf = ({ id, defect }: Numbered): Witnesses => {
    const witnesses = known.get(id) ?? index.witnessesOf(defect);
    known.set(id, witnesses);
    return witnesses;
  };
  const next = (): Numbered | undefined => (isTime() ? waiting.shift() : undefined);
  const done = (one: Tried): void => {
    tried.push(one);
    if (tried.length % 100 === 0) console.log(`  ${tried.length} of ${chosen.length} tried`);
  };
  const run = () => new DefectTrial({ worker: newPlanted(), witnessesOf, budgetMs, next, done }).run();
  await Promise.all(Array.from({ length: workers }, run));
  return tried;
}

const sizesOf = (defects: readonly Defect[]): Map<string, number> =>
  new Map([...Map.groupBy(defects, ({ file }) => districtOf(file))].map(([district, own]) => [district, own.length]));
