/** Reason codes of decisions about a payment in review (product.md D2: free text alone is not accepted). */
export const releaseReasons = ['documents_in_order', 'answers_in_order', 'known_pattern', 'false_positive'] as const;
export const refuseReasons = [
  'payee_details_invalid',
  'name_mismatch',
  'documents_needed',
  'unsupported_destination',
  'limit_reached',
  'extra_checks',
] as const;
export const askReasons = [
  'purpose_unclear',
  'document_needed',
  'payee_unknown',
  'unusual_pattern',
  'bank_asks',
] as const;
export const escalateReasons = [
  'suspected_fraud',
  'possible_match',
  'unusual_pattern',
  'customer_behaviour',
  'source_unclear',
] as const;
