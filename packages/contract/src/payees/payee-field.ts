import { transliterate } from '../platform/transliteration.ts';
import { accountChecks } from '../reference/account-checks.ts';
import type { PayeeField } from './payee-requirements.ts';

// Neither the rails nor PostgreSQL accept control characters.
const collapseWhitespace = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
const stripSeparators = (text: string): string => text.replace(/[\s().-]/g, '');

const cleaningRules: Readonly<Record<PayeeField['clean'], (text: string) => string>> = {
  text: collapseWhitespace,
  digits: stripSeparators,
  code: (text) => stripSeparators(text).toUpperCase(),
  // PromptPay registers a Thai mobile number as 0066 and nine digits.
  'thai-mobile': (text) => stripSeparators(text).replace(/^(?:\+66|0066|66|0)(?=[689]\d{8}$)/, '0066'),
};

const toCarriedText = ({ clean, filter }: PayeeField, typed: string): string => {
  const text = cleaningRules[clean](typed);
  return clean === 'text' && filter !== null && filter !== 'latin' ? transliterate(text) : text;
};

export const cleanValue = (field: PayeeField, typed: string): string => {
  const { padTo } = field;
  const text = toCarriedText(field, typed);
  return padTo !== null && text ? text.padStart(padTo, '0') : text;
};

export function payeeFieldError(field: PayeeField, typed: string): string | undefined {
  const { required, minLength, maxLength, pattern, check, options, wrong, missing } = field;
  const text = toCarriedText(field, typed);
  if (!text) return required ? missing : undefined;
  if (check === 'iban' && text.length !== maxLength) return `This IBAN has ${text.length} characters. ${wrong}`;
  if (text.length < minLength || text.length > maxLength) return wrong;
  const kept = cleanValue(field, typed);
  if (pattern !== null && !new RegExp(pattern, 'u').test(kept)) return wrong;
  if (options && !options.some(({ value }) => value === kept)) return wrong;
  if (check && !accountChecks[check](kept))
    return check === 'iban' ? 'This IBAN has a typing mistake. Check it with your payee' : wrong;
  return undefined;
}

/** Whether the length is unusual for this bank. Show a warning; do not refuse. */
export const hasUnusualLength = (field: PayeeField, typed: string): boolean =>
  field.usualLengths !== null && !field.usualLengths.includes(cleanValue(field, typed).length);
