import { type Currency, isCurrency, type Money, money } from '@larkmere/money/money';
import { convert, cross, inverse, type Rate, rateOf, readRate } from '@larkmere/money/rate';
import type { Bank } from '../bank.ts';
import { textColumn } from '../store.ts';

/** Units for one US dollar, as the card scheme converts. */
const perDollar = {
  USD: '1',
  GBP: '0.7584',
  EUR: '0.8642',
  THB: '32.41',
  JPY: '156.2',
  CHF: '0.8061',
  AED: '3.6725',
  AUD: '1.5387',
  CAD: '1.4021',
  CNY: '7.1034',
  CZK: '20.93',
  DKK: '6.4527',
  HKD: '7.7832',
  HUF: '329.4',
  INR: '89.31',
  MXN: '18.42',
  NOK: '10.18',
  NZD: '1.7653',
  PLN: '3.6612',
  SEK: '9.5214',
  SGD: '1.3021',
  ZAR: '17.21',
} as const satisfies Readonly<Record<Currency, string>>;

function ratePerDollar(bank: Bank, currency: Currency): Rate {
  if (currency === 'USD') return rateOf('USD', 'USD', 1n, 1n);
  const changed = bank.store.one('select rate from ci_rate where currency = ?', currency);
  const rate = readRate('USD', currency, changed ? textColumn(changed, 'rate') : perDollar[currency]);
  if (!rate) throw new Error(`no scheme rate for ${currency}`);
  return rate;
}

export function changeSchemeRate(bank: Bank, currency: string, rate: string): boolean {
  if (!isCurrency(currency) || currency === 'USD' || !readRate('USD', currency, rate)) return false;
  bank.store.run(
    'insert into ci_rate values (?, ?) on conflict (currency) do update set rate = excluded.rate',
    currency,
    rate,
  );
  return true;
}

export function convertAtSchemeRate(bank: Bank, amount: Money, to: Currency): Money {
  if (amount.currency === to || amount.minor === 0n) return money(to, amount.minor);
  const rate = cross(inverse(ratePerDollar(bank, amount.currency)), ratePerDollar(bank, to));
  return convert(amount, rate);
}

const settledCurrencies: readonly string[] = ['GBP', 'EUR', 'USD', 'THB'];

/** A currency in which Larkmere settles with us stays as it is; any other is billed in that of the card's account. */
export const billingCurrency = (original: Currency, ofCard: Currency): Currency =>
  settledCurrencies.includes(original) ? original : ofCard;
