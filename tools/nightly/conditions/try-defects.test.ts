import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { root, runCommand } from '../../test/step.ts';
import { describeDefect } from './defect.ts';
import { findDefects } from './find-defects.ts';
import { CoverageIndex } from './find-suites-of.ts';
import { plant } from './plant.ts';
import { sourceOf } from './sources.ts';
import { SuiteWorker } from './suites.ts';
import { DefectTrial, type Tried } from './try-defects.ts';

const rule = `export const states = ['held', 'sent'];
export function isLate(days: number): boolean {
  return days > 3;
}
export const isEarly = (days: number): boolean => !isLate(days);
export const isToday = (days: number): boolean => days === 0;
export const isKnown = (state: string): boolean => states.includes(state);
`;
const suite = `import { expect, it } from 'vitest';
import { isEarly, isKnown, isLate } from './rule.ts';
it('is late', () => expect([2, 4].map(isLate)).toEqual([false, true]));
it('is early', () => expect(isEarly(1)).toBe(true));
it('is known', () => expect(isKnown('held')).toBe(true));
`;

const tree = mkdtempSync(join(tmpdir(), 'larkmere-defects-'));
symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
afterAll(() => rmSync(tree, { recursive: true }));

/** Vitest is not started within Vitest. */
async function unitConfig(): Promise<{ root: string }> {
  const code = `const { findSuites } = await import('./tools/nightly/conditions/suites.ts');
    console.log(JSON.stringify((await findSuites()).configs.unit));`;
  const { output } = await runCommand(process.execPath, ['--input-type=module', '-e', code]);
  return JSON.parse(output.split('\n').find((line) => line.startsWith('{')) ?? '') as { root: string };
}

describe('trying defects', () => {
  it('names those that the suite misses, and those that it does not run', async () => {
    writeFileSync(join(tree, 'rule.ts'), rule);
    writeFileSync(join(tree, 'rule.test.ts'), suite);
    const options = { tree, configs: { unit: await unitConfig() }, templateUrl: '' };
    const source = sourceOf('rule.ts', rule);

    const covering = new SuiteWorker({ ...options, preloaded: ['rule.ts'] });
    const example = { project: 'unit', file: 'rule.test.ts' };
    const outcome = await covering.run({ suite: example, defect: 0, limitMs: 60_000, stopsAtFailure: true });
    await covering.stop();
    expect(outcome.failure).toBeUndefined();
    const { ran, initial } = outcome;
    const coverage = { suite: example, failure: undefined, ms: 10_000, ran, digests: {} };
    const index = new CoverageIndex({ suites: [coverage], initial }, [source]);

    const waiting = findDefects(source).map((defect, i) => ({ id: i + 1, defect }));
    writeFileSync(join(tree, 'rule.ts'), plant(rule, waiting));
    const tried: Tried[] = [];
    await new DefectTrial({
      worker: new SuiteWorker(options),
      witnessesOf: ({ defect }) => index.witnessesOf(defect),
      budgetMs: 60_000,
      next: () => waiting.shift(),
      done: (one) => tried.push(one),
    }).run();

    const found = tried.map(({ defect, verdict }) => `${verdict.state}: ${describeDefect(defect.defect)}`).sort();
    expect(found).toEqual([
      "caught: rule.ts:1  entry  'held'  →  (removed)",
      'caught: rule.ts:5  not  !isLate(days)  →  isLate(days)',
      'not run: rule.ts:6  equality  days === 0  →  days !== 0',
      "survived: rule.ts:1  entry  'sent'  →  (removed)",
      'survived: rule.ts:3  comparison  days > 3  →  days >= 3',
    ]);
  });
});
