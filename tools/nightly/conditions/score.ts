import { describeDefect } from './defect.ts';
import { districtOf, goalPercent } from './sources.ts';
import type { Tried } from './try-defects.ts';

/** `all`: the defects of the district that could be tried. */
export type Score = Readonly<{
  district: string;
  all: number;
  tried: number;
  caught: number;
  survived: number;
  notRun: number;
}>;

export const percent = ({ caught, tried }: Score): number => (tried === 0 ? 0 : (100 * caught) / tried);
export const isBelowGoal = (score: Score): boolean => percent(score) < goalPercent(score.district);

/** By district, in alphabetical order; those of which nothing was tried are left out. */
export function scoresOf(tried: readonly Tried[], sizes: ReadonlyMap<string, number>): Score[] {
  const districts = Map.groupBy(tried, ({ defect }) => districtOf(defect.defect.file));
  return [...districts]
    .map(([district, own]) => {
      const count = (state: string): number => own.filter(({ verdict }) => verdict.state === state).length;
      return {
        district,
        all: sizes.get(district) ?? 0,
        tried: own.length,
        caught: count('caught'),
        survived: count('survived'),
        notRun: count('not run'),
      };
    })
    .toSorted((one, other) => (one.district < other.district ? -1 : 1));
}

/** Of all defects: a district counts as much as it has defects, however many of them were drawn. */
export function overallPercent(scores: readonly Score[]): number {
  const all = scores.reduce((sum, score) => sum + score.all, 0);
  return scores.reduce((sum, score) => sum + (percent(score) * score.all) / all, 0);
}

export function describeScores(scores: readonly Score[], tried: readonly Tried[]): string[] {
  const row = (name: string, values: readonly (string | number)[]): string =>
    `  ${name.padEnd(16)}${values.map((value) => String(value).padStart(10)).join('')}`;
  const sum = (key: 'all' | 'tried' | 'caught' | 'survived' | 'notRun'): number =>
    scores.reduce((total, score) => total + score[key], 0);
  const survivors = tried
    .filter(({ verdict }) => verdict.state !== 'caught')
    .toSorted((one, other) => (describeDefect(one.defect.defect) < describeDefect(other.defect.defect) ? -1 : 1));
  return [
    row('district', ['share', 'goal', 'tried', 'caught', 'survived', 'not run', 'of']),
    ...scores.map((score) =>
      row(score.district, [
        `${percent(score).toFixed(0)} %`,
        `${goalPercent(score.district)} %`,
        score.tried,
        score.caught,
        score.survived,
        score.notRun,
        score.all,
      ]),
    ),
    row('in all', [
      `${overallPercent(scores).toFixed(0)} %`,
      '',
      sum('tried'),
      sum('caught'),
      sum('survived'),
      sum('notRun'),
      sum('all'),
    ]),
    ...[...Map.groupBy(survivors, ({ defect }) => districtOf(defect.defect.file))].flatMap(([district, own]) => [
      `  ${district}`,
      ...own.map(({ defect, verdict }) => `    ${describeDefect(defect.defect)}  (${remark(verdict)})`),
    ]),
  ];
}

const remark = (verdict: Tried['verdict']): string =>
  verdict.state === 'survived' ? `survived ${verdict.tried} of ${verdict.of} suites` : verdict.state;
