import { cleanValue, payeeFieldError } from '@larkmere/contract/payees/payee-field';
import type { PayeeField } from '@larkmere/contract/payees/payee-requirements';
import type { PayeeType } from '@larkmere/contract/payees/payee-type';
import { fullName } from '@larkmere/contract/platform/person-name';
import { type Message, message } from '@larkmere/messages/message';
import type { Currency } from '@larkmere/money/money';
import { isPhoneNumber } from '../../platform/requests/phone-number.ts';
import { type FieldError, Refusal } from '../../platform/requests/refusal.ts';
import { countryOf } from '../../reference/country/country.ts';
import { passesModulusCheck } from './modulus-check.ts';
import type { Payee } from './payee-record.ts';
import { fieldsFor, requirementsFor } from './requirements/requirements.ts';

export type PayeeInput = Readonly<{
  type: PayeeType;
  currency: Currency;
  entityType?: Payee['entityType'] | undefined;
  name: string;
  nickname?: string | null | undefined;
  defaultReference?: string | null | undefined;
  details: Readonly<Record<string, string>>;
}>;

export type ParsedPayeeDetails = Pick<
  Payee,
  'type' | 'currency' | 'name' | 'nickname' | 'defaultReference' | 'details' | 'account'
>;

const payeeFields = ['name', 'nickname', 'defaultReference'];
const nameParts = ['firstName', 'lastName'];
const ukAccount = ['sortCode', 'accountNumber'];

/** Throws `payee_details_invalid` with every fault. */
export function parsePayeeDetails({
  type,
  currency,
  entityType,
  details: given,
  ...texts
}: PayeeInput): ParsedPayeeDetails {
  // Trimmed first, because some of these values decide which other fields exist.
  const typed = Object.fromEntries(Object.entries(given).map(([key, text]) => [key, text.normalize('NFC').trim()]));
  if (requirementsFor({ type, currency }).length === 0) {
    const reason = message('payee_type_currency_not_supported', { currency });
    throw new Refusal('payee_details_invalid', { errors: [{ field: 'currency', code: 'not_allowed', reason }] });
  }
  const isInParts = 'firstName' in typed || 'lastName' in typed;
  const fields = fieldsFor(type, currency, { ...typed, entityType, isInParts });
  const textOf = ({ key }: PayeeField): string => textAt({ ...typed, ...texts }, key);
  const errors = [
    ...fields.flatMap((field) => validateField(field, textOf(field))),
    ...Object.keys(typed)
      .filter((key) => !fields.some((field) => field.key === key) || payeeFields.includes(key))
      .map(unknownField),
  ];
  if (isInParts && !errors.some(({ field }) => nameParts.includes(field)))
    errors.push(...validateWholeName({ type, currency, ...texts }, typed));
  const values = fields
    .map((field) => [field.key, cleanValue(field, textOf(field))] as const)
    .filter(([, text]) => text);
  const all = new Map(values);
  const account = fields
    .filter(({ identifies }) => identifies)
    .flatMap(({ key }) => all.get(key) ?? [])
    .join(' ');
  const details = Object.fromEntries(values.filter(([key]) => !payeeFields.includes(key)));
  if (!errors.some(({ field }) => ukAccount.includes(field))) errors.push(...validateUkAccount(type, details));
  if (errors.length > 0) throw new Refusal('payee_details_invalid', { errors });
  const [givenName = '', nickname = null, defaultReference = null] = payeeFields.map((key) => all.get(key));
  const name = givenName || fullName({ firstName: all.get('firstName') ?? '', lastName: all.get('lastName') ?? '' });
  return { type, currency, name, nickname, defaultReference, details, account };
}

type NameInput = Pick<PayeeInput, 'type' | 'currency' | 'name'>;

function validateWholeName({ type, currency, name }: NameInput, typed: Readonly<Record<string, string>>): FieldError[] {
  const field = fieldsFor(type, currency, {}).find(({ key }) => key === 'name');
  const whole = fullName({ firstName: textAt(typed, 'firstName'), lastName: textAt(typed, 'lastName') });
  if (!field || !whole) return [];
  const fault = payeeFieldError(field, whole);
  if (fault)
    return [
      {
        field: typed.lastName ? 'lastName' : 'firstName',
        code: 'invalid',
        reason: message('payee_field_invalid', { note: fault }),
      },
    ];
  if (!name.trim() || cleanValue(field, name) === cleanValue(field, whole)) return [];
  return [{ field: 'name', code: 'invalid', reason: message('payee_name_mismatch') }];
}

const textAt = (texts: Readonly<Record<string, unknown>>, key: string): string =>
  Object.hasOwn(texts, key) && typeof texts[key] === 'string' ? texts[key] : '';

function validateField(field: PayeeField, text: string): FieldError[] {
  const fault = payeeFieldError(field, text);
  if (fault !== undefined)
    return [{ field: field.key, code: 'invalid', reason: message('payee_field_invalid', { note: fault }) }];
  const reason = validateByTable(field, text.trim());
  return reason ? [{ field: field.key, code: 'invalid', reason }] : [];
}

function validateByTable(field: PayeeField, text: string): Message | undefined {
  if (field.inputType === 'country') return text ? validateCountry(text) : undefined;
  const cannotBe = field.key === 'phone' && text !== '' && !isPhoneNumber(cleanValue(field, text));
  return cannotBe ? message('phone_invalid') : undefined;
}

function validateCountry(iso2: string): Message | undefined {
  return countryOf(iso2) ? undefined : message('country_required');
}

const unknownField = (key: string): FieldError => ({
  field: key,
  code: 'not_allowed',
  reason: message('field_not_used'),
});

function validateUkAccount(type: PayeeType, { sortCode = '', accountNumber = '' }: Payee['details']): FieldError[] {
  if (type !== 'gbp' || passesModulusCheck(sortCode, accountNumber)) return [];
  return [{ field: 'accountNumber', code: 'invalid', reason: message('account_number_sort_code_mismatch') }];
}
