import type { MessageCode } from '@larkmere/messages/message';

/** Every business refusal with its HTTP status. Its default text has the same code in `@larkmere/messages`. */
export const refusals = {
  validation_failed: 400,
  idempotency_mismatch: 400,
  request_in_progress: 400,
  invalid_transition: 400,

  not_signed_in: 401,
  login_failed: 400,
  login_locked: 429,
  captcha_required: 400,
  captcha_failed: 400,
  enrolment_closed: 400,
  access_denied: 403,
  kyc_required: 403,
  agreement_required: 403,
  agreement_outdated: 400,
  account_restricted: 403,
  not_found: 404,
  rate_limited: 429,
  service_unavailable: 503,
  outcome_unknown: 503,
  service_off: 503,

  password_reset_required: 400,
  device_is_current: 400,
  pin_missing: 400,
  pin_exists: 400,
  password_weak: 400,
  password_mismatch: 400,
  password_unchanged: 400,
  membership_inactive: 400,
  email_unchanged: 400,
  email_codes_wrong: 400,
  too_many_email_changes: 429,
  reset_link_invalid: 400,
  pin_weak: 400,
  pin_mismatch: 400,
  pin_wrong: 400,
  pin_locked: 400,
  pin_cooling: 400,
  approval_required: 400,
  rule_unsatisfiable: 400,
  authorisation_invalid: 400,
  second_factor_required: 400,
  second_factor_missing: 400,
  passkey_refused: 400,
  passkey_exists: 400,
  too_many_passkeys: 400,
  authenticator_exists: 400,
  authenticator_code_wrong: 400,

  account_not_usable: 400,
  payer_address_missing: 400,
  payee_not_approved: 400,
  payee_exists: 400,
  payee_details_invalid: 400,
  payee_in_use: 400,
  payee_changed: 400,
  name_check_required: 400,
  name_check_forbidden: 400,
  name_check_unconfirmed: 400,

  amount_invalid: 400,
  execution_date_invalid: 400,
  insufficient_funds: 400,
  limit_exceeded: 400,
  regulatory_information_missing: 400,
  reference_invalid: 400,
  unsupported_destination: 400,
  swift_not_enabled: 400,
  duplicate_suspected: 400,
  bank_unavailable: 400,
  bank_refused: 400,
  bank_not_responding: 503,
  rate_unavailable: 503,
  pair_unavailable: 400,
  market_closed: 400,
  quote_expired: 400,
  quote_used: 400,
  rate_moved: 400,
  approver_conflict: 400,
  order_changed: 400,
  target_already_met: 400,
  too_many_orders: 400,
  receipt_not_ready: 400,
  file_rejected: 400,
  bulk_changed: 400,
  price_changed: 400,
} as const satisfies Partial<Record<MessageCode, 400 | 401 | 403 | 404 | 429 | 503>>;

export type RefusalCode = keyof typeof refusals;

export type LimitExceededData = Readonly<{
  limit: string;
  currency: string;
  used: string | null;
  resetsAt: string | null;
}>;

/** The `data` of `service_off`: when it is available again; null if unknown. */
export type ServiceOffData = Readonly<{ until: string | null }>;
