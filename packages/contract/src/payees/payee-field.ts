import { removeHiddenCharacters } from '../platform/free-text.ts';
import { transliterate } from '../platform/transliteration.ts';
import { accountChecks } from '../reference/account-checks.ts';
import { type IdentifierKind, identifierFaultText, readIdentifier } from '../reference/identifier-text.ts';
import type { PayeeField } from './payee-requirements.ts';

// Neither the rails nor PostgreSQL accept control characters.
const collapseWhitespace = (text: string): string =>
  removeHiddenCharacters(text)
    .normalize('NFC')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
// PromptPay registers a Thai mobile number as 0066 and nine digits.
const toPromptPay = (text: string): string => text.replace(/^(?:\+66|0066|66|0)(?=[689]\d{8}$)/, '0066');

const kindOf = { digits: 'digits', code: 'code', phone: 'phone', 'thai-mobile': 'phone' } as const satisfies Partial<
  Record<PayeeField['clean'], IdentifierKind>
>;

/** An identifier that cannot be read stays as it was typed, so that no later step takes it for another one. */
function toCarriedText({ clean, filter }: PayeeField, typed: string): string {
  if (clean === 'text') {
    const text = collapseWhitespace(typed);
    return filter !== null && filter !== 'latin' ? transliterate(text) : text;
  }
  const read = readIdentifier(typed, kindOf[clean]);
  if (read.fault !== undefined) return typed.trim();
  return clean === 'thai-mobile' ? toPromptPay(read.value) : read.value;
}

function identifierError({ clean }: PayeeField, typed: string): string | undefined {
  if (clean === 'text') return undefined;
  const read = readIdentifier(typed, kindOf[clean]);
  return read.fault === undefined ? undefined : identifierFaultText(read, kindOf[clean]);
}

export const cleanValue = (field: PayeeField, typed: string): string => {
  const { padTo } = field;
  const text = toCarriedText(field, typed);
  return padTo !== null && text && identifierError(field, typed) === undefined ? text.padStart(padTo, '0') : text;
};

export function payeeFieldError(field: PayeeField, typed: string): string | undefined {
  const { required, minLength, maxLength, pattern, check, options, wrong, missing } = field;
  const text = toCarriedText(field, typed);
  if (!text) return required ? missing : undefined;
  const misread = identifierError(field, typed);
  if (misread) return misread;
  if (check === 'iban' && text.length !== maxLength) return `This IBAN has ${text.length} characters. ${wrong}`;
  if (text.length < minLength || text.length > maxLength) return wrong;
  const cleaned = cleanValue(field, typed);
  if (pattern !== null && !new RegExp(pattern, 'u').test(cleaned)) return wrong;
  if (options && !options.some(({ value }) => value === cleaned)) return wrong;
  if (check && !accountChecks[check](cleaned))
    return check === 'iban' ? 'This IBAN has a typing mistake. Check it with your payee' : wrong;
  return undefined;
}

/** Whether the length is unusual for this bank. Show a warning; do not refuse. */
export const hasUnusualLength = (field: PayeeField, typed: string): boolean =>
  field.usualLengths !== null &&
  identifierError(field, typed) === undefined &&
  !field.usualLengths.includes(cleanValue(field, typed).length);
