import { hasUnusualLength } from '@larkmere/contract/payees/payee-field';
import type { ParsedPayeeDetails } from './parse-payee-details.ts';
import { fieldsFor } from './requirements/requirements.ts';
import { thaiBankName } from './requirements/thai-banks.ts';

type UnusualLength = Readonly<{ length: number; bank: string; lengths: readonly number[] }>;

/** An account number that the payee form warns about, because its bank issues other lengths. */
export function findUnusualLength({
  type,
  currency,
  details,
}: Pick<ParsedPayeeDetails, 'type' | 'currency' | 'details'>): UnusualLength | undefined {
  for (const field of fieldsFor(type, currency, details)) {
    const text = details[field.key] ?? '';
    if (text && field.usualLengths && hasUnusualLength(field, text))
      return { length: text.length, bank: thaiBankName(details.bankCode ?? '') ?? '', lengths: field.usualLengths };
  }
  return undefined;
}
