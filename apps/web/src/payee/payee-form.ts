import type { PayeeView } from '@larkmere/contract/payee';
import { cleaned } from '@larkmere/contract/payee-field';
import type { PayeeField } from '@larkmere/contract/payee-requirements';
import { partsOf, wholeName } from '@larkmere/contract/person-name';
import { ibanText, sortCodeText } from '../ui/identifiers.ts';

/** Form values by field key; `entityType` is always set. */
export type PayeeTexts = Readonly<Record<string, string>>;

export const emptyTexts: PayeeTexts = { entityType: 'individual' };

export const textsOf = ({
  entityType,
  ownAccount,
  name,
  nickname,
  defaultReference,
  details,
}: PayeeView): PayeeTexts => ({
  ...details,
  ...(details.sortCode && { sortCode: sortCodeText(details.sortCode) }),
  ...(details.iban && { iban: ibanText(details.iban) }),
  ...namesOf(name),
  ...(details.firstName && { firstName: details.firstName, lastName: details.lastName ?? '' }),
  entityType,
  ownAccount: ownAccount ? 'yes' : '',
  nickname: nickname ?? '',
  defaultReference: defaultReference ?? '',
});

export const namesOf = (name: string): PayeeTexts => ({ name, ...partsOf(name) });

const own = ['name', 'nickname', 'defaultReference'];
const parts = ['firstName', 'lastName'];

export function payeeFrom(fields: readonly PayeeField[], texts: PayeeTexts) {
  const kept = (field: PayeeField) => cleaned(field, texts[field.key] ?? '');
  const textOf = (key: string) => fields.filter((field) => field.key === key).map(kept)[0] ?? '';
  const isCompany = texts.entityType === 'company';
  const [firstName = '', lastName = ''] = parts.map(textOf);
  // The fields of an individual stay until those of a company have loaded.
  const left = isCompany ? [...own, ...parts] : own;
  return {
    entityType: isCompany ? ('company' as const) : ('individual' as const),
    ownAccount: texts.ownAccount === 'yes',
    name: textOf('name') || wholeName({ firstName, lastName }),
    nickname: textOf('nickname'),
    defaultReference: textOf('defaultReference'),
    details: Object.fromEntries(
      fields.filter(({ key }) => !left.includes(key)).map((field) => [field.key, kept(field)] as const),
    ),
  };
}

export type TypedPayee = ReturnType<typeof payeeFrom>;

/** Identifies what a name check covers: if it changes, an earlier result no longer applies. */
export function questionOf(fields: readonly PayeeField[], texts: PayeeTexts): string {
  const { name, entityType, details } = payeeFrom(fields, texts);
  const account = fields.filter(({ identifies }) => identifies).map(({ key }) => details[key]);
  return JSON.stringify([name, entityType, ...account]);
}

export function neat(field: PayeeField, typed: string): string {
  const text = cleaned(field, typed);
  if (field.key === 'sortCode' && text.length === 6) return sortCodeText(text);
  return field.check === 'iban' ? ibanText(text) : typed;
}
