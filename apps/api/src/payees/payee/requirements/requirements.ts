import type { PayeeField, PayeeRequirements } from '@larkmere/contract/payees/payee-requirements';
import {
  currenciesByPayeeType,
  type PayeeType,
  payeeTypes,
  payeeTypeTitles,
} from '@larkmere/contract/payees/payee-type';
import { defaultText } from '@larkmere/messages/format-message';
import type { Currency } from '@larkmere/money/money';
import { eur } from './eur.ts';
import { latinName } from './field.ts';
import { gbp } from './gbp.ts';
import { local } from './local.ts';
import { swt } from './swt.ts';
import { isPromptPayId, thb } from './thb.ts';
import { usd } from './usd.ts';

export type RequirementInputs = Readonly<{
  country?: string | undefined;
  payTo?: string | undefined;
  bankCode?: string | undefined;
  addressCountry?: string | undefined;
  entityType?: 'individual' | 'company' | undefined;
  isInParts?: boolean | undefined;
}>;

export type RailLimits = Readonly<{
  isAbovePromptPay: boolean;
  bankLimitText: string | undefined;
}>;
const noLimits: RailLimits = { isAbovePromptPay: false, bankLimitText: undefined };

const fieldsOf: Readonly<
  Record<PayeeType, (currency: Currency, given: RequirementInputs, bounds: RailLimits) => readonly PayeeField[]>
> = {
  gbp: (_, { addressCountry }) => gbp(addressCountry),
  eur: (_, { country, addressCountry }) => eur(country, addressCountry),
  thb: (_, given, bounds) => thb(given, bounds),
  swt: (_, { country, addressCountry }) => swt(country, addressCountry),
  usd: (_, { addressCountry }) => usd(addressCountry),
  localatw: (currency, { addressCountry }) => local(currency, addressCountry),
  swiftatw: (_, { country, addressCountry }) => swt(country, addressCountry),
};

const schemes = { gbp: 'cop', eur: 'vop' } as const satisfies Partial<Record<PayeeType, 'cop' | 'vop'>>;

/** How the name is checked. Thai banks name the holder of a PromptPay ID, but not of a bank account. */
export function nameSchemeOf(type: PayeeType, payTo: string | undefined): PayeeRequirements['nameCheck'] {
  if (type === 'thb') return isPromptPayId(payTo) ? 'promptpay' : 'none';
  return type === 'gbp' || type === 'eur' ? schemes[type] : 'none';
}

export const fieldsFor = (
  type: PayeeType,
  currency: Currency,
  given: RequirementInputs,
  bounds: RailLimits = noLimits,
): readonly PayeeField[] => {
  const fields = fieldsOf[type](currency, given, bounds);
  return fields.flatMap((each) => (each.key === 'name' ? nameFields(each, given) : each));
};

function nameFields(name: PayeeField, { entityType, isInParts }: RequirementInputs): PayeeField[] {
  if (entityType === 'company') return [organisationNameField(name)];
  return entityType === 'individual' && isInParts ? namePartFields(name) : [name];
}

const namePartFields = (name: PayeeField): PayeeField[] => [
  {
    ...name,
    key: 'firstName',
    label: defaultText('first_name'),
    hint: defaultText('first_name_hint'),
    maxLength: 70,
    missing: defaultText('first_name_required'),
  },
  {
    ...name,
    key: 'lastName',
    label: defaultText('last_name'),
    hint: defaultText('last_name_hint'),
    maxLength: 70,
    required: false,
  },
];

const organisationNameField = (name: PayeeField): PayeeField => ({
  ...name,
  hint: name.hint === latinName.hint ? defaultText('company_name_hint') : name.hint,
  pattern: name.pattern?.replace('^', String.raw`^(?![\d\s]+$)`) ?? null,
  wrong: `${name.wrong}. ${defaultText('name_not_digits')}`,
});

const requirementsOf = (
  type: PayeeType,
  currency: Currency,
  given: RequirementInputs,
  bounds: RailLimits,
): PayeeRequirements => ({
  type,
  title: payeeTypeTitles[type],
  currency,
  nameCheck: nameSchemeOf(type, given.payTo),
  fields: [...fieldsFor(type, currency, { ...given, isInParts: given.entityType === 'individual' }, bounds)],
});

type RequirementsQuery = RequirementInputs &
  Readonly<{ type?: PayeeType | undefined; currency?: Currency | undefined }>;

export const requirementsFor = (
  { type, currency, ...given }: RequirementsQuery,
  bounds: RailLimits = noLimits,
): PayeeRequirements[] =>
  payeeTypes
    .filter((each) => type === undefined || each === type)
    .filter((each) => currency === undefined || currenciesByPayeeType[each].includes(currency))
    .map((each) => requirementsOf(each, currency ?? currenciesByPayeeType[each][0] ?? 'GBP', given, bounds));
