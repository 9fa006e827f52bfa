import type { RailName } from '@larkmere/contract/rail-name';
import anyAscii from 'any-ascii';

/** A letter that the rail cannot carry, and what travels in its place. */
export type Replaced = Readonly<{ from: string; to: string }>;

const latin = /[A-Za-z0-9/\-?:().,'+ ]/;
// CBPR+ allows more in names, addresses and remittance than in the references.
const wide = /[A-Za-z0-9/\-?:().,'+ !#$%&*=^_`{|}~";<>@[\]\\]/;
const latinAndAmpersand = /[A-Za-z0-9/\-?:().,'+& ]/;
const thai = /[A-Za-z0-9/\-?:().,'+& \u0E01-\u0E3A\u0E3F-\u0E4E\u0E50-\u0E59]/;

const sets: Readonly<Record<RailName, RegExp>> = {
  'faster-payments': latinAndAmpersand,
  'sepa-credit-transfer': latin,
  'sepa-instant': latin,
  promptpay: thai,
  bahtnet: thai,
  fedwire: wide,
  swift: wide,
  local: latin,
};

// The European Payments Council's own table of what stands for what.
const instead: Readonly<Record<string, string>> = {
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
 * A text as the rail can carry it, and every letter that had to change: `Müller` becomes `Muller` in Europe. What has no
 * likeness is a full stop. A form shows `replaced` before the customer agrees.
 */
export function travelling(rail: RailName, text: string): Readonly<{ text: string; replaced: readonly Replaced[] }> {
  const set = sets[rail];
  const replaced = new Map<string, string>();
  const carried = Array.from(text.normalize('NFC'), (letter) => {
    if (set.test(letter)) return letter;
    const to = likeness(letter, set);
    replaced.set(letter, to);
    return to;
  });
  return { text: carried.join('').trim(), replaced: Array.from(replaced, ([from, to]) => ({ from, to })) };
}

function likeness(letter: string, set: RegExp): string {
  if (/\p{Cc}/u.test(letter)) return '';
  // A picture would become its name in English.
  const plain = /\p{So}/u.test(letter) ? '.' : anyAscii(letter);
  return Array.from(plain === '' ? '.' : plain, (part) => (set.test(part) ? part : (instead[part] ?? '.'))).join('');
}
