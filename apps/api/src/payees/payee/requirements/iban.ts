import type { PayeeField } from '@larkmere/contract/payees/payee-requirements';
import { countryOf } from '../../../reference/country/country.ts';
import { field } from './field.ts';

export function ibanField(iso2: string): PayeeField | undefined {
  const country = countryOf(iso2);
  const length = country?.iban.length;
  if (!country || !length) return undefined;
  const rule = `An IBAN of ${country.name} has ${length} characters and begins with ${iso2}.`;
  return field({
    key: 'iban',
    label: 'IBAN',
    hint: rule,
    minLength: length,
    maxLength: length,
    pattern: `^${iso2}`,
    check: 'iban',
    clean: 'code',
    filter: 'alnum',
    missing: 'Enter the IBAN',
    wrong: `${rule} Check it with your payee.`,
    identifies: true,
  });
}
