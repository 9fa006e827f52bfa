import { choices } from './payment-choices.ts';

export const backgroundWords = {
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

export const backgroundWord = (kind: Kind, code: string): string =>
  Object.entries(backgroundWords[kind]).find(([known]) => known === code)?.[1] ?? code;

type Kind = keyof typeof backgroundWords;
const bare = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '');

const meanings = <K extends Kind>(kind: K): ReadonlyMap<string, (typeof choices)[K][number]> =>
  new Map(choices[kind].flatMap((code) => [bare(code), bare(backgroundWord(kind, code))].map((text) => [text, code])));
const meant = {
  purposeCode: meanings('purposeCode'),
  relationship: meanings('relationship'),
  sourceOfFunds: meanings('sourceOfFunds'),
};

export const choiceNamed = <K extends Kind>(kind: K, text: string): (typeof choices)[K][number] | undefined =>
  (meant[kind] as ReadonlyMap<string, (typeof choices)[K][number]>).get(bare(text));
