/** `digits`: account numbers, sort codes, cards; `code`: IBAN, BIC, IFSC; `phone`: may begin with a plus. */
export type IdentifierKind = 'digits' | 'code' | 'phone';

type IdentifierFault =
  | Readonly<{ value?: undefined; fault: 'exponent' }>
  | Readonly<{ value?: undefined; fault: 'trunk_zero' }>
  | Readonly<{ value?: undefined; fault: 'character'; sign: string }>;

type ReadIdentifier = Readonly<{ value: string; fault?: undefined }> | IdentifierFault;

/** Blanks of every width, and hyphens with their unicode dashes. */
const grouping = /[\t\r\n\p{Zs}\p{Pd}\u2212]/u;
const outerBlanks = /^[\t\r\n\p{Zs}]+|[\t\r\n\p{Zs}]+$/gu;
const dash = /[\p{Pd}\u2212]/u;
const exponent = /^\s*[-−+]?\d+(?:[.,]\d*)?\s*e\s*[-−+]?\s*\d+\s*$/i;
const trunkZero = /^(?:\+|00)[^(]*\(\s*0\s*\)/;

/** ASCII, full-width, Thai, Arabic-Indic and Eastern Arabic-Indic zeros. */
const zeros = [0x30, 0xff10, 0x0e50, 0x0660, 0x06f0];
const toPlainDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = zeros.find((first) => code >= first && code <= first + 9);
    return zero === undefined ? digit : String(code - zero);
  });

const carried: Readonly<Record<IdentifierKind, RegExp>> = { digits: /\d/, code: /[A-Za-z0-9]/, phone: /\d/ };

/**
 * The one reader of account numbers, sort codes, IBANs, BICs, card and telephone numbers. Only blanks and hyphens
 * inside are grouping; in telephone numbers also brackets. Everything else is a fault, so no sign is ever dropped and
 * two numbers never become one.
 */
export function readIdentifier(typed: string, kind: IdentifierKind): ReadIdentifier {
  const text = toPlainDigits(typed).replace(outerBlanks, '');
  if (exponent.test(text) && (kind !== 'code' || /[.,+−-]/.test(text))) return { fault: 'exponent' };
  if (kind === 'phone' && trunkZero.test(text)) return { fault: 'trunk_zero' };
  const prefix = kind === 'phone' && text.startsWith('+') ? '+' : '';
  const signs = Array.from(text.slice(prefix.length));
  const edge = [signs[0], signs.at(-1)].find((sign) => sign !== undefined && dash.test(sign));
  const body = kind === 'phone' ? dropBrackets(signs) : signs;
  const wrong = edge ?? body.find((sign) => !carried[kind].test(sign) && !grouping.test(sign));
  if (wrong !== undefined) return { fault: 'character', sign: wrong };
  const value = body.filter((sign) => carried[kind].test(sign)).join('');
  return { value: prefix + (kind === 'code' ? value.toUpperCase() : value) };
}

export const identifierValue = (typed: string, kind: IdentifierKind): string | undefined =>
  readIdentifier(typed, kind).value;

/** Brackets stay, and are a fault, unless they are in pairs around digits. */
function dropBrackets(signs: readonly string[]): readonly string[] {
  const text = signs.join('');
  return Array.from(text.replace(/\(([\d\s]+)\)/g, ' $1 '));
}

const hiddenCharacter = /[\p{C}\p{Zl}\p{Zp}\p{M}]/u;
const named: Readonly<Record<string, string>> = { '.': 'a full stop', ',': 'a comma', '/': 'a slash', '+': 'a plus' };

const describeSign = (sign: string): string => {
  const code = (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  if (hiddenCharacter.test(sign)) return `a hidden character (U+${code})`;
  return named[sign] ?? `“${sign}”`;
};

const allowed: Readonly<Record<IdentifierKind, string>> = {
  digits: 'Write digits only, with spaces or hyphens between them if you like',
  code: 'Write letters and digits only, with spaces if you like',
  phone: 'Write digits only, with the country code after a + if you like',
};

export function identifierFaultText(found: IdentifierFault, kind: IdentifierKind): string {
  if (found.fault === 'exponent')
    return 'A spreadsheet shortened this number, so digits are lost. Write it in full, in a cell formatted as text';
  if (found.fault === 'trunk_zero') return 'Leave out the (0) after the country code';
  return `This has ${describeSign(found.sign)} in it. ${allowed[kind]}`;
}
