import type { PayeeView } from '@larkmere/contract/payees/payee';
import type { PayeeField } from '@larkmere/contract/payees/payee-requirements';
import { countryOf } from '../../reference/country/country.ts';
import type { Payee } from './payee-record.ts';
import { fieldsFor } from './requirements/requirements.ts';

type Described = Pick<Payee, 'type' | 'currency' | 'details'>;

const fieldsOf = ({ type, currency, details }: Described) => fieldsFor(type, currency, details);

export const describeAccount = (payee: Described): string =>
  fieldsOf(payee)
    .filter(({ key, identifies }) => identifies && payee.details[key])
    .map((field) => formatValue(field, payee.details[field.key] ?? ''))
    .join(' · ');

export const linesOf = (payee: Described): PayeeView['lines'] =>
  fieldsOf(payee).flatMap((field) => {
    const value = payee.details[field.key];
    return value ? [{ key: field.key, label: field.label, value: formatValue(field, value) }] : [];
  });

function formatValue({ key, inputType, options, clean }: PayeeField, value: string): string {
  if (inputType === 'country') return countryOf(value)?.name ?? value;
  if (inputType === 'select') return options?.find((option) => option.value === value)?.label ?? value;
  if (key === 'sortCode') return value.replace(/(..)(..)(..)/, '$1-$2-$3');
  if (key === 'iban') return value.replace(/(.{4})(?=.)/g, '$1 ');
  return clean === 'thai-mobile' ? value.replace(/^0066(\d\d)(\d{3})(\d{4})$/, '0$1 $2 $3') : value;
}
