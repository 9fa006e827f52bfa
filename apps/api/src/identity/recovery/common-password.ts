import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as commonDictionary } from '@zxcvbn-ts/language-common';
import { dictionary as englishDictionary } from '@zxcvbn-ts/language-en';
import { latinKeysOf } from './keyboard-layouts.ts';

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
