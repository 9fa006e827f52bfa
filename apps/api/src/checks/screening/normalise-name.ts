import anyAscii from 'any-ascii';

const ignoredWords = new Set(
  'mr mrs ms miss dr prof sir dame lord lady nai nang khun the ltd limited plc llc llp inc co company corp corporation gmbh ag sa sarl bv nv pte pcl public and of de la el al'.split(
    ' ',
  ),
);

const thaiTitle = /^(นางสาว|นาง|นาย|คุณ)\s*/;

/**
 * A name as comparable words: transliterated to Latin, without accents, case, titles and legal forms. A name that
 * consists only of titles and legal forms keeps them.
 */
export function normaliseName(name: string): readonly string[] {
  const words = anyAscii(name.trim().replace(thaiTitle, '').normalize('NFKD').replace(/\p{M}/gu, ''))
    .toLowerCase()
    .replace(/(?<=[a-z])['’`.](?=[a-z])/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const telling = words.filter((word) => !ignoredWords.has(word));
  return telling.length > 0 ? telling : words;
}
