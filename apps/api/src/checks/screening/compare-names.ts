import { normaliseName, wordSimilarity } from './name-similarity.ts';

/**
 * `same`: the same words in any order, script and spelling. `extended`: one name has further ones, such as middle names.
 * `similar`: a typing error or an initial apart, so a person must decide. `different`: anything else.
 */
export type NameComparison = 'same' | 'extended' | 'similar' | 'different';

const ranking: readonly NameComparison[] = ['same', 'extended', 'similar', 'different'];
const minSimilarity = 0.85;

export function compareNames(one: string, other: string): NameComparison {
  const results = spellings(one).flatMap((a) => spellings(other).map((b) => compareWords(a, b)));
  return ranking.find((each) => results.includes(each)) ?? 'different';
}

/** Good enough for an approval that nobody looks at. */
export const isSameName = (one: string, other: string): boolean =>
  ['same', 'extended'].includes(compareNames(one, other));

const spelledOut: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };

/** Müller is also written Mueller and Muller. */
function spellings(name: string): (readonly string[])[] {
  const lower = name.normalize('NFC').toLowerCase();
  return [lower, lower.replace(/[äöüøå]/g, (letter) => spelledOut[letter] ?? letter)].map(normaliseName);
}

function compareWords(one: readonly string[], other: readonly string[]): NameComparison {
  if (one.length === 0 || other.length === 0) return 'different';
  if (one.join('') === other.join('') || one.toSorted().join(' ') === other.toSorted().join(' ')) return 'same';
  const [fewer, more] = one.length <= other.length ? [one, other] : [other, one];
  const left = pairWords(fewer, more, (a, b) => a === b);
  if (fewer.length > 1 && left.length === 0) return 'extended';
  return pairWords(fewer, more, areSimilar).length === 0 && fewer.length > 1 ? 'similar' : 'different';
}

/** The words of the shorter name that have no partner in the longer one. */
function pairWords(
  fewer: readonly string[],
  more: readonly string[],
  matches: (one: string, other: string) => boolean,
): readonly string[] {
  const free = [...more];
  return fewer.filter((word) => {
    const exact = free.indexOf(word);
    const place = exact >= 0 ? exact : free.findIndex((each) => matches(word, each));
    if (place >= 0) free.splice(place, 1);
    return place < 0;
  });
}

const areSimilar = (one: string, other: string): boolean =>
  one === other ||
  ((one.length === 1 || other.length === 1) && one[0] === other[0]) ||
  wordSimilarity(one, other) >= minSimilarity;
