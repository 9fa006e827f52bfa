import { medianOf, ratioOf, type Samples } from '../measure/rounds.ts';

type Goal = Readonly<{
  what: string;
  target: number;
  stretchTarget: number;
  unit: '×' | 'ms';
  measure: (samples: Samples) => number;
}>;

const ratioGoal = (name: string, yardstick: string, reach: number, push: number): Goal => ({
  what: `${name} ÷ ${yardstick}`,
  target: reach,
  stretchTarget: push,
  unit: '×',
  measure: (samples) => ratioOf(samples, name, yardstick),
});

const latencyGoal = (name: string, reach: number, push: number): Goal => ({
  what: `${name}, p99`,
  target: reach,
  stretchTarget: push,
  unit: 'ms',
  measure: (samples) => medianOf(samples, name, 'p99'),
});

export const goals: readonly Goal[] = [
  ratioGoal('bulk lane, 256 callers', 'TPC-B c8', 7, 10),
  ratioGoal('bulk lane, 1,024 callers', 'TPC-B c8', 9, 14),
  ratioGoal('one hot account, 1,024 callers', 'bulk lane, 1,024 callers', 1, 1.15),
  ratioGoal('100,000 accounts, 1,024 callers', 'TPC-B c8', 5.5, 8),
  latencyGoal('bulk lane, 64 callers', 8, 4),
  latencyGoal('bulk lane, 256 callers', 15, 10),
  ratioGoal('request lane, 32 callers', 'TPC-B c32', 1, 1.5),
  ratioGoal('5 % refused, 256 callers', 'bulk lane, 256 callers', 0.85, 0.95),
  ratioGoal('three-leg FX, 256 callers', 'TPC-B c8', 4, 6),
];

export const isReached = ({ target, unit }: Goal, measured: number): boolean =>
  unit === 'ms' ? measured <= target : measured >= target;
