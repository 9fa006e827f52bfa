import type { KycAnswers } from '@larkmere/contract/customers/kyc';
import type { KycAnswerName, KycItemKey, KycKind, kycChoices } from '@larkmere/contract/customers/kyc-requirements';

export type Choices = typeof kycChoices;
export type ChoiceName = keyof Choices;

/** The contract's own lists would bring its validation library into the page. A test compares them. */
export const choices: { [Name in ChoiceName]: readonly Choices[Name][number][] } = {
  documentType: ['passport', 'identity_card', 'driving_licence'],
  accountPurpose: ['living_costs', 'family_support', 'salary', 'property', 'education', 'savings', 'business', 'other'],
  personSourceOfFunds: ['salary', 'business', 'savings', 'pension', 'property', 'inheritance', 'investments', 'other'],
  firmSourceOfFunds: ['trading', 'investment', 'loan', 'grant', 'other'],
  monthlyVolume: ['up_to_1000', 'up_to_5000', 'up_to_20000', 'up_to_50000', 'up_to_250000', 'above_250000'],
  legalForm: ['limited_company', 'public_company', 'partnership', 'sole_trader', 'charity', 'other'],
};

const address = ['street', 'town', 'postcode', 'country'] as const;
const identityDocument = ['documentType', 'documentNumber', 'documentCountry', 'documentExpiresOn'] as const;

/** The questions of each item in the order of the form. An item without an entry asks for files alone. */
export const itemQuestions: Readonly<Record<KycKind, Partial<Record<KycItemKey, readonly KycAnswerName[]>>>> = {
  person: {
    personal_details: ['fullName', 'dateOfBirth', 'nationality', ...address, 'taxCountry', 'taxNumber'],
    identity_document: identityDocument,
    source_of_funds: ['accountPurpose', 'occupation', 'personSourceOfFunds', 'monthlyVolume', 'countries'],
  },
  business: {
    company: [
      'legalName',
      'companyNumber',
      'companyCountry',
      'legalForm',
      'incorporatedOn',
      ...address,
      'taxCountry',
      'taxNumber',
    ],
    people: ['noOtherOwners'],
    business_activity: ['activity', 'website', 'monthlyVolume', 'countries'],
    source_of_funds: ['firmSourceOfFunds'],
  },
  firm_person: {
    personal_details: ['fullName', 'dateOfBirth', 'nationality', ...address],
    identity_document: identityDocument,
  },
};

export const optionalQuestions: readonly KycAnswerName[] = ['taxNumber', 'website', 'noOtherOwners'];

const dates = ['dateOfBirth', 'documentExpiresOn', 'incorporatedOn'] as const;
const countries = ['nationality', 'country', 'taxCountry', 'documentCountry', 'companyCountry'] as const;
export type DateName = (typeof dates)[number];
export type CountryName = (typeof countries)[number];

export const isDateName = (name: KycAnswerName): name is DateName => (dates as readonly string[]).includes(name);
export const isCountryName = (name: KycAnswerName): name is CountryName =>
  (countries as readonly string[]).includes(name);
export const isChoiceName = (name: KycAnswerName): name is ChoiceName => Object.hasOwn(choices, name);

/** Hints to the browser of what to fill in. Only for the customer's own details. */
export const autoCompleteOf: Partial<Record<KycAnswerName, string>> = {
  fullName: 'name',
  street: 'address-line1',
  town: 'address-level2',
  postcode: 'postal-code',
  legalName: 'organization',
  website: 'url',
};

export const maxLengthOf: Partial<Record<KycAnswerName, number>> = {
  fullName: 140,
  street: 70,
  town: 35,
  postcode: 16,
  taxNumber: 30,
  documentNumber: 30,
  occupation: 80,
  legalName: 140,
  companyNumber: 30,
  activity: 500,
  website: 200,
};

export type Answer = KycAnswers[KycAnswerName];

/** An empty answer takes the earlier one back. */
export const toAnswer = (text: string): string | null => (text.trim() === '' ? null : text.trim());

export const isSameAnswer = (one: Answer, other: Answer): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** The answers that differ, by name. */
export function changedAnswers(before: KycAnswers, after: KycAnswers): KycAnswerName[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)] as KycAnswerName[]);
  return [...names].filter((name) => !isSameAnswer(before[name], after[name]));
}
