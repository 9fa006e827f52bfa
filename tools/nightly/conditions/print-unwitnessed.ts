import { root } from '../../test/step.ts';
import { readCoverage } from './coverage-map.ts';
import { CoverageIndex } from './find-suites-of.ts';
import { districtOf, readSources } from './sources.ts';
import { findSuites, SuiteWorker, startTemplate } from './suites.ts';
import { describeUnwitnessed, findUnwitnessed } from './unwitnessed.ts';

/** Runs the unit and database suites that changed, and prints what none of them runs. `files` as in `runConditions`. */
export async function printUnwitnessed(files = ''): Promise<void> {
  const sources = readSources();
  const isSelected = (file: string): boolean => file.includes(files) || districtOf(file) === files;
  const { suites, configs } = await findSuites();
  const { templateUrl, stop } = await startTemplate();
  try {
    const newWorker = (preloaded: readonly string[]) =>
      new SuiteWorker({ tree: root, configs, templateUrl, preloaded });
    const coverage = await readCoverage({ suites, sources, isSelected, newWorker, workers: 2 });
    const index = new CoverageIndex(coverage, sources);
    const selected = sources.filter(({ file }) => isSelected(file));
    console.log(describeUnwitnessed(selected.flatMap((source) => findUnwitnessed(index, source))).join('\n'));
  } finally {
    await stop();
  }
}
