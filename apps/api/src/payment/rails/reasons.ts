import type { ReasonCode } from '@larkmere/contract/payment';

export type CustomerReason = Readonly<{ code: ReasonCode; sentence: string }>;

const told = (code: ReasonCode, sentence: string): CustomerReason => ({ code, sentence });

// ISO 20022 external code sets: status reasons and return reasons.
const reasons: Readonly<Record<string, CustomerReason>> = {
  AC01: told('payee_details_invalid', 'The payee’s bank has no account with these details.'),
  AC03: told('payee_details_invalid', 'The payee’s bank has no account with these details.'),
  AC04: told('payee_details_invalid', 'The payee’s account is closed.'),
  AC06: told('payee_details_invalid', 'The payee’s account cannot take payments.'),
  AC07: told('payee_details_invalid', 'The payee’s account is closed.'),
  AG01: told('unsupported_destination', 'This kind of payment cannot be made to the payee’s account.'),
  AM02: told('limit_reached', 'The amount is above what a bank on the way allows.'),
  AM03: told('unsupported_destination', 'The payee’s account does not take this currency.'),
  AM04: told('insufficient_funds', 'There was not enough money to make this payment when it was sent.'),
  AM14: told('limit_reached', 'The amount is above what the payee’s account may take.'),
  BE01: told('name_mismatch', 'The name does not match the payee’s account.'),
  MD07: told('payee_details_invalid', 'The payee’s account cannot take payments.'),
  MS02: told('payee_bank_unavailable', 'The payee’s bank did not take the payment and gave no reason.'),
  MS03: told('payee_bank_unavailable', 'The payee’s bank did not take the payment and gave no reason.'),
  // Tipping off is an offence: the customer must not learn what is being checked.
  RR01: told('extra_checks', 'This payment needs extra checks.'),
  RR02: told('extra_checks', 'This payment needs extra checks.'),
  RR03: told('extra_checks', 'This payment needs extra checks.'),
  RR04: told('extra_checks', 'This payment needs extra checks.'),
  RR05: told('extra_checks', 'The bank needs to know more about this payment.'),
  RR06: told('extra_checks', 'The bank needs to know more about this payment.'),
  RR12: told('extra_checks', 'The bank needs to know more about this payment.'),
  MINF: told('extra_checks', 'The bank needs to know more about this payment.'),
  TM01: told('cut_off_missed', 'The payment missed the day’s last run.'),
};

const unknown = told('payee_bank_unavailable', 'The payee’s bank could not take this payment.');

export function customerReason(railCode: string | undefined): CustomerReason {
  return railCode !== undefined && Object.hasOwn(reasons, railCode) ? (reasons[railCode] as CustomerReason) : unknown;
}
