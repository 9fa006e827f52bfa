/** What can be chosen of that which a payer may say of a payment. */
export const choices = {
  /** What it is for, by the codes of ISO 20022; it travels with the payment. */
  purposeCode: ['SUPP', 'GDDS', 'SCVE', 'SALA', 'RENT', 'EDUC', 'GIFT', 'LOAN', 'CHAR', 'TAXS', 'OTHR'],
  /** Who the payee is to the payer. */
  relationship: ['family', 'friend', 'employee', 'supplier', 'client', 'own_account', 'other'],
  /** Where the money comes from. */
  sourceOfFunds: ['salary', 'business', 'savings', 'property', 'gift', 'loan', 'other'],
} as const;

export type Choice = keyof typeof choices;

/** All of them in the order in which a form asks. */
export const choiceNames = ['purposeCode', 'relationship', 'sourceOfFunds'] as const satisfies readonly Choice[];
