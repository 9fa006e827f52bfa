import type { VisitMode } from '../platform/visit-calls.ts';
import { allows, type StaffPermissions, type StaffRight } from './permissions.ts';
import type { StaffRole } from './staff.ts';

/** On what ground staff connect as a customer (product.md D7, D12). */
export const visitBases = ['consent', 'role', 'break_glass'] as const;
export type VisitBasis = (typeof visitBases)[number];

type BasisRules = Readonly<{
  /** The only role that it is for. */
  role?: StaffRole;
  /** The modes that it opens, with the right that each takes. */
  modes: Readonly<Partial<Record<VisitMode, StaffRight>>>;
  /** Every MLRO and supervisor but the actor gets an e-mail. */
  alertsSupervisors: boolean;
  /** Whether the customer sees the visit and is told of it. */
  isShownToCustomer: boolean;
}>;

/**
 * `consent`: the customer has read out a code. `break_glass`: without it, for compliance cases that the customer must not
 * hear of; the MLRO alone. `role`: only visits of earlier versions have it, it opens no account any more.
 */
export const visitBasisRules: Readonly<Record<VisitBasis, BasisRules>> = {
  consent: {
    modes: { view: ['connect_as_customer', 'act'], assist: ['assist_customer', 'act'] },
    alertsSupervisors: false,
    isShownToCustomer: true,
  },
  role: {
    modes: {},
    alertsSupervisors: false,
    isShownToCustomer: true,
  },
  break_glass: {
    role: 'mlro',
    modes: { view: ['connect_as_customer', 'approve'] },
    alertsSupervisors: true,
    isShownToCustomer: false,
  },
};

type Visitor = Readonly<{ role: StaffRole; permissions: StaffPermissions }>;

export function mayConnect({ role, permissions }: Visitor, basis: VisitBasis, mode: VisitMode): boolean {
  const rules = visitBasisRules[basis];
  const right = rules.modes[mode];
  return right !== undefined && (rules.role ?? role) === role && allows(permissions, right);
}
