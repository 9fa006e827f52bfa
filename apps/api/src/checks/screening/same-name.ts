import { normaliseName } from './normalise-name.ts';

/** Spelled out, German umlauts have two letters: Müller, Mueller and Muller are one name. */
const foldUmlauts = (word: string): string => word.replace(/([aou])e/g, '$1');

const comparable = (name: string): string => normaliseName(name).map(foldUmlauts).toSorted().join(' ');

/** Ignores case, accents, titles, legal forms, punctuation and the order of the words. */
export const isSameName = (one: string, other: string): boolean => comparable(one) === comparable(other);
