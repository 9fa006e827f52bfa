import { cleaned, faultOf } from '@larkmere/contract/payee-field';
import type { PayeeField } from '@larkmere/contract/payee-requirements';
import { type PayeeType, routesAbroad } from '@larkmere/contract/payee-type';
import { wholeName } from '@larkmere/contract/person-name';
import type { Currency } from '@larkmere/money/money';
import { countryOf, riskOf } from '../country/country.ts';
import { requireSwift } from '../customer/customer.ts';
import type { Tx } from '../kernel/db.ts';
import { isPhoneNumber } from '../kernel/phone-number.ts';
import { type FieldFault, Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx } from '../kernel/verb.ts';
import { canBelongTogether } from './modulus.ts';
import type { Payee } from './payee.ts';
import { fieldsFor, requirementsFor } from './requirements/requirements.ts';

export type TypedPayee = Readonly<{
  type: PayeeType;
  currency: Currency;
  entityType?: Payee['entityType'] | undefined;
  name: string;
  nickname?: string | null | undefined;
  defaultReference?: string | null | undefined;
  details: Readonly<Record<string, string>>;
}>;

export type ReadDetails = Pick<
  Payee,
  'type' | 'currency' | 'name' | 'nickname' | 'defaultReference' | 'details' | 'account'
>;

const own = ['name', 'nickname', 'defaultReference'];
const parts = ['firstName', 'lastName'];
const ukAccount = ['sortCode', 'accountNumber'];

export async function requireRoute({ tx, actor }: CustomerCtx, type: PayeeType): Promise<void> {
  if (routesAbroad[type] === 'swift') await requireSwift(tx, actor.customerId);
}

export function readDetails({ type, currency, entityType, details: given, ...said }: TypedPayee): ReadDetails {
  // Trimmed first, because some of these values decide which other fields exist.
  const typed = Object.fromEntries(Object.entries(given).map(([key, text]) => [key, text.normalize('NFC').trim()]));
  if (requirementsFor({ type, currency }).length === 0) {
    const message = 'A payee of this type is not paid in this currency';
    throw new Refusal('payee_details_invalid', { errors: [{ field: 'currency', code: 'currency', message }] });
  }
  const isInParts = 'firstName' in typed || 'lastName' in typed;
  const fields = fieldsFor(type, currency, { ...typed, entityType, isInParts });
  const textOf = ({ key }: PayeeField): string => textAt({ ...typed, ...said }, key);
  const errors = [
    ...fields.flatMap((field) => faultIn(field, textOf(field))),
    ...Object.keys(typed)
      .filter((key) => !fields.some((field) => field.key === key) || own.includes(key))
      .map(unknown),
  ];
  if (isInParts && !errors.some(({ field }) => parts.includes(field)))
    errors.push(...faultsOfWhole({ type, currency, ...said }, typed));
  const kept = fields.map((field) => [field.key, cleaned(field, textOf(field))] as const).filter(([, text]) => text);
  const all = new Map(kept);
  const account = fields
    .filter(({ identifies }) => identifies)
    .flatMap(({ key }) => all.get(key) ?? [])
    .join(' ');
  const details = Object.fromEntries(kept.filter(([key]) => !own.includes(key)));
  if (!errors.some(({ field }) => ukAccount.includes(field))) errors.push(...faultTogether(type, details));
  if (errors.length > 0) throw new Refusal('payee_details_invalid', { errors });
  const [told = '', nickname = null, defaultReference = null] = own.map((key) => all.get(key));
  const name = told || wholeName({ firstName: all.get('firstName') ?? '', lastName: all.get('lastName') ?? '' });
  return { type, currency, name, nickname, defaultReference, details, account };
}

type Named = Pick<TypedPayee, 'type' | 'currency' | 'name'>;

function faultsOfWhole({ type, currency, name }: Named, typed: Readonly<Record<string, string>>): FieldFault[] {
  const field = fieldsFor(type, currency, {}).find(({ key }) => key === 'name');
  const whole = wholeName({ firstName: textAt(typed, 'firstName'), lastName: textAt(typed, 'lastName') });
  if (!field || !whole) return [];
  const message = faultOf(field, whole);
  if (message) return [{ field: typed.lastName ? 'lastName' : 'firstName', code: 'invalid', message }];
  if (!name.trim() || cleaned(field, name) === cleaned(field, whole)) return [];
  return [{ field: 'name', code: 'invalid', message: 'First and last name together are another name' }];
}

const textAt = (texts: Readonly<Record<string, unknown>>, key: string): string =>
  Object.hasOwn(texts, key) && typeof texts[key] === 'string' ? texts[key] : '';

function faultIn(field: PayeeField, text: string): FieldFault[] {
  const message = faultOf(field, text) ?? faultOutside(field, text.trim());
  return message === undefined ? [] : [{ field: field.key, code: 'invalid', message }];
}

function faultOutside(field: PayeeField, text: string): string | undefined {
  if (field.inputType === 'country') return text ? countryFault(text) : undefined;
  const cannotBe = field.key === 'phone' && text !== '' && !isPhoneNumber(cleaned(field, text));
  return cannotBe ? 'There can be no such telephone number' : undefined;
}

function countryFault(iso2: string): string | undefined {
  return countryOf(iso2) ? undefined : 'Choose a country from the list';
}

export async function requireReachable(tx: Tx, { details }: Pick<Payee, 'details'>): Promise<void> {
  const given = ['addressCountry', 'country', 'bankCountry'].flatMap((key) => {
    const iso2 = details[key]?.slice(0, 2);
    return iso2 ? [{ key, iso2 }] : [];
  });
  const risks = await Promise.all(given.map(({ iso2 }) => riskOf(tx, [iso2])));
  const errors = given
    .filter((_, i) => risks[i] === 'prohibited')
    .map(({ key, iso2 }) => ({ field: key, code: 'prohibited', message: `We send no money to ${nameOf(iso2)}` }));
  if (errors.length > 0) throw new Refusal('payee_details_invalid', { errors });
}

const nameOf = (iso2: string): string => countryOf(iso2)?.name ?? iso2;

const unknown = (key: string): FieldFault => ({
  field: key,
  code: 'unknown',
  message: 'This type of payee has no such field',
});

function faultTogether(type: PayeeType, { sortCode = '', accountNumber = '' }: Payee['details']): FieldFault[] {
  if (type !== 'gbp' || canBelongTogether(sortCode, accountNumber)) return [];
  return [{ field: 'accountNumber', code: 'modulus', message: 'This account number does not fit the sort code' }];
}
