/** The EPC list of SEPA countries of May 2026, with the territories that belong to them. */
export const sepaCountries: ReadonlySet<string> = new Set([
  ...'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT'.split(' '),
  ...'NL NO PL PT RO RS SE SI SK SM VA'.split(' '),
  ...'AX BL GF GG GI GP IM JE MF MQ PM RE YT'.split(' '),
]);
