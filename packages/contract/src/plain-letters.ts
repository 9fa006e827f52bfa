/** Letters and signs from which no accent can be taken, as banks write them in basic Latin. */
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

/** A letter as a rail without accents carries it: `ü` is `u`, `ß` is `ss`. Letters of other scripts stay as they are. */
export function plainLetter(letter: string): string {
  const known = instead[letter];
  if (known !== undefined || !/\p{Script=Latin}/u.test(letter)) return known ?? letter;
  return Array.from(letter.normalize('NFKD').replace(/\p{M}/gu, ''), (part) => instead[part] ?? part).join('');
}

/** A whole text like that. */
export const plainText = (text: string): string => Array.from(text.normalize('NFC'), plainLetter).join('');
