import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { CalendarDate } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';

/** Whom an identity check is about: a customer who is a person, a firm, or a director or owner of a firm. */
export const kycKinds = ['person', 'business', 'firm_person'] as const;
export type KycKind = (typeof kycKinds)[number];

export const kycItemKeys = [
  'personal_details',
  'identity_document',
  'selfie',
  'proof_of_address',
  'source_of_funds',
  'company',
  'people',
  'business_activity',
  'board_authority',
] as const;
export const KycItemKey = z.enum(kycItemKeys).meta({ id: 'KycItemKey' });
export type KycItemKey = z.infer<typeof KycItemKey>;

/** The answers that are one of a list. The labels are texts of the web. */
export const kycChoices = {
  documentType: ['passport', 'identity_card', 'driving_licence'],
  accountPurpose: ['living_costs', 'family_support', 'salary', 'property', 'education', 'savings', 'business', 'other'],
  personSourceOfFunds: ['salary', 'business', 'savings', 'pension', 'property', 'inheritance', 'investments', 'other'],
  firmSourceOfFunds: ['trading', 'investment', 'loan', 'grant', 'other'],
  /** Pounds a month, in and out together. */
  monthlyVolume: ['up_to_1000', 'up_to_5000', 'up_to_20000', 'up_to_50000', 'up_to_250000', 'above_250000'],
  legalForm: ['limited_company', 'public_company', 'partnership', 'sole_trader', 'charity', 'other'],
} as const;

const text = (max: number) => freeText().min(1, fieldMessage('field_required')).max(max);
const Country = z.string().regex(/^[A-Z]{2}$/, fieldMessage('field_not_allowed'));
const Countries = z.array(Country).min(1).max(20);

/** Every answer by name. An answer has one meaning and one form, whichever requirement asks for it. */
export const kycAnswers = {
  fullName: text(140),
  dateOfBirth: CalendarDate,
  nationality: Country,
  street: text(70),
  town: text(35),
  postcode: text(16),
  country: Country,
  taxCountry: Country,
  taxNumber: text(30),
  documentType: z.enum(kycChoices.documentType),
  documentNumber: freeText().regex(/^[A-Za-z0-9 -]{4,30}$/, fieldMessage('kyc_document_number_invalid')),
  documentCountry: Country,
  documentExpiresOn: CalendarDate,
  accountPurpose: z.enum(kycChoices.accountPurpose),
  occupation: text(80),
  personSourceOfFunds: z.enum(kycChoices.personSourceOfFunds),
  firmSourceOfFunds: z.enum(kycChoices.firmSourceOfFunds),
  monthlyVolume: z.enum(kycChoices.monthlyVolume),
  countries: Countries,
  legalName: text(140),
  companyNumber: freeText().regex(/^[A-Za-z0-9./ -]{2,30}$/, fieldMessage('kyc_company_number_invalid')),
  companyCountry: Country,
  legalForm: z.enum(kycChoices.legalForm),
  incorporatedOn: CalendarDate,
  activity: text(500),
  website: text(200),
  /** Nobody else owns 25 % or more. Needed while the shares of the people listed do not add up to 100 %. */
  noOtherOwners: z.boolean(),
} as const satisfies Record<string, z.ZodType>;
export type KycAnswerName = keyof typeof kycAnswers;
export const kycAnswerNames = Object.keys(kycAnswers) as readonly KycAnswerName[];

export type KycRequirement = Readonly<{
  key: KycItemKey;
  /** The answers that must be there before the form can be submitted. */
  required: readonly KycAnswerName[];
  optional: readonly KycAnswerName[];
  documents: Readonly<{ min: number; max: number }>;
  /** Confirmed again at each refresh; `documents`: with new ones. */
  refresh?: 'answers' | 'documents';
}>;

const address = ['street', 'town', 'postcode', 'country'] as const;
const noDocuments = { min: 0, max: 0 };

const identityDocument: KycRequirement = {
  key: 'identity_document',
  required: ['documentType', 'documentNumber', 'documentCountry', 'documentExpiresOn'],
  optional: [],
  documents: { min: 1, max: 2 },
};
const selfie: KycRequirement = { key: 'selfie', required: [], optional: [], documents: { min: 1, max: 1 } };

/** What each kind must give, in the order of the form. */
export const kycRequirements: Readonly<Record<KycKind, readonly KycRequirement[]>> = {
  person: [
    {
      key: 'personal_details',
      required: ['fullName', 'dateOfBirth', 'nationality', ...address, 'taxCountry'],
      optional: ['taxNumber'],
      documents: noDocuments,
      refresh: 'answers',
    },
    identityDocument,
    selfie,
    { key: 'proof_of_address', required: [], optional: [], documents: { min: 1, max: 3 }, refresh: 'documents' },
    {
      key: 'source_of_funds',
      required: ['accountPurpose', 'occupation', 'personSourceOfFunds', 'monthlyVolume', 'countries'],
      optional: [],
      documents: { min: 0, max: 3 },
      refresh: 'answers',
    },
  ],
  business: [
    {
      key: 'company',
      required: [
        'legalName',
        'companyNumber',
        'companyCountry',
        'legalForm',
        'incorporatedOn',
        ...address,
        'taxCountry',
      ],
      optional: ['taxNumber'],
      documents: { min: 1, max: 3 },
      refresh: 'answers',
    },
    { key: 'people', required: [], optional: ['noOtherOwners'], documents: { min: 0, max: 3 }, refresh: 'answers' },
    {
      key: 'business_activity',
      required: ['activity', 'monthlyVolume', 'countries'],
      optional: ['website'],
      documents: noDocuments,
      refresh: 'answers',
    },
    {
      key: 'source_of_funds',
      required: ['firmSourceOfFunds'],
      optional: [],
      documents: { min: 1, max: 3 },
      refresh: 'documents',
    },
    { key: 'board_authority', required: [], optional: [], documents: { min: 1, max: 3 } },
  ],
  firm_person: [
    {
      key: 'personal_details',
      required: ['fullName', 'dateOfBirth', 'nationality', ...address],
      optional: [],
      documents: noDocuments,
    },
    identityDocument,
    selfie,
  ],
};

/** Owners of this share and more must be named and prove themselves. In percent. */
export const ownerThreshold = 25;
/** The people of a firm that can be named. */
export const maxFirmPeople = 20;
