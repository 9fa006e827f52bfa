import type { PayeeView } from '@larkmere/contract/payee';
import type { PayeeField } from '@larkmere/contract/payee-requirements';
import { countryOf } from '../country/country.ts';
import type { Payee } from './payee.ts';
import { fieldsFor } from './requirements/requirements.ts';

type Described = Pick<Payee, 'type' | 'currency' | 'details'>;

const fieldsOf = ({ type, currency, details }: Described) => fieldsFor(type, currency, details);

export const summaryOf = (payee: Described): string =>
  fieldsOf(payee)
    .filter(({ key, identifies }) => identifies && payee.details[key])
    .map((field) => shown(field, payee.details[field.key] ?? ''))
    .join(' · ');

export const linesOf = (payee: Described): PayeeView['lines'] =>
  fieldsOf(payee).flatMap((field) => {
    const value = payee.details[field.key];
    return value ? [{ key: field.key, label: field.label, value: shown(field, value) }] : [];
  });

function shown({ key, inputType, options, clean }: PayeeField, value: string): string {
  if (inputType === 'country') return countryOf(value)?.name ?? value;
  if (inputType === 'select') return options?.find((option) => option.value === value)?.label ?? value;
  if (key === 'sortCode') return value.replace(/(..)(..)(..)/, '$1-$2-$3');
  if (key === 'iban') return value.replace(/(.{4})(?=.)/g, '$1 ');
  return clean === 'thai-mobile' ? value.replace(/^0066(\d\d)(\d{3})(\d{4})$/, '0$1 $2 $3') : value;
}
