import type { RailName } from '@larkmere/contract/platform/rail-name';
import anyAscii from 'any-ascii';

export type ReplacedCharacter = Readonly<{ from: string; to: string }>;

const latin = /[A-Za-z0-9/\-?:().,'+ ]/;
// CBPR+ allows more characters in names, addresses and remittance than in references.
const latinWide = /[A-Za-z0-9/\-?:().,'+ !#$%&*=^_`{|}~";<>@[\]\\]/;
const latinAndAmpersand = /[A-Za-z0-9/\-?:().,'+& ]/;
const thai = /[A-Za-z0-9/\-?:().,'+& \u0E01-\u0E3A\u0E3F-\u0E4E\u0E50-\u0E59]/;

const sets: Readonly<Record<RailName, RegExp>> = {
  'faster-payments': latinAndAmpersand,
  'sepa-credit-transfer': latin,
  'sepa-instant': latin,
  promptpay: thai,
  bahtnet: thai,
  fedwire: latinWide,
  swift: latinWide,
  local: latin,
};

// Replacements recommended by the European Payments Council.
const replacements: Readonly<Record<string, string>> = {
  '&': '+',
  '<': '(',
  '>': ')',
  '[': '(',
  ']': ')',
  '{': '(',
  '}': ')',
  _: '-',
  '~': '-',
  '|': '/',
  '\\': '/',
  ';': ',',
  '"': "'",
  '`': "'",
  '^': "'",
  '@': '(at)',
};

/**
 * Returns the text as the rail carries it and each replaced character, which forms display before the customer agrees.
 * A character without an equivalent becomes a full stop.
 */
export function transliterateForRail(
  rail: RailName,
  text: string,
): Readonly<{ text: string; replaced: readonly ReplacedCharacter[] }> {
  const set = sets[rail];
  const replaced = new Map<string, string>();
  const carried = Array.from(text.normalize('NFC'), (letter) => {
    if (set.test(letter)) return letter;
    const to = transliterateCharacter(letter, set);
    replaced.set(letter, to);
    return to;
  });
  return { text: carried.join('').trim(), replaced: Array.from(replaced, ([from, to]) => ({ from, to })) };
}

function transliterateCharacter(letter: string, set: RegExp): string {
  if (/\p{Cc}/u.test(letter)) return '';
  // any-ascii would turn an emoji into its English name.
  const plain = /\p{So}/u.test(letter) ? '.' : anyAscii(letter);
  return Array.from(plain === '' ? '.' : plain, (part) => (set.test(part) ? part : (replacements[part] ?? '.'))).join(
    '',
  );
}
