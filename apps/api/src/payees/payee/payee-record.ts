import type { NameCheckResult, PayeeReason, PayeeStatus, PayeeView } from '@larkmere/contract/payees/payee';
import type { PayeeField } from '@larkmere/contract/payees/payee-requirements';
import type { PayeeType } from '@larkmere/contract/payees/payee-type';
import type { Currency } from '@larkmere/money/money';
import type { z } from 'zod';
import { countryOf } from '../../reference/country/country.ts';
import { fieldsFor } from './requirements/requirements.ts';

export type Payee = Readonly<{
  id: string;
  customerId: string;
  version: number;
  type: PayeeType;
  currency: Currency;
  entityType: 'individual' | 'company';
  name: string;
  nickname: string | null;
  details: Readonly<Record<string, string>>;
  account: string;
  defaultReference: string | null;
  favourite: boolean;
  ownAccount: boolean;
  /** False: was paid without being saved, and is in no list of the customer. */
  saved: boolean;
  status: z.infer<typeof PayeeStatus>;
  reasonCode: Exclude<z.infer<typeof PayeeReason>, 'unconfirmed'> | null;
  reason: string | null;
  nameCheckId: string | null;
  nameCheckResult: z.infer<typeof NameCheckResult> | null;
  actualName: string | null;
  nameCheckedAt: Date | null;
  createdBy: string;
  createdAt: Date;
  accountSince: Date;
  lastPaidAt: Date | null;
  summary: string;
}>;

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
