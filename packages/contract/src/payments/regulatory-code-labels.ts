import { regulatoryCodes } from './regulatory-codes.ts';

export const regulatoryCodeLabels = {
  purposeCode: {
    SUPP: 'Supplier payment',
    GDDS: 'Goods',
    SCVE: 'Services',
    SALA: 'Salary',
    RENT: 'Rent',
    EDUC: 'Education',
    GIFT: 'Gift or family support',
    LOAN: 'Loan',
    CHAR: 'Charity',
    TAXS: 'Taxes',
    OTHR: 'Other',
  },
  relationship: {
    family: 'Family',
    friend: 'Friend',
    employee: 'Employee',
    supplier: 'Supplier',
    client: 'Client',
    own_account: 'My own account',
    other: 'Other',
  },
  sourceOfFunds: {
    salary: 'Salary or pension',
    business: 'Business income',
    savings: 'Savings',
    property: 'Sale of property',
    gift: 'Gift or inheritance',
    loan: 'Loan',
    other: 'Other',
  },
} as const;

export const regulatoryCodeLabel = (kind: LabelledField, code: string): string =>
  Object.entries(regulatoryCodeLabels[kind]).find(([known]) => known === code)?.[1] ?? code;

type LabelledField = keyof typeof regulatoryCodeLabels;
const lettersOnly = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '');

const indexCodes = <K extends LabelledField>(kind: K): ReadonlyMap<string, (typeof regulatoryCodes)[K][number]> =>
  new Map(
    regulatoryCodes[kind].flatMap((code) =>
      [lettersOnly(code), lettersOnly(regulatoryCodeLabel(kind, code))].map((text) => [text, code]),
    ),
  );
const codesByText = {
  purposeCode: indexCodes('purposeCode'),
  relationship: indexCodes('relationship'),
  sourceOfFunds: indexCodes('sourceOfFunds'),
};

export const findRegulatoryCode = <K extends LabelledField>(
  kind: K,
  text: string,
): (typeof regulatoryCodes)[K][number] | undefined =>
  (codesByText[kind] as ReadonlyMap<string, (typeof regulatoryCodes)[K][number]>).get(lettersOnly(text));
