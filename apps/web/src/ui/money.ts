/** A decimal string as in the API, which must never become a floating-point number. */
export type Money = Readonly<{ amount: string; currency: string }>;

export type MoneyParts = Readonly<{ sign: '' | '+' | '−'; whole: string; cents: string }>;

const formatters = new Map<string, Intl.NumberFormat>();

/** Comma thousands and a decimal point in every language, so that a figure never changes its meaning. */
function getFormatter(currency: string): Intl.NumberFormat {
  const known = formatters.get(currency);
  if (known) return known;
  const digits = decimalPlacesOf(currency);
  const formatter = new Intl.NumberFormat('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  formatters.set(currency, formatter);
  return formatter;
}

/** Two for an unknown currency. */
export function decimalPlacesOf(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) return 2;
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

export function moneyParts({ amount, currency }: Money, sign: 'auto' | 'always' | 'never' = 'auto'): MoneyParts {
  const negative = amount.startsWith('-');
  const size = amount.replace(/^[-+]/, '') as Intl.StringNumericLiteral;
  const [whole = '', cents = ''] = getFormatter(currency).format(size).split('.');
  const isZero = !/[1-9]/.test(amount);
  const mark = negative ? '−' : sign === 'always' ? '+' : '';
  return { sign: sign === 'never' || isZero ? '' : mark, whole, cents: cents && `.${cents}` };
}

export function moneyText(value: Money, sign?: 'auto' | 'always' | 'never'): string {
  const { sign: mark, whole, cents } = moneyParts(value, sign);
  return `${mark}${whole}${cents} ${value.currency}`;
}
