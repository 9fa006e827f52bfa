export const regulatoryCodes = {
  /** ISO 20022 purpose codes; sent with the payment. */
  purposeCode: ['SUPP', 'GDDS', 'SCVE', 'SALA', 'RENT', 'EDUC', 'GIFT', 'LOAN', 'CHAR', 'TAXS', 'OTHR'],
  relationship: ['family', 'friend', 'employee', 'supplier', 'client', 'own_account', 'other'],
  sourceOfFunds: ['salary', 'business', 'savings', 'property', 'gift', 'loan', 'other'],
} as const;

export type RegulatoryField = keyof typeof regulatoryCodes;

export const regulatoryFields = [
  'purposeCode',
  'relationship',
  'sourceOfFunds',
] as const satisfies readonly RegulatoryField[];
