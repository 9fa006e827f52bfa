/** Letters that do not decompose into a base letter and an accent, as banks write them in basic Latin. */
const instead: Readonly<Record<string, string>> = {
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
export function plainLetter(letter: string): string {
  const known = instead[letter];
  if (known !== undefined || !/\p{Script=Latin}/u.test(letter)) return known ?? letter;
  return Array.from(letter.normalize('NFKD').replace(/\p{M}/gu, ''), (part) => instead[part] ?? part).join('');
}

export const plainText = (text: string): string => Array.from(text.normalize('NFC'), plainLetter).join('');
