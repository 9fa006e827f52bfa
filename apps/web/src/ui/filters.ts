import { transliterateLetter } from '@larkmere/contract/platform/transliteration';

/**
 * Allowed characters per filter (specification, section 5); others are replaced or removed while typing and pasting.
 */
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
  caret: number;
  changed: ReadonlyMap<string, string>;
  removed: ReadonlySet<string>;
}>;

/** Fields of account numbers, in which a dropped sign would join two numbers into another one. */
const numberFilters: readonly Filter[] = ['digits', 'sortcode'];
const joinsDigits = (filter: Filter, typed: string): boolean =>
  numberFilters.includes(filter) && /\d[^\d\t\r\n\p{Zs}\p{Pd}\u2212]+\d/u.test(typed);

/**
 * In a number field a text with other signs between its digits stays as it is, for the check of the field to name them.
 * Otherwise: a character that is not allowed becomes its plain equivalent (ü → u), or is removed if it has none.
 */
export function filterText(filter: Filter, typed: string, caret: number): Filtered {
  if (joinsDigits(filter, typed)) return { text: typed, caret, changed: new Map(), removed: new Set() };
  const [changed, removed] = [new Map<string, string>(), new Set<string>()];
  const stays = (letter: string): string => {
    if (!filters[filter].test(letter)) return letter;
    const plain = transliterateLetter(letter);
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
