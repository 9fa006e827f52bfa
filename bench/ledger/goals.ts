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
  ratioGoal('payments, 128 callers', 'TPC-B c8', 0.6, 1),
  ratioGoal('transfers, 32 callers', 'TPC-B c32', 1, 1.5),
  ratioGoal('transfers, 128 callers', 'TPC-B c8', 1.8, 3),
  ratioGoal('one hot account, 128 callers', 'transfers, 128 callers', 0.9, 1.15),
  ratioGoal('100,000 accounts, 128 callers', 'TPC-B c8', 1.2, 2),
  ratioGoal('three-leg FX, 128 callers', 'TPC-B c8', 1, 2),
  latencyGoal('transfers, 32 callers', 30, 15),
  latencyGoal('transfers, 128 callers', 60, 30),
];

export const isReached = ({ target, unit }: Goal, measured: number): boolean =>
  unit === 'ms' ? measured <= target : measured >= target;
