import anyAscii from 'any-ascii';
import { wordSimilarity } from '../../checks/screening/screening.ts';

export type Address = Readonly<{ street: string; postcode: string }>;

/**
 * `same`: the same house and flat, however it is written. `similar`: one lacks the flat or has a typing error.
 * `different`: anything else, also another flat of the same building.
 */
export type AddressComparison = 'same' | 'similar' | 'different';

const minSimilarity = 0.85;

export function compareAddresses(one: Address, other: Address): AddressComparison {
  const [a, b] = [tokensOf(one), tokensOf(other)];
  if (a.postcode !== b.postcode || a.words.length + a.numbers.length === 0) return 'different';
  const sameNumbers = isSame(a.numbers, b.numbers);
  if (sameNumbers && isSame(a.words, b.words)) return 'same';
  const compatible = sameNumbers || isPart(a.numbers, b.numbers) || isPart(b.numbers, a.numbers);
  return compatible && areSimilar(a.words, b.words) ? 'similar' : 'different';
}

const abbreviations: Readonly<Record<string, string>> = {
  st: 'street',
  saint: 'street',
  str: 'street',
  strasse: 'street',
  rd: 'road',
  ave: 'avenue',
  av: 'avenue',
  ln: 'lane',
  dr: 'drive',
  cl: 'close',
  ct: 'court',
  crt: 'court',
  cres: 'crescent',
  gdns: 'gardens',
  gdn: 'gardens',
  grn: 'green',
  gr: 'grove',
  gro: 'grove',
  pl: 'place',
  sq: 'square',
  ter: 'terrace',
  terr: 'terrace',
  blvd: 'boulevard',
  pk: 'park',
  pde: 'parade',
  hse: 'house',
  bldg: 'building',
  bld: 'building',
  est: 'estate',
  mt: 'mount',
  wy: 'way',
  yd: 'yard',
  n: 'north',
  s: 'south',
  e: 'east',
  w: 'west',
  ground: '0',
  first: '1',
  second: '2',
  third: '3',
};

/** They say what kind of number follows, and people leave them out. */
const unitWords = new Set(
  'flat flt apt apartment appartement unit suite ste room rm no nr number house building block floor fl door the'.split(
    ' ',
  ),
);

type Tokens = Readonly<{ words: readonly string[]; numbers: readonly string[]; postcode: string }>;

/** Order-free: 3/7 Long Lane, and Flat 3, 7 Long Ln. are alike. */
function tokensOf({ street, postcode }: Address): Tokens {
  const plainPostcode = plain(postcode).replace(/ /g, '');
  const text = plain(street)
    .replace(/(\d+)(?:st|nd|rd|th)\b/g, '$1')
    .replace(/\b(\d+) (?=[a-z]\b)/g, '$1')
    .replace(/(?<=[a-z]{3})str(?:asse)?\b/g, ' street');
  const tokens = text
    .split(' ')
    .map((word) => abbreviations[word] ?? word)
    .filter((word) => word !== '' && !unitWords.has(word));
  const distinct = [...new Set(withoutPostcode(tokens, plainPostcode))].toSorted();
  const hasDigit = (word: string) => /\d/.test(word);
  return {
    words: distinct.filter((word) => !hasDigit(word)),
    numbers: distinct.filter(hasDigit).map((number) => number.replace(/^0+(?=\d)/, '')),
    postcode: plainPostcode,
  };
}

const plain = (text: string): string =>
  anyAscii(text.normalize('NFKC'))
    .toLowerCase()
    .replace(/(?<=[a-z])['’.`](?=[a-z])/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** Some write the postcode in the line of the street too. */
function withoutPostcode(words: readonly string[], postcode: string): readonly string[] {
  const place = words.findIndex((word, at) => word === postcode || word + (words[at + 1] ?? '') === postcode);
  if (place < 0 || postcode === '') return words;
  return words.filter((_, at) => at !== place && (words[place] === postcode || at !== place + 1));
}

const isSame = (one: readonly string[], other: readonly string[]): boolean => one.join(' ') === other.join(' ');
const isPart = (some: readonly string[], all: readonly string[]): boolean =>
  some.length > 0 && some.every((each) => all.includes(each));

function areSimilar(one: readonly string[], other: readonly string[]): boolean {
  const [fewer, more] = one.length <= other.length ? [one, other] : [other, one];
  return fewer.length > 0 && fewer.every((word) => more.some((each) => wordSimilarity(word, each) >= minSimilarity));
}
