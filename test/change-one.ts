import { randomUUID } from 'node:crypto';
import type { Random } from './outside-world/random.ts';

type Leaf = readonly [path: readonly string[], value: unknown];

/** The PIN entry shows neither the authorisation itself nor the flag that confirms a duplicate. */
const noFigures = ['approval', 'confirmDuplicate'];

const leavesOf = (value: unknown, path: readonly string[] = []): Leaf[] =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]))
    : [[path, value]];

const words =
  'GBP EUR SHA OUR weekly monthly next previous skip hold_and_ask sent received cancel convert limit stop none'.split(
    ' ',
  );

function another(value: unknown, random: Random, swap: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'number') return value + random.between(1, 3);
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return random.oneOf(['1.1000', '2027-03-01', 2]);
  const known = swap.get(value);
  if (known !== undefined) return known;
  if (/^[\da-f]{8}-/.test(value)) return randomUUID();
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return `2027-0${random.between(1, 9)}-${random.between(10, 28)}`;
  const [, decimals] = /^\d+\.(\d+)$/.exec(value) ?? [];
  if (decimals === undefined) return random.oneOf([`${value} 2`, ...words]);
  const by = random.oneOf([1, 7, 100, 5000]) / 10 ** decimals.length;
  return (Number(value) + by).toFixed(decimals.length);
}

/** Changes one value at any depth. `swap` maps a value to the one a fraudster would put in its place. */
export function changeOne<T extends object>(
  order: T,
  random: Random,
  swap: ReadonlyMap<string, string>,
): Readonly<{ order: T; where: string }> {
  const leaves = leavesOf(order).filter(([path]) => !noFigures.includes(path[0] ?? ''));
  const [path, value] = random.oneOf(leaves);
  const changed = structuredClone(order);
  const inner = path.slice(0, -1).reduce((at, name) => at[name] as never, changed as Record<string, unknown>);
  inner[path.at(-1) as string] = another(value, random, swap);
  return { order: changed, where: path.join('.') };
}
