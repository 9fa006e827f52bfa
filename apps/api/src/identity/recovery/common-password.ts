import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as commonDictionary } from '@zxcvbn-ts/language-common';
import { dictionary as englishDictionary } from '@zxcvbn-ts/language-en';

/** Known from comics and manuals, so every list for guessing has them. */
const knownPhrases = [
  'correcthorsebatterystaple',
  'correct horse battery staple',
  'thequickbrownfox',
  'the quick brown fox',
  'loremipsumdolor',
  'tobeornottobe',
  'to be or not to be',
  'changemeplease',
  'letmeinplease',
  'trustno1',
];

const dictionary = { ...commonDictionary, ...englishDictionary, 'phrases-larkmere': knownPhrases };

/** 49,000 common passwords, and 180,000 words and names that passwords are made of. */
export const countListed = (): number => Object.values(dictionary).reduce((sum, list) => sum + list.length, 0);

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, l33tMaxSubstitutions: 16 });

/** A password that takes fewer guesses is refused. A plain word with a year takes 10 to the 8, four words 10 to the 15. */
const leastGuesses = 10 ** 8.5;

/** The estimate takes long for long texts, and nothing after a weak beginning of this length is common. */
const estimatedCharacters = 32;

/**
 * Whether lists for guessing would have it: a common password, a plain word with a number or in other letters (l33t), a
 * row of the keyboard, a date, a repeat, the names of the person; also backwards, or typed with another layout.
 */
export const isCommonPassword = (password: string, names: readonly string[]): boolean =>
  [password, ...latinKeysOf(password)].some((text) => {
    const { guesses } = estimator.check(text.slice(0, estimatedCharacters), [...names]);
    return guesses < leastGuesses;
  });

const latin = ['1234567890-=', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./'];

/** What the same keys type in layouts that are not Latin, row by row. */
const layouts: readonly (readonly string[])[] = [
  // Thai (Kedmanee)
  ['ๅ/-ภถุึคตจขช', 'ๆไำพะัีรนยบล', 'ฟหกดเ้่าสวง', 'ผปแอิืทมใฝ'],
  ['+๑๒๓๔ู฿๕๖๗๘๙', '๐"ฎฑธํ๊ณฯญฐ,', 'ฤฆฏโฌ็๋ษศซ.', '()ฉฮฺ์?ฒฬฦ'],
  // Russian
  ['1234567890-=', 'йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю.'],
  // Greek
  ['1234567890-=', ';ςερτυθιοπ[]', "ασδφγηξκλ΄'", 'ζχψωβνμ,./'],
];

const maps = layouts.map(
  (rows) =>
    new Map(rows.flatMap((row, at) => Array.from(row, (typed, key) => [typed, latin[at]?.[key] ?? typed] as const))),
);

const isLatinOnly = (text: string): boolean => /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u.test(text);

/** What the same keys type in a Latin layout: one text for each other layout; none for a text in Latin letters. */
export function latinKeysOf(text: string): string[] {
  if (isLatinOnly(text)) return [];
  // NFKC writes this one Thai key as two characters.
  const typed = text.toLowerCase().replaceAll('\u0e4d\u0e32', '\u0e33');
  return maps.map((keys) => Array.from(typed, (character) => keys.get(character) ?? character).join(''));
}
