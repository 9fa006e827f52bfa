import { transliterate, transliterateLetter } from '@larkmere/contract/platform/transliteration';
import { expect, test } from 'vitest';
import { transliterateForRail } from './rail-character-set.ts';

test.each([
  ['Jürgen Müller', 'Jurgen Muller'],
  ['Zoe\u0308 Straße', 'Zoe Strasse'],
  ['Łukasz Ørsted Þór', 'Lukasz Orsted Thor'],
  ['Rent – Bob’s', "Rent - Bob's"],
  ['สมชาย Дмитрий', 'สมชาย Дмитрий'],
])('%s becomes %s', (text, plain) => {
  expect(transliterate(text)).toBe(plain);
});

test('a form shows exactly the characters that are sent', () => {
  const europe = Array.from({ length: 0x180 - 0xc0 }, (_, place) => String.fromCodePoint(0xc0 + place));
  const letters = europe.filter((letter) => /\p{Script=Latin}/u.test(letter));
  expect(letters.length).toBeGreaterThan(180);
  expect(letters.map(transliterateLetter)).toEqual(
    letters.map((letter) => transliterateForRail('sepa-instant', letter).text),
  );
});
