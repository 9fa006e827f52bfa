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
