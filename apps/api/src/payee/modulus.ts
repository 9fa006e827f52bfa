import UkModulusChecking from 'uk-modulus-checking';

// Its constructor takes most of a millisecond to build its tables, so one instance is reused.
const checking = new UkModulusChecking({ sortCode: '', accountNumber: '' });

/** By the published UK modulus rules. An unknown sort code passes: only the bank can tell. */
export function canBelongTogether(sortCode: string, accountNumber: string): boolean {
  checking.sortCode = sortCode;
  checking.accountNumber = accountNumber;
  return checking.isValid();
}
