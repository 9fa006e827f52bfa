import type { Currency } from '@larkmere/money/money';

const countriesByCurrency: Readonly<Record<Currency, string>> = {
  GBP: 'GB GG IM JE',
  EUR: 'AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM VA XK YT',
  THB: 'TH',
  USD: 'US AS BQ EC FM GU IO MH MP PR PW SV TC TL UM VG VI',
  JPY: 'JP',
  AED: 'AE',
  AUD: 'AU CC CX HM KI NF NR TV',
  CAD: 'CA',
  CHF: 'CH LI',
  CNY: 'CN',
  CZK: 'CZ',
  DKK: 'DK FO GL',
  HKD: 'HK',
  HUF: 'HU',
  INR: 'IN BT',
  MXN: 'MX',
  NOK: 'NO BV SJ',
  NZD: 'NZ CK NU PN TK',
  PLN: 'PL',
  SEK: 'SE',
  SGD: 'SG',
  ZAR: 'ZA LS NA',
};
const currencyEntries = Object.entries(countriesByCurrency) as [Currency, string][];

export const currenciesOf = (iso2: string): Currency[] =>
  currencyEntries.filter(([, countries]) => countries.split(' ').includes(iso2)).map(([currency]) => currency);
