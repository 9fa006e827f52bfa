import { type Currency, isCurrency, isPositive, type Money, minorDigits, money } from './money.ts';
import { type Decimal, decimalFaults, normaliseSigns, parseDecimalText } from './parse-decimal.ts';

export const amountTextFaults = [...decimalFaults, 'decimals', 'large', 'currency'] as const;
export type AmountTextFault = (typeof amountTextFaults)[number];

/**
 * A typed or pasted amount. `ambiguous`: three digits follow a single mark, as in `1,250`; `amount` is the grouped
 * reading, `other` the decimal one if the currency allows it.
 */
export type ParsedAmount =
  | Readonly<{ kind: 'amount'; amount: Money }>
  | Readonly<{ kind: 'ambiguous'; amount: Money; other: Money | undefined }>
  | Readonly<{ kind: 'invalid'; reason: AmountTextFault; sign?: string }>;

const dollarCurrencies = ['USD', 'AUD', 'CAD', 'HKD', 'NZD', 'SGD', 'MXN'] as const;
const currencySigns: Readonly<Record<string, readonly Currency[]>> = {
  '£': ['GBP'],
  '€': ['EUR'],
  '฿': ['THB'],
  '₹': ['INR'],
  '¥': ['JPY', 'CNY'],
  '￥': ['JPY', 'CNY'],
  US$: ['USD'],
  A$: ['AUD'],
  C$: ['CAD'],
  HK$: ['HKD'],
  NZ$: ['NZD'],
  S$: ['SGD'],
  $: dollarCurrencies,
  Fr: ['CHF'],
  kr: ['DKK', 'NOK', 'SEK'],
  zł: ['PLN'],
  Kč: ['CZK'],
  Ft: ['HUF'],
};
const leadingSign = /^((?:US|A|C|HK|NZ|S)?\$|[£€฿₹¥￥]|\p{L}+)\s*/u;
const trailingSign = /\s*([£€฿₹¥￥$]|\p{L}+)$/u;

const currenciesOfSign = (sign: string): readonly Currency[] | undefined => {
  const code = sign.toUpperCase();
  return isCurrency(code) ? [code] : Object.hasOwn(currencySigns, sign) ? currencySigns[sign] : undefined;
};

/** The mark between thousands where a text was typed; undefined where nobody knows, as in a file. */
export type Grouping = ',' | '.' | undefined;

/**
 * The one parser of typed, pasted and uploaded amounts. It refuses what it does not understand and never ignores a
 * character. With the grouping of the reader, `1,250` is no longer ambiguous.
 */
export function parseAmountText(text: string, currency: Currency, grouping?: Grouping): ParsedAmount {
  const { body, other } = stripCurrencySigns(normaliseSigns(text), currency);
  if (other !== undefined) return { kind: 'invalid', reason: 'currency', sign: other };
  const read = parseDecimalText(body);
  if (read.kind === 'invalid') return read;
  if (read.kind === 'decimal') return toAmount(read.value, currency);
  const amount = toAmount(read.grouped, currency);
  if (amount.kind === 'invalid' || minorDigits[currency] === 0 || read.mark === grouping) return amount;
  const { whole, fraction } = read.decimal;
  const decimal = toAmount({ whole, fraction: fraction.replace(/0+$/, '') }, currency);
  return { ...amount, kind: 'ambiguous', other: decimal.kind === 'amount' ? decimal.amount : undefined };
}

export function readAmountText(text: string, currency: Currency, grouping?: Grouping): Money | undefined {
  const read = parseAmountText(text, currency, grouping);
  return read.kind === 'amount' ? read.amount : undefined;
}

export type AmountTextFinding = Readonly<{ key: AmountTextFault | 'whole' | 'zero' | 'ambiguous'; sign: string }>;

export function findAmountFault(
  text: string,
  currency: Currency,
  zero: 'refused' | 'allowed',
  grouping?: Grouping,
): AmountTextFinding | undefined {
  const read = parseAmountText(text, currency, grouping);
  if (read.kind === 'ambiguous') return { key: 'ambiguous', sign: '' };
  if (read.kind === 'amount')
    return zero === 'allowed' || isPositive(read.amount) ? undefined : { key: 'zero', sign: '' };
  const key = read.reason === 'decimals' && minorDigits[currency] === 0 ? 'whole' : read.reason;
  return { key, sign: read.sign ?? '' };
}

function stripCurrencySigns(text: string, currency: Currency): { body: string; other?: string } {
  let body = text;
  for (const end of [leadingSign, trailingSign]) {
    const sign = end.exec(body)?.[1] ?? '';
    const named = currenciesOfSign(sign);
    if (named && !named.includes(currency)) return { body, other: sign };
    if (named) body = body.replace(end, '');
  }
  return { body };
}

type UnambiguousAmount = Exclude<ParsedAmount, { kind: 'ambiguous' }>;

function toAmount({ whole, fraction }: Decimal, currency: Currency): UnambiguousAmount {
  const digits = minorDigits[currency];
  if (whole.replace(/^0+/, '').length > 15) return { kind: 'invalid', reason: 'large' };
  if (fraction.length > digits) return { kind: 'invalid', reason: 'decimals' };
  return { kind: 'amount', amount: money(currency, BigInt(whole + fraction.padEnd(digits, '0'))) };
}
