import { plainLetter } from '@larkmere/contract/plain-letters';

/** What an input lets through (specification, section 5); everything else is changed or taken out while typing and pasting. */
export const filters = {
  alnum: /[^A-Za-z0-9 ]/,
  'alnum-hyphen': /[^A-Za-z0-9 -]/,
  'alnum-thai': /[^A-Za-z0-9\u0E00-\u0E7F -]/,
  digits: /\D/,
  sortcode: /[^\d -]/,
  english: /[^A-Za-z0-9 ():;.,{}#@!$%]/,
  latin: /[^\p{Script=Latin}\p{M}0-9 /?:().,'’+&-]/u,
  'latin-plain': /[^A-Za-z0-9 /?:().,'+-]/,
} as const;

export type Filter = keyof typeof filters;

export type Filtered = Readonly<{
  text: string;
  /** Where the caret belongs then. */
  caret: number;
  /** Letters that gave way to their plain likeness. */
  changed: ReadonlyMap<string, string>;
  removed: ReadonlySet<string>;
}>;

/** The text that stays: a letter that may not pass becomes its plain likeness, and what has none is taken out. */
export function filterText(filter: Filter, typed: string, caret: number): Filtered {
  const [changed, removed] = [new Map<string, string>(), new Set<string>()];
  const stays = (letter: string): string => {
    if (!filters[filter].test(letter)) return letter;
    const plain = plainLetter(letter);
    if (plain === letter || filters[filter].test(plain)) {
      removed.add(letter);
      return '';
    }
    changed.set(letter, plain);
    return plain;
  };
  const staying = (text: string): string => Array.from(text.normalize('NFC'), stays).join('');
  return { text: staying(typed), caret: staying(typed.slice(0, caret)).length, changed, removed };
}
