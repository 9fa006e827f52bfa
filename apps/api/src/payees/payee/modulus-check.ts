import UkModulusChecking from 'uk-modulus-checking';

// Its constructor takes most of a millisecond to build its tables, so one instance is reused.
const modulusChecker = new UkModulusChecking({ sortCode: '', accountNumber: '' });

/** By the published UK modulus rules. An unknown sort code passes: only the bank can tell. */
export function passesModulusCheck(sortCode: string, accountNumber: string): boolean {
  modulusChecker.sortCode = sortCode;
  modulusChecker.accountNumber = accountNumber;
  return modulusChecker.isValid();
}
