import type { VisitMode } from '../platform/visit-calls.ts';
import { allows, type StaffPermissions, type StaffRight } from './permissions.ts';

/** On what ground staff connect as a customer (product.md D7, D12). */
export const visitBases = ['consent', 'role', 'break_glass'] as const;
export type VisitBasis = (typeof visitBases)[number];

type BasisRules = Readonly<{
  /** The modes that it opens, with the right that each takes. */
  modes: Readonly<Partial<Record<VisitMode, StaffRight>>>;
  /** Every MLRO and supervisor but the actor gets an e-mail. */
  alertsSupervisors: boolean;
  /** Whether the customer sees the visit and is told of it. */
  isShownToCustomer: boolean;
}>;

/**
 * `consent`: the customer has read out a code. `role`: the work of the role includes looking. `break_glass`: neither,
 * for compliance cases that the customer must not hear of.
 */
export const visitBasisRules: Readonly<Record<VisitBasis, BasisRules>> = {
  consent: {
    modes: { view: ['connect_as_customer', 'act'], assist: ['assist_customer', 'act'] },
    alertsSupervisors: false,
    isShownToCustomer: true,
  },
  role: {
    modes: { view: ['connect_without_consent', 'act'] },
    alertsSupervisors: false,
    isShownToCustomer: true,
  },
  break_glass: {
    modes: { view: ['connect_as_customer', 'approve'] },
    alertsSupervisors: true,
    isShownToCustomer: false,
  },
};

export function mayConnect(permissions: StaffPermissions, basis: VisitBasis, mode: VisitMode): boolean {
  const right = visitBasisRules[basis].modes[mode];
  return right !== undefined && allows(permissions, right);
}
