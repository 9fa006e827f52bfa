import { digitsOf, moneyParts } from './money.ts';

/**
 * Reads what somebody typed or pasted, such as `1,234.5`, into the plain decimal of the wire. Nothing is rounded:
 * a text that is no amount of the currency gives undefined.
 */
export function readTypedAmount(text: string, currency: string): string | undefined {
  const plain = text
    .replaceAll(',', '')
    .replace(/^\.(?=\d)/, '0.')
    .replace(/\.$/, '');
  const match = /^(\d{1,15})(?:\.(\d+))?$/.exec(plain);
  if (!match || (match[2]?.length ?? 0) > digitsOf(currency)) return undefined;
  return plain.replace(/^0+(?=\d)/, '');
}

/** How an amount stands in its field once the customer has left it: `1,234.50`. */
export function typedAmountText(text: string, currency: string): string {
  const amount = readTypedAmount(text, currency);
  if (amount === undefined) return text;
  const { whole, cents } = moneyParts({ amount, currency }, 'never');
  return whole + cents;
}
