import type { PayeeView } from '@larkmere/contract/payees/payee';
import { cleanValue, payeeFieldError } from '@larkmere/contract/payees/payee-field';
import type { PayeeField } from '@larkmere/contract/payees/payee-requirements';
import { fullName, splitName } from '@larkmere/contract/platform/person-name';
import { ibanText, sortCodeText } from '../../ui/identifiers.ts';

/** Form values by field key; `entityType` is always set. */
export type PayeeFormValues = Readonly<Record<string, string>>;

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Values of the payee form that were read from a pasted account number; never part of the address. */
    payeeDetails?: PayeeFormValues;
  }
}

export const emptyFormValues: PayeeFormValues = { entityType: 'individual' };

export const toFormValues = ({
  entityType,
  ownAccount,
  name,
  nickname,
  defaultReference,
  details,
}: PayeeView): PayeeFormValues => ({
  ...details,
  ...(details.sortCode && { sortCode: sortCodeText(details.sortCode) }),
  ...(details.iban && { iban: ibanText(details.iban) }),
  ...toNameFields(name),
  ...(details.firstName && { firstName: details.firstName, lastName: details.lastName ?? '' }),
  entityType,
  ownAccount: ownAccount ? 'yes' : '',
  nickname: nickname ?? '',
  defaultReference: defaultReference ?? '',
});

export const toNameFields = (name: string): PayeeFormValues => ({ name, ...splitName(name) });

const commonFields = ['name', 'nickname', 'defaultReference'];
const nameParts = ['firstName', 'lastName'];

export function toPayeeInput(fields: readonly PayeeField[], texts: PayeeFormValues) {
  const fieldValue = (field: PayeeField) => cleanValue(field, texts[field.key] ?? '');
  const textOf = (key: string) => fields.filter((field) => field.key === key).map(fieldValue)[0] ?? '';
  const isCompany = texts.entityType === 'company';
  const [firstName = '', lastName = ''] = nameParts.map(textOf);
  // The fields of an individual stay until those of a company have loaded.
  const left = isCompany ? [...commonFields, ...nameParts] : commonFields;
  return {
    entityType: isCompany ? ('company' as const) : ('individual' as const),
    ownAccount: texts.ownAccount === 'yes',
    name: textOf('name') || fullName({ firstName, lastName }),
    nickname: textOf('nickname'),
    defaultReference: textOf('defaultReference'),
    details: Object.fromEntries(
      fields.filter(({ key }) => !left.includes(key)).map((field) => [field.key, fieldValue(field)] as const),
    ),
  };
}

export type PayeeInput = ReturnType<typeof toPayeeInput>;

/** Identifies what a name check covers: if it changes, an earlier result no longer applies. */
export function nameCheckKey(fields: readonly PayeeField[], texts: PayeeFormValues): string {
  const { name, entityType, details } = toPayeeInput(fields, texts);
  const account = fields.filter(({ identifies }) => identifies).map(({ key }) => details[key]);
  return JSON.stringify([name, entityType, ...account]);
}

/** Whether every field holds what its rules ask for. */
export const isComplete = (fields: readonly PayeeField[], texts: PayeeFormValues): boolean =>
  fields.length > 0 && fields.every((field) => payeeFieldError(field, texts[field.key] ?? '') === undefined);

export function formatFieldValue(field: PayeeField, typed: string): string {
  const text = cleanValue(field, typed);
  if (field.key === 'sortCode' && text.length === 6) return sortCodeText(text);
  return field.check === 'iban' ? ibanText(text) : typed;
}
