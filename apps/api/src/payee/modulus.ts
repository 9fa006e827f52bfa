import UkModulusChecking from 'uk-modulus-checking';

// It builds its tables anew each time, which takes most of a millisecond: one is asked about every account.
const checking = new UkModulusChecking({ sortCode: '', accountNumber: '' });

/**
 * Whether a UK account number can belong to a sort code, by the published modulus rules. A sort code that the table does
 * not know counts as possible: only the bank itself can tell.
 */
export function canBelongTogether(sortCode: string, accountNumber: string): boolean {
  checking.sortCode = sortCode;
  checking.accountNumber = accountNumber;
  return checking.isValid();
}
