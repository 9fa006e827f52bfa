/** What postcodes look like in the countries where they have one form (Universal Postal Union, addressing systems). */
const forms: Readonly<Record<string, string>> = {
  [String.raw`^\d{3}$`]: 'FO IS',
  [String.raw`^\d{4}$`]: 'AT AU BE BG CH CY DK HU LI LU NO NZ PH SJ ZA GL MK AL',
  [String.raw`^\d{5}$`]: 'DE EE ES FI AX FR GF GP HR IT ME MF BL MQ MC MX MY PM RE RS SM TH UA VA VN YT KR ID TR',
  [String.raw`^\d{6}$`]: 'CN IN RO SG',
  [String.raw`^\d{3} ?\d{2}$`]: 'CZ GR SE SK',
  [String.raw`^\d{5}(-\d{4})?$`]: 'US AS GU MP PR VI',
  [String.raw`^\d{2}-\d{3}$`]: 'PL',
  [String.raw`^\d{3}-?\d{4}$`]: 'JP',
  [String.raw`^\d{4}-\d{3}$`]: 'PT',
  [String.raw`^\d{4} ?[A-Za-z]{2}$`]: 'NL',
  [String.raw`^[A-Za-z]\d[A-Za-z] ?\d[A-Za-z]\d$`]: 'CA',
  [String.raw`^[A-Za-z]{1,2}\d[A-Za-z\d]? ?\d[A-Za-z]{2}$`]: 'GB GG IM JE GI',
  [String.raw`^[A-Za-z]\d[\dWw] ?[A-Za-z\d]{4}$`]: 'IE',
  [String.raw`^[A-Za-z]{3} ?\d{4}$`]: 'MT',
  [String.raw`^[Aa][Dd]\d{3}$`]: 'AD',
  [String.raw`^([Ll][Tt]-)?\d{5}$`]: 'LT',
  [String.raw`^([Ll][Vv]-)?\d{4}$`]: 'LV',
  [String.raw`^([Ss][Ii]-)?\d{4}$`]: 'SI',
  [String.raw`^([Mm][Dd]-?)?\d{4}$`]: 'MD',
};

export const postcodes: ReadonlyMap<string, string> = new Map(
  Object.entries(forms).flatMap(([form, countries]) => countries.split(' ').map((iso2) => [iso2, form] as const)),
);

/** Where a letter does not arrive without the state or province. */
export const withStates: ReadonlySet<string> = new Set(['AU', 'CA', 'US']);
