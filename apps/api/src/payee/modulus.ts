import UkModulusChecking from 'uk-modulus-checking';

/**
 * Whether a UK account number can belong to a sort code, by the published modulus rules. A sort code that the table does
 * not know counts as possible: only the bank itself can tell.
 */
export const canBelongTogether = (sortCode: string, accountNumber: string): boolean =>
  new UkModulusChecking({ sortCode, accountNumber }).isValid();
