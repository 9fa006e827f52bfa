import { plainLetter, plainText } from '@larkmere/contract/plain-letters';
import { expect, test } from 'vitest';
import { travelling } from './character-set.ts';

test.each([
  ['Jürgen Müller', 'Jurgen Muller'],
  ['Zoe\u0308 Straße', 'Zoe Strasse'],
  ['Łukasz Ørsted Þór', 'Lukasz Orsted Thor'],
  ['Rent – Bob’s', "Rent - Bob's"],
  ['สมชาย Дмитрий', 'สมชาย Дмитрий'],
])('%s becomes %s', (text, plain) => {
  expect(plainText(text)).toBe(plain);
});

test('a form shows exactly the characters that are sent', () => {
  const europe = Array.from({ length: 0x180 - 0xc0 }, (_, place) => String.fromCodePoint(0xc0 + place));
  const letters = europe.filter((letter) => /\p{Script=Latin}/u.test(letter));
  expect(letters.length).toBeGreaterThan(180);
  expect(letters.map(plainLetter)).toEqual(letters.map((letter) => travelling('sepa-instant', letter).text));
});
