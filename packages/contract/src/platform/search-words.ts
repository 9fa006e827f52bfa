/** Letters that Unicode does not decompose into a letter and a mark. */
const plainLetters: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

/** Letters without case and accents, as `search.fold` in the database. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[øłđðħıßæœþ]/g, (letter) => plainLetters[letter] ?? letter);

const separators = /[^0-9a-z\u00c0-\u1fff\u2070-\u2fff\u3040-\uffff]+/;

export const splitWords = (text: string): string[] => foldText(text).split(separators).filter(Boolean);

/** Scripts without spaces between words, where a name may begin inside. */
export const isUnspaced = (word: string): boolean =>
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u9fff]/.test(word);

/** Whether each typed word begins a word of the text. */
export function matchesWords(text: string, typed: readonly string[]): boolean {
  const words = splitWords(text);
  return typed.every((start) =>
    words.some((word) => (isUnspaced(start) ? word.includes(start) : word.startsWith(start))),
  );
}
