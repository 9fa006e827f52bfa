import { foldText, isUnspaced, splitWords } from '@larkmere/contract/platform/search-words';

/** `at` counts letters from the beginning of the text. */
export type Part = Readonly<{ at: number; text: string; isMatch: boolean }>;

/** Splits a text at the beginnings of words that the typed words match, letter case and accents aside. */
export function markedParts(text: string, typed: string): Part[] {
  const words = splitWords(typed).toSorted((a, b) => b.length - a.length);
  const parts: Part[] = [];
  const add = (start: number, piece: string, isMatch: boolean) => {
    const last = parts.at(-1);
    if (last && last.isMatch === isMatch) parts[parts.length - 1] = { ...last, text: last.text + piece };
    else parts.push({ at: start, text: piece, isMatch });
  };
  const letters = Array.from(text);
  for (let at = 0; at < letters.length; ) {
    const isStart = at === 0 || splitWords(letters[at - 1] ?? '').length === 0 || isUnspaced(letters[at] ?? '');
    const length = isStart ? matchLength(letters, at, words) : 0;
    add(at, letters.slice(at, at + Math.max(length, 1)).join(''), length > 0);
    at += Math.max(length, 1);
  }
  return parts;
}

/** How many letters from here on a typed word covers; letters may fold into two, such as ß. */
function matchLength(letters: readonly string[], at: number, words: readonly string[]): number {
  for (const word of words) {
    let folded = '';
    for (let end = at; end < letters.length && folded.length < word.length; end++) {
      folded += foldText(letters[end] ?? '');
      if (folded === word) return end - at + 1;
      if (!word.startsWith(folded)) break;
    }
  }
  return 0;
}
