import { foldName } from './fold-name.ts';
import { similarity } from './similarity.ts';

/** One name on a list: of somebody or something, or another name of it. */
export type ListedName = Readonly<{ entryId: string; name: string; regime: string }>;

export type Match = ListedName &
  Readonly<{
    /** From 0 to 1, in thousandths. */
    score: number;
    /** What found it: the names are alike, or first and last word are the same and what stands between differs. */
    rule: 'alike' | 'first_and_last';
  }>;

export type Matcher = (name: string, threshold: number) => readonly Match[];

type Entry = ListedName & Readonly<{ words: readonly string[]; weight: number }>;
type Near = Readonly<{ word: string; alike: number }>;

/** Words less alike than this are two words. */
const sameWord = 0.78;
const mostMatches = 5;
const mostRemembered = 20_000;

/**
 * Finds names on a list. A word that few entries have says more than one that many have, so each weighs by its rarity
 * (inverse document frequency); words are paired by likeness, in any order. Made once for a version of a list.
 */
export function matcherOf(list: readonly ListedName[]): Matcher {
  const holders = new Map<string, number[]>();
  const folded = list.map(({ name }) => [...new Set(foldName(name))]);
  for (const [i, words] of folded.entries())
    for (const word of words) holders.set(word, [...(holders.get(word) ?? []), i]);
  const rarest = Math.log(1 + list.length);
  const weightOf = (word: string): number => {
    const count = holders.get(word)?.length;
    return count === undefined ? rarest : Math.log(1 + list.length / count);
  };
  const entries = list.map((listed, i): Entry => {
    const words = folded[i] ?? [];
    return { ...listed, words, weight: words.reduce((sum, word) => sum + weightOf(word), 0) };
  });
  const nearest = remembered((word) => nearWords(word, holders.keys()));

  return (name, threshold) => {
    const words = [...new Set(foldName(name))];
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

/** Twice the weight of what pairs, by how well it does, over the weight of both names. */
function scoreOf(
  words: readonly string[],
  entry: Entry,
  near: ReadonlyMap<string, readonly Near[]>,
  weightOf: (word: string) => number,
): number {
  const pairs = words
    .flatMap((word) =>
      (near.get(word) ?? [])
        .filter((other) => entry.words.includes(other.word))
        .map((other) => ({ word, other: other.word, alike: other.alike })),
    )
    .sort((a, b) => b.alike - a.alike);
  const mine = new Map<string, number>();
  const theirs = new Set<string>();
  let paired = 0;
  for (const { word, other, alike } of pairs) {
    if (mine.has(word) || theirs.has(other)) continue;
    const weight = weightOf(other);
    mine.set(word, weight);
    theirs.add(other);
    paired += weight * alike;
  }
  const asked = words.reduce((sum, word) => sum + (mine.get(word) ?? weightOf(word)), 0);
  return (2 * paired) / (asked + entry.weight);
}

/** Middle names come and go, and they weigh much: the same first and last word is looked at by a person. */
const hasSameEnds = (words: readonly string[], listed: readonly string[]): boolean =>
  words.length >= 2 && listed.length >= 2 && words[0] === listed[0] && words.at(-1) === listed.at(-1);

function nearWords(word: string, all: Iterable<string>): readonly Near[] {
  const near: Near[] = [];
  for (const other of all) {
    if (Math.abs(other.length - word.length) > 3) continue;
    const alike = other === word ? 1 : word.length < 3 || other.length < 3 ? 0 : similarity(word, other);
    if (alike >= sameWord) near.push({ word: other, alike });
  }
  return near;
}

/** The same question again costs nothing; when too many have been asked, it begins anew. */
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
