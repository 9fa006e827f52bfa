export const minorDigits = {
  ...({ GBP: 2, EUR: 2, THB: 2, USD: 2, JPY: 0 } as const),
  ...({ AED: 2, AUD: 2, CAD: 2, CHF: 2, CNY: 2, CZK: 2, DKK: 2, HKD: 2, HUF: 2, INR: 2 } as const),
  ...({ MXN: 2, NOK: 2, NZD: 2, PLN: 2, SEK: 2, SGD: 2, ZAR: 2 } as const),
} as const;

export type Currency = keyof typeof minorDigits;
export const currencies = Object.keys(minorDigits) as Currency[];

export type Money = Readonly<{ currency: Currency; minor: bigint }>;

export const money = (currency: Currency, minor: bigint): Money => ({ currency, minor });
export const zero = (currency: Currency): Money => money(currency, 0n);
export const isPositive = (m: Money): boolean => m.minor > 0n;
export const isZero = (m: Money): boolean => m.minor === 0n;

export const isCurrency = (text: string): text is Currency => Object.hasOwn(minorDigits, text);

export function add(a: Money, b: Money): Money {
  requireSameCurrency(a, b);
  return money(a.currency, a.minor + b.minor);
}

export function subtract(a: Money, b: Money): Money {
  requireSameCurrency(a, b);
  return money(a.currency, a.minor - b.minor);
}

export function compare(a: Money, b: Money): -1 | 0 | 1 {
  requireSameCurrency(a, b);
  return a.minor < b.minor ? -1 : a.minor > b.minor ? 1 : 0;
}

/**
 * Reads a plain decimal such as `12.34`. Returns undefined for anything else, such as too many decimals: nothing is
 * rounded.
 */
export function readAmount(currency: Currency, text: string): Money | undefined {
  const digits = minorDigits[currency];
  const match = /^(\d{1,15})(?:\.(\d+))?$/.exec(text);
  const [, whole = '', fraction = ''] = match ?? [];
  if (!match || fraction.length > digits) return undefined;
  return money(currency, BigInt(whole + fraction.padEnd(digits, '0')));
}

/** Wire format: plain decimal with the decimals of the currency, `-` in front if negative. */
export function formatAmount({ currency, minor }: Money): string {
  const digits = minorDigits[currency];
  const sign = minor < 0n ? '-' : '';
  const text = (minor < 0n ? -minor : minor).toString().padStart(digits + 1, '0');
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

function requireSameCurrency(a: Money, b: Money): void {
  if (a.currency !== b.currency) throw new TypeError(`${a.currency} is not ${b.currency}`);
}
