import type { ReasonCode } from '@larkmere/contract/payments/payment';

export type CustomerReason = Readonly<{ code: ReasonCode; sentence: string }>;

const customerReasonOf = (code: ReasonCode, sentence: string): CustomerReason => ({ code, sentence });

// ISO 20022 external code sets: status reasons and return reasons.
const customerReasons: Readonly<Record<string, CustomerReason>> = {
  AC01: customerReasonOf('payee_details_invalid', 'The payee’s bank has no account with these details.'),
  AC03: customerReasonOf('payee_details_invalid', 'The payee’s bank has no account with these details.'),
  AC04: customerReasonOf('payee_details_invalid', 'The payee’s account is closed.'),
  AC06: customerReasonOf('payee_details_invalid', 'The payee’s account cannot take payments.'),
  AC07: customerReasonOf('payee_details_invalid', 'The payee’s account is closed.'),
  AG01: customerReasonOf('unsupported_destination', 'This kind of payment cannot be made to the payee’s account.'),
  AM02: customerReasonOf('limit_reached', 'The amount is above what a bank on the way allows.'),
  AM03: customerReasonOf('unsupported_destination', 'The payee’s account does not take this currency.'),
  AM04: customerReasonOf('insufficient_funds', 'There was not enough money to make this payment when it was sent.'),
  AM14: customerReasonOf('limit_reached', 'The amount is above what the payee’s account may take.'),
  BE01: customerReasonOf('name_mismatch', 'The name does not match the payee’s account.'),
  MD07: customerReasonOf('payee_details_invalid', 'The payee’s account cannot take payments.'),
  MS02: customerReasonOf('payee_bank_unavailable', 'The payee’s bank did not take the payment and gave no reason.'),
  MS03: customerReasonOf('payee_bank_unavailable', 'The payee’s bank did not take the payment and gave no reason.'),
  // Tipping off is an offence: the customer must not learn what is being checked.
  RR01: customerReasonOf('extra_checks', 'This payment needs extra checks.'),
  RR02: customerReasonOf('extra_checks', 'This payment needs extra checks.'),
  RR03: customerReasonOf('extra_checks', 'This payment needs extra checks.'),
  RR04: customerReasonOf('extra_checks', 'This payment needs extra checks.'),
  RR05: customerReasonOf('extra_checks', 'The bank needs to know more about this payment.'),
  RR06: customerReasonOf('extra_checks', 'The bank needs to know more about this payment.'),
  RR12: customerReasonOf('extra_checks', 'The bank needs to know more about this payment.'),
  MINF: customerReasonOf('extra_checks', 'The bank needs to know more about this payment.'),
  TM01: customerReasonOf('cut_off_missed', 'The payment missed the day’s last run.'),
};

const unknownReason = customerReasonOf('payee_bank_unavailable', 'The payee’s bank could not take this payment.');

export function customerReason(railCode: string | undefined): CustomerReason {
  return railCode !== undefined && Object.hasOwn(customerReasons, railCode)
    ? (customerReasons[railCode] as CustomerReason)
    : unknownReason;
}
