import { foldName } from './fold-name.ts';
import { likeness } from './likeness.ts';

export type ListedName = Readonly<{ entryId: string; name: string; regime: string }>;

export type Match = ListedName &
  Readonly<{
    score: number;
    rule: 'alike' | 'first_and_last';
  }>;

export type Matcher = (name: string, threshold: number) => readonly Match[];

type Entry = ListedName & Readonly<{ words: readonly string[]; weight: number }>;
type Near = Readonly<{ word: string; alike: number }>;
type Pair = Readonly<{ mine: number; its: number; weight: number; alike: number }>;

const sameWord = 0.78;
const mostMatches = 5;
const mostRemembered = 20_000;
/** Short words match by chance, so they weigh less. */
const lengthCounts: readonly number[] = [0.3, 0.3, 0.3, 0.6];

/**
 * Words are weighted by inverse document frequency and paired by similarity, in any order. Building a matcher indexes
 * the whole list, so build one per list version.
 */
export function matcherOf(list: readonly ListedName[]): Matcher {
  const holders = new Map<string, number[]>();
  const folded = list.map(({ name }) => foldName(name));
  for (const [i, words] of folded.entries())
    for (const word of new Set(words)) {
      const known = holders.get(word);
      if (known) known.push(i);
      else holders.set(word, [i]);
    }
  const weightOf = (word: string): number =>
    Math.log(1 + list.length / (holders.get(word)?.length ?? 1)) * (lengthCounts[word.length] ?? 1);
  const entries = list.map((listed, i): Entry => {
    const words = folded[i] ?? [];
    return { ...listed, words, weight: words.reduce((sum, word) => sum + weightOf(word), 0) };
  });
  const nearest = remembered((word) => nearWords(word, holders.keys()));

  return (name, threshold) => {
    const words = foldName(name);
    if (words.length === 0) return [];
    const near = new Map(words.map((word) => [word, nearest(word)]));
    const candidates = new Set(
      [...near.values()].flatMap((alike) => alike.flatMap(({ word }) => holders.get(word) ?? [])),
    );
    const matches: Match[] = [];
    for (const i of candidates) {
      const entry = entries[i] as Entry;
      const score = Math.round(scoreOf(words, entry, near, weightOf) * 1000) / 1000;
      const rule = score >= threshold ? 'alike' : hasSameEnds(words, entry.words) ? 'first_and_last' : undefined;
      const { entryId, name: listed, regime } = entry;
      if (rule) matches.push({ entryId, name: listed, regime, score, rule });
    }
    return matches.sort((a, b) => b.score - a.score).slice(0, mostMatches);
  };
}

function scoreOf(
  words: readonly string[],
  entry: Entry,
  near: ReadonlyMap<string, readonly Near[]>,
  weightOf: (word: string) => number,
): number {
  const weights = words.map(weightOf);
  const taken = new Set<number>();
  const placed = new Set<number>();
  let paired = 0;
  for (const { mine, its, weight, alike } of pairsOf(words, entry.words, near, weightOf)) {
    if (placed.has(mine) || taken.has(its)) continue;
    placed.add(mine);
    taken.add(its);
    weights[mine] = weight;
    paired += weight * alike;
  }
  return (2 * paired) / (weights.reduce((sum, weight) => sum + weight, 0) + entry.weight);
}

const pairsOf = (
  words: readonly string[],
  listed: readonly string[],
  near: ReadonlyMap<string, readonly Near[]>,
  weightOf: (word: string) => number,
): readonly Pair[] =>
  words
    .flatMap((word, mine) =>
      (near.get(word) ?? []).flatMap(({ word: other, alike }) =>
        listed.flatMap((each, its): Pair[] => (each === other ? [{ mine, its, weight: weightOf(other), alike }] : [])),
      ),
    )
    .sort((a, b) => b.alike - a.alike);

/** Middle names are often left out, so the same first and last word, in either order, needs a person. */
function hasSameEnds(words: readonly string[], listed: readonly string[]): boolean {
  if (words.length < 2 || listed.length < 2) return false;
  const [first, last] = [words[0], words.at(-1)];
  return (
    (first === listed[0] && last === listed.at(-1)) || (first === listed.at(-1) && last === listed[0] && first !== last)
  );
}

function nearWords(word: string, all: Iterable<string>): readonly Near[] {
  const near: Near[] = [];
  for (const other of all) {
    if (Math.abs(other.length - word.length) > 3) continue;
    const alike = likeness(word, other);
    if (alike >= sameWord) near.push({ word: other, alike });
  }
  return near;
}

function remembered<T>(ask: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= mostRemembered) known.clear();
    const answer = ask(text);
    known.set(text, answer);
    return answer;
  };
}
