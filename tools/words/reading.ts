import { syllable } from 'syllable';

export type Reading = Readonly<{
  length: number;
  words: number;
  /** Words of the longest sentence. */
  longestSentence: number;
  /** Flesch reading ease: 60 and more is plain English, below 50 is difficult. */
  ease: number;
}>;

const parameterWord = 'value';

export function measureText(text: string): Reading {
  const plain = plainText(text);
  const sentences = plain.split(/(?<=[.!?:…])\s+/).map(wordsOf);
  const words = sentences.flat();
  if (words.length === 0) return { length: plain.length, words: 0, longestSentence: 0, ease: 100 };
  const filled = sentences.filter(({ length }) => length > 0);
  const syllables = words.reduce((sum, word) => sum + Math.max(1, syllable(word)), 0);
  return {
    length: plain.length,
    words: words.length,
    longestSentence: Math.max(...filled.map(({ length }) => length)),
    ease: 206.835 - 1.015 * (words.length / filled.length) - 84.6 * (syllables / words.length),
  };
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.,-]*/gu) ?? [];

/** The message as it is read: a word for each parameter, and of a plural or a choice the branch `other`. */
export const plainText = (message: string): string =>
  readBranch(message.replace(/<\/?\w+>/g, ''), 0)
    .text.replace(/\s+/g, ' ')
    .trim();

type Part = Readonly<{ text: string; end: number }>;

function readBranch(message: string, start: number): Part {
  let text = '';
  let at = start;
  while (at < message.length && message[at] !== '}') {
    if (message[at] === '{') {
      const parameter = readParameter(message, at + 1);
      text += parameter.text;
      at = parameter.end;
    } else {
      text += message[at] === '#' ? parameterWord : message[at];
      at += 1;
    }
  }
  return { text, end: at + 1 };
}

const choice = /^\s*\w+\s*,\s*(?:plural|select|selectordinal)\s*,/;

function readParameter(message: string, start: number): Part {
  const head = choice.exec(message.slice(start))?.[0];
  if (head === undefined) return { text: parameterWord, end: message.indexOf('}', start) + 1 };
  let at = start + head.length;
  let text = '';
  while (message[at] !== '}' && at < message.length) {
    const open = message.indexOf('{', at);
    const branch = readBranch(message, open + 1);
    text = branch.text;
    at = branch.end + (/^\s*/.exec(message.slice(branch.end))?.[0].length ?? 0);
  }
  return { text, end: at + 1 };
}
