import type { StaffRight } from './permissions.ts';

/** Where work stops until staff act: who decides it, and the tab of a customer on which they do; null: another page. */
export const workQueues = {
  payments_held: { right: ['payment_review', 'act'], tab: null },
  payments_contradicted: { right: ['payment_review', 'act'], tab: 'payments' },
  documents_received: { right: ['documents', 'act'], tab: 'payments' },
  payments_at_bank: { right: ['payment_review', 'view'], tab: 'payments' },
  payments_rejected: { right: ['payment_review', 'view'], tab: 'payments' },
  partner_contradictions: { right: ['reconciliation', 'view'], tab: null },
  credits_without_owner: { right: ['reconciliation', 'view'], tab: null },
  card_settlements_mismatched: { right: ['reconciliation', 'view'], tab: null },
  card_payments_owed: { right: ['customers', 'view'], tab: 'cards' },
  payees_held: { right: ['payees_held', 'act'], tab: 'payees' },
  name_checks_overridden: { right: ['payees_held', 'view'], tab: 'payees' },
  approvals_expiring: { right: ['customers', 'view'], tab: 'overview' },
  identity_checks: { right: ['kyc', 'act'], tab: 'kyc' },
  member_checks: { right: ['kyc', 'act'], tab: 'kyc' },
  factor_resets: { right: ['kyc', 'act'], tab: 'kyc' },
  sanctions_hits: { right: ['screening_hits', 'act'], tab: 'restrictions' },
  partner_rules: { right: ['introducer_partners', 'approve'], tab: 'partner' },
  referral_appeals: { right: ['referrals', 'act'], tab: 'referrals' },
  fx_requests: { right: ['dealing_desk', 'act'], tab: null },
  auto_fx_failures: { right: ['dealing_desk', 'view'], tab: 'orders' },
  contact_recoveries: { right: ['sub_users', 'act'], tab: 'people' },
  pins_locked: { right: ['pin_reset', 'act'], tab: 'people' },
  breakers_open: { right: ['service_breaker', 'act'], tab: null },
  visit_reviews: { right: ['visit_review', 'act'], tab: null },
  visit_reviews_overdue: { right: ['visit_review', 'act'], tab: null },
  ghost_sessions: { right: ['connect_as_customer', 'view'], tab: 'audit' },
  changes_proposed: { right: ['roles', 'approve'], tab: null },
  calls_to_resend: { right: ['api_log', 'act'], tab: null },
  deliveries_failing: { right: ['api_log', 'view'], tab: null },
} as const satisfies Readonly<Record<string, Readonly<{ right: StaffRight; tab: string | null }>>>;
export type WorkQueueKey = keyof typeof workQueues;
export const workQueueKeys = Object.keys(workQueues) as [WorkQueueKey, ...WorkQueueKey[]];
