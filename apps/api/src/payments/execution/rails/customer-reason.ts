import type { ReasonCode } from '@larkmere/contract/payments/payment';
import { defaultText } from '@larkmere/messages/format-message';
import type { MessageCode } from '@larkmere/messages/message';

export type CustomerReason = Readonly<{ code: ReasonCode; sentence: string }>;

type RejectionText = Extract<MessageCode, `rejected_${string}`>;

const customerReasonOf = (code: ReasonCode, text: RejectionText): CustomerReason => ({
  code,
  sentence: defaultText(text),
});

// ISO 20022 external code sets: status reasons and return reasons.
const customerReasons: Readonly<Record<string, CustomerReason>> = {
  AC01: customerReasonOf('payee_details_invalid', 'rejected_account_not_found'),
  AC03: customerReasonOf('payee_details_invalid', 'rejected_account_not_found'),
  AC04: customerReasonOf('payee_details_invalid', 'rejected_account_closed'),
  AC06: customerReasonOf('payee_details_invalid', 'rejected_account_blocked'),
  AC07: customerReasonOf('payee_details_invalid', 'rejected_account_closed'),
  AG01: customerReasonOf('unsupported_destination', 'rejected_payment_type'),
  AM02: customerReasonOf('limit_reached', 'rejected_bank_limit'),
  AM03: customerReasonOf('unsupported_destination', 'rejected_currency'),
  AM04: customerReasonOf('insufficient_funds', 'rejected_insufficient_funds'),
  AM14: customerReasonOf('limit_reached', 'rejected_account_limit'),
  BE01: customerReasonOf('name_mismatch', 'rejected_name_mismatch'),
  MD07: customerReasonOf('payee_details_invalid', 'rejected_account_blocked'),
  MS02: customerReasonOf('payee_bank_unavailable', 'rejected_without_reason'),
  MS03: customerReasonOf('payee_bank_unavailable', 'rejected_without_reason'),
  // Tipping off is an offence: the customer must not learn what is being checked.
  RR01: customerReasonOf('extra_checks', 'rejected_extra_checks'),
  RR02: customerReasonOf('extra_checks', 'rejected_extra_checks'),
  RR03: customerReasonOf('extra_checks', 'rejected_extra_checks'),
  RR04: customerReasonOf('extra_checks', 'rejected_extra_checks'),
  RR05: customerReasonOf('extra_checks', 'rejected_details_needed'),
  RR06: customerReasonOf('extra_checks', 'rejected_details_needed'),
  RR12: customerReasonOf('extra_checks', 'rejected_details_needed'),
  MINF: customerReasonOf('extra_checks', 'rejected_details_needed'),
  TM01: customerReasonOf('cut_off_missed', 'rejected_cut_off_missed'),
};

const unknownReason = customerReasonOf('payee_bank_unavailable', 'rejected_unknown');

export function customerReason(railCode: string | undefined): CustomerReason {
  const known = railCode !== undefined && Object.hasOwn(customerReasons, railCode) && customerReasons[railCode];
  return known || unknownReason;
}
