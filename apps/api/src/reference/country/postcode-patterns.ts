/** Source: Universal Postal Union, addressing systems. */
const patternsWithCountries: readonly (readonly [RegExp, string])[] = [
  [/^\d{3}$/, 'FO IS'],
  [/^\d{4}$/, 'AT AU BE BG CH CY DK HU LI LU NO NZ PH SJ ZA GL MK AL'],
  [/^\d{5}$/, 'DE EE ES FI AX FR GF GP HR IT ME MF BL MQ MC MX MY PM RE RS SM TH UA VA VN YT KR ID TR'],
  [/^\d{6}$/, 'CN IN RO SG'],
  [/^\d{3} ?\d{2}$/, 'CZ GR SE SK'],
  [/^\d{5}(-\d{4})?$/, 'US AS GU MP PR VI'],
  [/^\d{2}-\d{3}$/, 'PL'],
  [/^\d{3}-?\d{4}$/, 'JP'],
  [/^\d{4}-\d{3}$/, 'PT'],
  [/^\d{4} ?[A-Za-z]{2}$/, 'NL'],
  [/^[A-Za-z]\d[A-Za-z] ?\d[A-Za-z]\d$/, 'CA'],
  [/^[A-Za-z]{1,2}\d[A-Za-z\d]? ?\d[A-Za-z]{2}$/, 'GB GG IM JE GI'],
  [/^[A-Za-z]\d[\dWw] ?[A-Za-z\d]{4}$/, 'IE'],
  [/^[A-Za-z]{3} ?\d{4}$/, 'MT'],
  [/^[Aa][Dd]\d{3}$/, 'AD'],
  [/^([Ll][Tt]-)?\d{5}$/, 'LT'],
  [/^([Ll][Vv]-)?\d{4}$/, 'LV'],
  [/^([Ss][Ii]-)?\d{4}$/, 'SI'],
  [/^([Mm][Dd]-?)?\d{4}$/, 'MD'],
];

export const postcodePatterns: ReadonlyMap<string, string> = new Map(
  patternsWithCountries.flatMap(([{ source }, countries]) =>
    countries.split(' ').map((iso2) => [iso2, source] as const),
  ),
);

export const countriesWithStates: ReadonlySet<string> = new Set(['AU', 'CA', 'US']);
