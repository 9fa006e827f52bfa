import type { PayeeField } from '@larkmere/contract/payees/payee-requirements';
import { defaultText } from '@larkmere/messages/format-message';
import { countryOf } from '../../../reference/country/country.ts';
import { field } from './field.ts';

export function ibanField(iso2: string): PayeeField | undefined {
  const country = countryOf(iso2);
  const { length, prefix } = country?.iban ?? {};
  if (!country || !length || !prefix) return undefined;
  const rule = { country: country.name, length, prefix };
  return field({
    key: 'iban',
    label: defaultText('iban'),
    hint: defaultText('iban_hint', rule),
    minLength: length,
    maxLength: length,
    pattern: `^${prefix}`,
    check: 'iban',
    clean: 'code',
    filter: 'alnum',
    missing: defaultText('iban_required'),
    wrong: defaultText('iban_invalid', rule),
    identifies: true,
  });
}
