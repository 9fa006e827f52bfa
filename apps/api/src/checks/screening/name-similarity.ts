import { jaroWinkler } from './jaro-winkler.ts';

const oneTypoScores: readonly number[] = [0, 0, 0.8, 0.88];
const longWordOneTypoScore = 0.9;

/** Jaro-Winkler overrates a common beginning, so words with more than one difference lose this much. */
const manyTyposPenalty = 0.03;

/** From 0 to 1, by Jaro-Winkler, but at least the score for one typing error, which changes much of a short word. */
export function wordSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  const shorter = Math.min(a.length, b.length);
  const alike = shorter < 3 ? 0 : jaroWinkler(a, b);
  if (alike >= 0.95) return alike;
  if (isOneTypoApart(a, b)) return Math.max(alike, oneTypoScores[Math.max(2, shorter)] ?? longWordOneTypoScore);
  return alike - manyTyposPenalty;
}

function isOneTypoApart(a: string, b: string): boolean {
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
