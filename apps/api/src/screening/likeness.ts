import { similarity } from './similarity.ts';

/** How alike words are by their length when one letter is wrong, missing, too many, or changed places with the next. */
const oneSlip: readonly number[] = [0, 0, 0.8, 0.88];
const longSlip = 0.9;

/** Jaro and Winkler like words that begin alike more than names deserve: two words need more than a common beginning. */
const beyondOne = 0.03;

/**
 * How probably two words are meant to be the same one, from 0 to 1: by Jaro and Winkler, and never less than one slip of
 * the pen allows, which in a short word changes much of it (Damerau and Levenshtein's distance of one).
 */
export function likeness(a: string, b: string): number {
  if (a === b) return 1;
  const shorter = Math.min(a.length, b.length);
  const alike = shorter < 3 ? 0 : similarity(a, b);
  if (alike >= 0.95) return alike;
  if (isOneSlip(a, b)) return Math.max(alike, oneSlip[Math.max(2, shorter)] ?? longSlip);
  return alike - beyondOne;
}

function isOneSlip(a: string, b: string): boolean {
  const [short, long] = a.length > b.length ? [b, a] : [a, b];
  if (long.length - short.length > 1 || long.length < 2) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  let end = 0;
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end += 1;
  const [left, over] = [short.slice(start, short.length - end), long.slice(start, long.length - end)];
  if (over.length <= 1) return true;
  return left.length === 2 && over.length === 2 && left[0] === over[1] && left[1] === over[0];
}
