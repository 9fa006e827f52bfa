import { medianOf, ratioOf, type Samples } from '../measure/rounds.ts';

type Goal = Readonly<{
  what: string;
  reach: number;
  push: number;
  unit: '×' | 'ms';
  measure: (samples: Samples) => number;
}>;

const times = (name: string, yardstick: string, reach: number, push: number): Goal => ({
  what: `${name} ÷ ${yardstick}`,
  reach,
  push,
  unit: '×',
  measure: (samples) => ratioOf(samples, name, yardstick),
});

const p99 = (name: string, reach: number, push: number): Goal => ({
  what: `${name}, p99`,
  reach,
  push,
  unit: 'ms',
  measure: (samples) => medianOf(samples, name, 'p99'),
});

export const goals: readonly Goal[] = [
  times('bulk lane, 256 callers', 'TPC-B c8', 7, 10),
  times('bulk lane, 1,024 callers', 'TPC-B c8', 9, 14),
  times('one hot account, 1,024 callers', 'bulk lane, 1,024 callers', 1, 1.15),
  times('100,000 accounts, 1,024 callers', 'TPC-B c8', 5.5, 8),
  p99('bulk lane, 64 callers', 8, 4),
  p99('bulk lane, 256 callers', 15, 10),
  times('request lane, 32 callers', 'TPC-B c32', 1, 1.5),
  times('5 % refused, 256 callers', 'bulk lane, 256 callers', 0.85, 0.95),
  times('three-leg FX, 256 callers', 'TPC-B c8', 4, 6),
];

export const isReached = ({ reach, unit }: Goal, measured: number): boolean =>
  unit === 'ms' ? measured <= reach : measured >= reach;
