/**
 * Scam warnings by purpose. The text shown is evidence, so it never changes: a new wording gets a new number and the
 * old one stays.
 */
export const scamWarnings = {
  'general.1':
    'Check the details with them on a number that you know. Nobody from a bank, the police or a shop ever asks you to move money to keep it safe, or to say something untrue about why you pay. If somebody hurries you, stop.',
  'own_account.1':
    'Only pay an account that you opened yourself. No bank and no police officer ever asks you to move your money to a “safe account”: whoever does so is a swindler, even if the number on your telephone looks right.',
  'goods.1':
    'Have you seen what you buy, and is the price one that others ask, too? Swindlers sell things that they do not have, and want a bank transfer because it cannot be taken back. Pay by card where you can.',
  'invoice.1':
    'Did the bank details come by email, or have they changed? Swindlers write into real conversations and send invoices with their own account. Call the firm on a number that you know from elsewhere, before you pay.',
  'rent.1':
    'Have you been inside, and have you checked who owns it? Swindlers let rooms that are not theirs and ask for a deposit before you have seen them. Do not pay before you have.',
  'loan.1':
    'Nobody who lends money asks for a fee first. If you are told to pay before you get a loan, a prize or your own money back, it is a swindle.',
  'taxes.1':
    'Tax offices, courts and the police do not call to ask for money at once, and do not threaten you with arrest. Look the office up yourself and ask them before you pay.',
  'charity.1':
    'Look the charity up in the public register, and pay to the account that stands on its own page. Swindlers collect for disasters in the names of others.',
  'family.1':
    'Did they ask you in a message, perhaps from a new number? Swindlers write as sons, mothers and friends in need. Call them on the number that you have always had. If you have only met online, do not pay.',
} as const;

export type ScamWarningCode = keyof typeof scamWarnings;
export const scamWarningCodes = Object.keys(scamWarnings) as [ScamWarningCode, ...ScamWarningCode[]];

const warningByPurpose: Readonly<Record<string, ScamWarningCode>> = {
  GDDS: 'goods.1',
  SUPP: 'invoice.1',
  SCVE: 'invoice.1',
  RENT: 'rent.1',
  LOAN: 'loan.1',
  TAXS: 'taxes.1',
  CHAR: 'charity.1',
  GIFT: 'family.1',
};

const warningByRelationship: Readonly<Record<string, ScamWarningCode>> = {
  own_account: 'own_account.1',
  family: 'family.1',
  friend: 'family.1',
  supplier: 'invoice.1',
};

type WarningContext = Readonly<{
  ownAccount: boolean;
  purposeCode?: string | undefined;
  relationship?: string | undefined;
}>;

export function selectScamWarning({
  ownAccount,
  purposeCode = '',
  relationship = '',
}: WarningContext): ScamWarningCode {
  if (ownAccount) return 'own_account.1';
  return warningByPurpose[purposeCode] ?? warningByRelationship[relationship] ?? 'general.1';
}
