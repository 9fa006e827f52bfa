import { type StaffArea, type StaffLevel, staffAreas } from './permissions.ts';
import type { StaffRole } from './staff.ts';

const starterColumns = [
  'support',
  'payment_operations',
  'compliance',
  'mlro',
  'dealer',
  'finance',
  'settings',
  'super',
  'auditor',
] as const satisfies readonly StaffRole[];
const symbols: Readonly<Record<string, StaffLevel>> = { '-': 'none', v: 'view', a: 'act', A: 'approve' };

/**
 * What the nine starter roles may do (product.md B16, D12), in the order of the columns above. `customers` is the search
 * and the part of a customer without personal details; the KYC state belongs to it, answers and documents to `kyc`.
 */
const starterRows: Readonly<Record<StaffArea, string>> = {
  customers: 'v v v v v v - - v',
  customer_details: 'a a a a - - - - v',
  identity_numbers: 'a - a a - - - - -',
  account_status: 'v v a A - - - - v',
  account_restriction: 'a a a a - - - - v',
  pin_reset: 'a - - - - - - - v',
  sub_users: 'a - a a - - - - v',
  connect_as_customer: 'a a a A - - - - v',
  assist_customer: 'a - - - - - - - -',
  visit_review: '- - a a - - - - v',
  payment_review: '- a a A - - - - v',
  documents: '- a a A - - - - v',
  compensation: '- a a A - v - - v',
  payees_held: '- a a A - - - - v',
  kyc: '- - a A - - - - v',
  screening_hits: '- - a A - - - - v',
  referrals: 'a - a a - v - - v',
  introducer_partners: 'v - A A - a - - v',
  dealing_desk: '- - - - a v - - v',
  reconciliation: '- v - v - a - - v',
  prices: '- - - - v a a A v',
  rate_offtime: '- - - - a - a A v',
  rules: '- - - - - - a A v',
  check_rules: '- - a a - - a A v',
  service_breaker: 'a a - - - - a A v',
  service_control: 'v v - - - - a A v',
  api_log: '- a - - - a a a v',
  roles: '- - - - - - a A v',
};

export const starterPermissions = Object.fromEntries(
  starterColumns.map((role, column) => [
    role,
    Object.fromEntries(staffAreas.map((area) => [area, symbols[starterRows[area].split(' ')[column] ?? '-']])),
  ]),
) as Record<StaffRole, Record<StaffArea, StaffLevel>>;
