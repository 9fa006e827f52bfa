/** Letters that do not decompose into a base letter and an accent, as banks write them in basic Latin. */
const basicLatinSubstitutes: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ħ: 'h',
  Ħ: 'H',
  ı: 'i',
  ŋ: 'ng',
  Ŋ: 'Ng',
  ĸ: 'q',
  Ŀ: 'L',
  ŀ: 'l',
  ŉ: "'n",
  ŧ: 't',
  Ŧ: 'T',
  '‘': "'",
  '’': "'",
  '–': '-',
  '—': '-',
};

/** `ü` becomes `u` and `ß` becomes `ss`. Letters of other scripts are unchanged. */
export function transliterateLetter(letter: string): string {
  const known = basicLatinSubstitutes[letter];
  if (known !== undefined || !/\p{Script=Latin}/u.test(letter)) return known ?? letter;
  return Array.from(
    letter.normalize('NFKD').replace(/\p{M}/gu, ''),
    (part) => basicLatinSubstitutes[part] ?? part,
  ).join('');
}

export const transliterate = (text: string): string => Array.from(text.normalize('NFC'), transliterateLetter).join('');
