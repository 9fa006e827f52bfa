import { present } from '../../platform/values/values.ts';
import { normaliseName, wordSimilarity } from './name-similarity.ts';

export type ListedName = Readonly<{ entryId: string; name: string; regime: string }>;

export type NameMatch = ListedName &
  Readonly<{
    score: number;
    rule: 'alike' | 'first_and_last';
  }>;

export type NameMatcher = (name: string, threshold: number) => readonly NameMatch[];

type IndexedEntry = ListedName & Readonly<{ words: readonly string[]; weight: number }>;
type SimilarWord = Readonly<{ word: string; similarity: number }>;
type WordPair = Readonly<{ nameIndex: number; entryIndex: number; weight: number; similarity: number }>;

const minWordSimilarity = 0.78;
const maxMatches = 5;
const maxCachedWords = 20_000;
/** Short words match by chance, so they weigh less. */
const lengthWeights: readonly number[] = [0.3, 0.3, 0.3, 0.6];

/**
 * Words are weighted by inverse document frequency and paired by similarity, in any order. Building a matcher indexes
 * the whole list, so build one per list version.
 */
export function createNameMatcher(list: readonly ListedName[]): NameMatcher {
  const holders = new Map<string, number[]>();
  const folded = list.map(({ name }) => normaliseName(name));
  for (const [i, words] of folded.entries())
    for (const word of new Set(words)) {
      const known = holders.get(word);
      if (known) known.push(i);
      else holders.set(word, [i]);
    }
  const weightOf = (word: string): number =>
    Math.log(1 + list.length / (holders.get(word)?.length ?? 1)) * (lengthWeights[word.length] ?? 1);
  const entries = list.map((listed, i): IndexedEntry => {
    const words = folded[i] ?? [];
    return { ...listed, words, weight: words.reduce((sum, word) => sum + weightOf(word), 0) };
  });
  const nearest = memoise((word) => findSimilarWords(word, holders.keys()));

  return (name, threshold) => {
    const words = normaliseName(name);
    if (words.length === 0) return [];
    const near = new Map(words.map((word) => [word, nearest(word)]));
    const candidates = new Set(
      [...near.values()].flatMap((alike) => alike.flatMap(({ word }) => holders.get(word) ?? [])),
    );
    const matches: NameMatch[] = [];
    for (const i of candidates) {
      const entry = present(entries[i], 'the entry of a name');
      const score = Math.round(scoreName(words, entry, near, weightOf) * 1000) / 1000;
      const rule =
        score >= threshold ? 'alike' : hasSameFirstAndLast(words, entry.words) ? 'first_and_last' : undefined;
      const { entryId, name: listed, regime } = entry;
      if (rule) matches.push({ entryId, name: listed, regime, score, rule });
    }
    return matches.sort((a, b) => b.score - a.score).slice(0, maxMatches);
  };
}

function scoreName(
  words: readonly string[],
  entry: IndexedEntry,
  near: ReadonlyMap<string, readonly SimilarWord[]>,
  weightOf: (word: string) => number,
): number {
  const weights = words.map(weightOf);
  const taken = new Set<number>();
  const placed = new Set<number>();
  let paired = 0;
  for (const { nameIndex, entryIndex, weight, similarity } of pairWords(words, entry.words, near, weightOf)) {
    if (placed.has(nameIndex) || taken.has(entryIndex)) continue;
    placed.add(nameIndex);
    taken.add(entryIndex);
    weights[nameIndex] = weight;
    paired += weight * similarity;
  }
  return (2 * paired) / (weights.reduce((sum, weight) => sum + weight, 0) + entry.weight);
}

const pairWords = (
  words: readonly string[],
  listed: readonly string[],
  near: ReadonlyMap<string, readonly SimilarWord[]>,
  weightOf: (word: string) => number,
): readonly WordPair[] =>
  words
    .flatMap((word, mine) =>
      (near.get(word) ?? []).flatMap(({ word: other, similarity }) =>
        listed.flatMap((each, its): WordPair[] =>
          each === other ? [{ nameIndex: mine, entryIndex: its, weight: weightOf(other), similarity }] : [],
        ),
      ),
    )
    .sort((a, b) => b.similarity - a.similarity);

/** Middle names are often left out, so the same first and last word, in either order, needs a person. */
function hasSameFirstAndLast(words: readonly string[], listed: readonly string[]): boolean {
  if (words.length < 2 || listed.length < 2) return false;
  const [first, last] = [words[0], words.at(-1)];
  return (
    (first === listed[0] && last === listed.at(-1)) || (first === listed.at(-1) && last === listed[0] && first !== last)
  );
}

function findSimilarWords(word: string, all: Iterable<string>): readonly SimilarWord[] {
  const near: SimilarWord[] = [];
  for (const other of all) {
    if (Math.abs(other.length - word.length) > 3) continue;
    const alike = wordSimilarity(word, other);
    if (alike >= minWordSimilarity) near.push({ word: other, similarity: alike });
  }
  return near;
}

function memoise<T>(ask: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= maxCachedWords) known.clear();
    const answer = ask(text);
    known.set(text, answer);
    return answer;
  };
}
