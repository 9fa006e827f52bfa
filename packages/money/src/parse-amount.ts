import { type Decimal, decimalFaults, parseDecimalText, plainSigns } from './decimal-text.ts';
import { type Currency, isCurrency, isPositive, type Money, minorDigits, readAmount } from './money.ts';

export const amountTextFaults = [...decimalFaults, 'decimals', 'large', 'currency'] as const;
export type AmountTextFault = (typeof amountTextFaults)[number];

/**
 * A typed or pasted amount. `ambiguous`: three digits follow a single mark, as in `1,250`; `amount` is the grouped
 * reading, `other` the decimal one if the currency allows it.
 */
export type AmountText =
  | Readonly<{ kind: 'amount'; amount: Money }>
  | Readonly<{ kind: 'ambiguous'; amount: Money; other: Money | undefined }>
  | Readonly<{ kind: 'invalid'; reason: AmountTextFault; sign?: string }>;

const dollars = ['USD', 'AUD', 'CAD', 'HKD', 'NZD', 'SGD', 'MXN'] as const;
const signs: Readonly<Record<string, readonly Currency[]>> = {
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
  $: dollars,
  Fr: ['CHF'],
  kr: ['DKK', 'NOK', 'SEK'],
  zł: ['PLN'],
  Kč: ['CZK'],
  Ft: ['HUF'],
};
const before = /^((?:US|A|C|HK|NZ|S)?\$|[£€฿₹¥￥]|\p{L}+)\s*/u;
const after = /\s*([£€฿₹¥￥$]|\p{L}+)$/u;

const currenciesOf = (sign: string): readonly Currency[] | undefined => {
  const code = sign.toUpperCase();
  return isCurrency(code) ? [code] : Object.hasOwn(signs, sign) ? signs[sign] : undefined;
};

/**
 * The one parser of typed, pasted and uploaded amounts. It refuses what it does not understand and never ignores a
 * character.
 */
export function parseAmountText(text: string, currency: Currency): AmountText {
  const { body, other } = withoutSigns(plainSigns(text), currency);
  if (other !== undefined) return { kind: 'invalid', reason: 'currency', sign: other };
  const read = parseDecimalText(body);
  if (read.kind === 'invalid') return read;
  if (read.kind === 'decimal') return amountIn(read.value, currency);
  const amount = amountIn(read.grouped, currency);
  if (amount.kind === 'invalid' || minorDigits[currency] === 0) return amount;
  const { whole, fraction } = read.decimal;
  const decimal = amountIn({ whole, fraction: fraction.replace(/0+$/, '') }, currency);
  return { ...amount, kind: 'ambiguous', other: decimal.kind === 'amount' ? decimal.amount : undefined };
}

export function readAmountText(text: string, currency: Currency): Money | undefined {
  const read = parseAmountText(text, currency);
  return read.kind === 'amount' ? read.amount : undefined;
}

export type AmountTextFinding = Readonly<{ key: AmountTextFault | 'whole' | 'zero' | 'ambiguous'; sign: string }>;

export function amountTextFault(
  text: string,
  currency: Currency,
  zero: 'refused' | 'allowed',
): AmountTextFinding | undefined {
  const read = parseAmountText(text, currency);
  if (read.kind === 'ambiguous') return { key: 'ambiguous', sign: '' };
  if (read.kind === 'amount')
    return zero === 'allowed' || isPositive(read.amount) ? undefined : { key: 'zero', sign: '' };
  const key = read.reason === 'decimals' && minorDigits[currency] === 0 ? 'whole' : read.reason;
  return { key, sign: read.sign ?? '' };
}

function withoutSigns(text: string, currency: Currency): { body: string; other?: string } {
  let body = text;
  for (const end of [before, after]) {
    const sign = end.exec(body)?.[1];
    const named = sign === undefined ? undefined : currenciesOf(sign);
    if (named && sign !== undefined && !named.includes(currency)) return { body, other: sign };
    if (named) body = body.replace(end, '');
  }
  return { body };
}

type Read = Exclude<AmountText, { kind: 'ambiguous' }>;

function amountIn({ whole, fraction }: Decimal, currency: Currency): Read {
  const figures = whole.replace(/^0+(?=\d)/, '') || '0';
  if (figures.length > 15) return { kind: 'invalid', reason: 'large' };
  if (fraction.length > minorDigits[currency]) return { kind: 'invalid', reason: 'decimals' };
  const amount = readAmount(currency, fraction === '' ? figures : `${figures}.${fraction}`);
  return amount ? { kind: 'amount', amount } : { kind: 'invalid', reason: 'characters' };
}
