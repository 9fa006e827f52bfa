import anyAscii from 'any-ascii';

const ignoredWords = new Set(
  'mr mrs ms miss dr prof sir dame lord lady nai nang khun the ltd limited plc llc llp inc co company corp corporation gmbh ag sa sarl bv nv pte pcl public and of de la el al'.split(
    ' ',
  ),
);

const thaiTitle = /^(นางสาว|นาง|นาย|คุณ)\s*/;

/**
 * A name as comparable words: transliterated to Latin, without accents, case, titles and legal forms. A name that
 * consists only of titles and legal forms keeps them.
 */
export function normaliseName(name: string): readonly string[] {
  const words = anyAscii(name.trim().replace(thaiTitle, '').normalize('NFKD').replace(/\p{M}/gu, ''))
    .toLowerCase()
    .replace(/(?<=[a-z])['’`.](?=[a-z])/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const significant = words.filter((word) => !ignoredWords.has(word));
  return significant.length > 0 ? significant : words;
}

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

export function jaroWinkler(a: string, b: string): number {
  if (a === b) return 1;
  const jaro = jaroSimilarity(a, b);
  let same = 0;
  while (same < 4 && same < a.length && a[same] === b[same]) same += 1;
  return jaro + same * 0.1 * (1 - jaro);
}

function jaroSimilarity(a: string, b: string): number {
  const reach = Math.max(Math.floor(Math.max(a.length, b.length) / 2) - 1, 0);
  const taken = new Uint8Array(b.length);
  const found: string[] = [];
  for (let i = 0; i < a.length; i += 1)
    for (let j = Math.max(0, i - reach); j < Math.min(b.length, i + reach + 1); j += 1)
      if (taken[j] === 0 && a[i] === b[j]) {
        taken[j] = 1;
        found.push(a[i] ?? '');
        break;
      }
  const m = found.length;
  if (m === 0) return 0;
  let swapped = 0;
  for (let j = 0, k = 0; j < b.length; j += 1)
    if (taken[j] === 1) {
      if (b[j] !== found[k]) swapped += 1;
      k += 1;
    }
  return (m / a.length + m / b.length + (m - swapped / 2) / m) / 3;
}
