import { type AccountStatus, accountStatuses } from '../platform/account-status.ts';
import type { StaffRight } from './permissions.ts';

/** Apart from the schemas, so that the dialog does not load a validation library. */
export const statusChangeReasons = [
  'unusual_activity',
  'account_takeover',
  'customer_request',
  'information_missing',
  'money_owed',
  'death_of_customer',
  'terms_breach',
  'business_use',
  'outside_risk_appetite',
  'court_order',
  'fraud_suspected',
  'money_laundering_suspected',
  'sanctions_match',
  'checks_completed',
  'appeal_upheld',
  'set_in_error',
] as const;
export type StatusChangeReason = (typeof statusChangeReasons)[number];

/** Reasons of which a customer must not learn: they read the text of the status alone (tipping off). */
const confidentialReasons: ReadonlySet<string> = new Set([
  'fraud_suspected',
  'money_laundering_suspected',
  'sanctions_match',
]);
export const isConfidential = (reason: string): boolean => confidentialReasons.has(reason);

const liftingReasons = ['checks_completed', 'appeal_upheld', 'set_in_error'] as const;
const suspicions = ['fraud_suspected', 'money_laundering_suspected'] as const;

const reasonsByStatus: Readonly<Partial<Record<AccountStatus, readonly StatusChangeReason[]>>> = {
  restricted: [
    'unusual_activity',
    'account_takeover',
    'customer_request',
    'information_missing',
    'money_owed',
    ...suspicions,
  ],
  suspended: [
    'account_takeover',
    'customer_request',
    'death_of_customer',
    'terms_breach',
    'court_order',
    ...suspicions,
    'sanctions_match',
  ],
  closing: [
    'business_use',
    'terms_breach',
    'outside_risk_appetite',
    'information_missing',
    'court_order',
    ...suspicions,
  ],
};

/** A status that takes a block away, in part or wholly, also has the reasons of lifting it. */
export const reasonsFor = (from: AccountStatus, to: AccountStatus): readonly StatusChangeReason[] => [
  ...(to !== 'closing' && isLifted(from, to) ? liftingReasons : []),
  ...(reasonsByStatus[to] ?? []),
];

export const legalBases = [
  'terms_notice',
  'terms_serious_breach',
  'court_order',
  'financial_crime_law',
  'sanctions_law',
] as const;
export type LegalBasis = (typeof legalBases)[number];

/** The law lets us close earlier than the notice says on these grounds. */
const legalExceptions: ReadonlySet<LegalBasis> = new Set([
  'terms_serious_breach',
  'court_order',
  'financial_crime_law',
  'sanctions_law',
]);
export const isLegalException = (basis: LegalBasis): boolean => legalExceptions.has(basis);

/** From how much an account can do to how little. */
const severity: readonly AccountStatus[] = [
  'active',
  'dormant',
  'pending',
  'restricted',
  'closing',
  'suspended',
  'locked',
];
const isLifted = (from: AccountStatus, to: AccountStatus): boolean => severity.indexOf(to) < severity.indexOf(from);

const settableInOrder = accountStatuses.filter((status) => status !== 'locked' && status !== 'closed');
export type SettableStatus = (typeof settableInOrder)[number];

/**
 * The statuses that staff set. The system locks, marks as dormant and closes; the identity check opens an account. A
 * locked account gets back the status before it.
 */
const settable: Readonly<Record<AccountStatus, readonly SettableStatus[]>> = {
  pending: ['suspended', 'closing'],
  active: ['restricted', 'suspended', 'closing'],
  restricted: ['active', 'suspended', 'closing'],
  suspended: ['restricted', 'active', 'closing'],
  locked: ['suspended'],
  dormant: ['restricted', 'suspended', 'closing'],
  closing: ['active', 'restricted', 'suspended'],
  closed: [],
};

/** In the order of the table of statuses. `before`: the status that a lock or a closing interrupted. */
export const settableStatuses = (from: AccountStatus, before: AccountStatus | null): SettableStatus[] => {
  const isReturn = (status: AccountStatus) => from === 'locked' && status === before;
  return settableInOrder.filter((status) => settable[from].includes(status) || isReturn(status));
};

/** Product.md D12: support restricts, compliance sets all but a closing, the money-laundering reporting officer all. */
export function rightToSet(from: AccountStatus, to: AccountStatus): StaffRight {
  if (from === 'closing' ? to !== 'suspended' : to === 'closing') return ['account_status', 'approve'];
  return to === 'restricted' && !isLifted(from, to) ? ['account_restriction', 'act'] : ['account_status', 'act'];
}

/** Closing takes two people, and so does giving back what a suspension, a lock or a closing took. */
export const needsSecondPerson = (from: AccountStatus, to: AccountStatus): boolean =>
  to === 'closing' || (to !== 'suspended' && ['suspended', 'locked', 'closing'].includes(from));
