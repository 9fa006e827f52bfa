import { describe, expect, it } from 'vitest';
import type { SuiteCoverage } from './coverage-map.ts';
import { isEquivalent } from './equivalent.ts';
import { findDefects } from './find-defects.ts';
import { CoverageIndex } from './find-suites-of.ts';
import { sample } from './sample.ts';
import { overallPercent, scoresOf } from './score.ts';
import { sourceOf } from './sources.ts';
import type { Counts } from './suite-messages.ts';
import { chooseSuites } from './try-defects.ts';
import { findUnwitnessed } from './unwitnessed.ts';

const coverage = (file: string, ms: number, ran: Counts): SuiteCoverage => ({
  suite: { project: 'unit', file },
  failure: undefined,
  ms,
  ran,
  digests: {},
});

const file = 'apps/api/src/payments/payment/rule.ts';
const rule = sourceOf(
  file,
  "export const states = ['sent', 'held'];\nexport function check(a) { if (a > 1) throw fault(); return a || b; }\nfunction unused() {}",
);
const [checkStart, checkEnd] = [rule.text.indexOf('function check'), rule.text.indexOf('\nfunction unused')];
const user = sourceOf(
  'apps/api/src/payments/bulk/use.ts',
  "import { states } from '../payment/rule.ts';\nexport const use = () => states.length;",
);
const useStart = user.text.indexOf('() =>');

const one = coverage('apps/api/src/payments/payment/rule.test.ts', 10, {
  [file]: [
    [
      [checkStart, checkEnd, 2],
      [rule.text.indexOf('throw'), rule.text.indexOf(' return'), 0],
    ],
  ],
});
const two = coverage('apps/api/src/payments/bulk/use.test.ts', 20, {
  [user.file]: [[[useStart, user.text.length - 1, 1]]],
});
const index = new CoverageIndex({ suites: [one, two], initial: {} }, [rule, user]);
const defects = findDefects(rule);

describe('suites that run a defect', () => {
  const suitesOf = (original: string): string[] => {
    const defect = defects.find((each) => each.original === original);
    return defect ? index.witnessesOf(defect).suites.map(({ suite }) => suite.file) : [];
  };

  it('are those that ran its place', () => {
    expect(suitesOf('a > 1')).toEqual([one.suite.file]);
  });

  it('are those that ran what names it, if it is calculated at the import', () => {
    expect(suitesOf("'sent'")).toEqual([two.suite.file]);
  });

  it('are tried from near to far, the quickest first, as long as there is time', () => {
    const far = coverage('test/simulation/simulation.db.test.ts', 1, {});
    const slow = coverage('apps/api/src/payments/payment/slow.db.test.ts', 50, {});
    expect(chooseSuites([far, two, slow, one], file, 1000)).toEqual([one, slow, two, far]);
    expect(chooseSuites([far, two, slow, one], file, 70)).toEqual([one, slow]);
  });
});

describe('what no suite runs', () => {
  it('names functions, and conditions that go one way', () => {
    expect(findUnwitnessed(index, rule).map(({ line, what }) => `${line} ${what}`)).toEqual([
      '3 never runs: unused',
      '2 never true: a > 1',
      '2 right side always needed: a || b',
    ]);
  });
});

describe('sample', () => {
  const many = ['payments', 'fx', 'cards'].flatMap((district, at) =>
    Array.from({ length: 10 ** (at + 1) }, (_, i) => ({ ...defects[0], file: `apps/api/src/${district}/a/${i}.ts` })),
  ) as typeof defects;

  it('is the same for a seed, and gives a small district its part', () => {
    expect(sample(many, 100, 7)).toEqual(sample(many, 100, 7));
    expect(sample(many, 100, 7)).not.toEqual(sample(many, 100, 8));
    expect(new Set(sample(many, 100, 7)).size).toBe(100);
    expect(sample(many, 100, 7).filter((defect) => defect.file.includes('/payments/')).length).toBe(10);
  });

  it('takes all that there are', () => {
    expect(sample(many, 5000, 1)).toHaveLength(many.length);
  });
});

describe('shares', () => {
  it('weigh each district by its defects', () => {
    const tried = ['payments', 'payments', 'fx'].map((district, i) => ({
      defect: { id: i, defect: { ...defects[0], file: `apps/api/src/${district}/a.ts` } as (typeof defects)[number] },
      verdict: i === 0 ? ({ state: 'caught', by: '', failure: '' } as const) : ({ state: 'not run' } as const),
    }));
    const scores = scoresOf(
      tried,
      new Map([
        ['payments', 300],
        ['fx', 100],
      ]),
    );
    expect(scores).toEqual([
      { district: 'fx', all: 100, tried: 1, caught: 0, survived: 0, notRun: 1 },
      { district: 'payments', all: 300, tried: 2, caught: 1, survived: 0, notRun: 1 },
    ]);
    expect(overallPercent(scores)).toBe(37.5);
  });
});

describe('equivalent defects', () => {
  it('are known by file and texts, on whatever line', () => {
    const [defect] = defects.filter(({ original, changed }) => original === 'a > 1' && changed === 'a >= 1');
    const known = { file: 'payment/rule.ts', original: 'a > 1', changed: 'a >= 1', reason: 'an example' };
    expect(defect && isEquivalent({ ...defect, line: 99 }, [known])).toBe(true);
    expect(defect && isEquivalent(defect, [{ ...known, changed: 'a < 1' }])).toBe(false);
  });
});
