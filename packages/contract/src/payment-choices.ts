export const choices = {
  /** ISO 20022 purpose codes; sent with the payment. */
  purposeCode: ['SUPP', 'GDDS', 'SCVE', 'SALA', 'RENT', 'EDUC', 'GIFT', 'LOAN', 'CHAR', 'TAXS', 'OTHR'],
  relationship: ['family', 'friend', 'employee', 'supplier', 'client', 'own_account', 'other'],
  sourceOfFunds: ['salary', 'business', 'savings', 'property', 'gift', 'loan', 'other'],
} as const;

export type Choice = keyof typeof choices;

export const choiceNames = ['purposeCode', 'relationship', 'sourceOfFunds'] as const satisfies readonly Choice[];
