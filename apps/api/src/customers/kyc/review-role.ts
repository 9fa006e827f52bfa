import type { StaffRole } from '@larkmere/contract/back-office/staff';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffActor } from '../../platform/requests/verb.ts';

const decidingRoles: readonly StaffRole[] = ['compliance', 'mlro'];
const viewingRoles: readonly StaffRole[] = [...decidingRoles, 'auditor'];

export const canDecideKyc = ({ role }: Pick<StaffActor, 'role'>): boolean => decidingRoles.includes(role);

export function requireKycRole({ role }: StaffActor, right: 'look' | 'decide'): void {
  if (!(right === 'look' ? viewingRoles : decidingRoles).includes(role)) throw new Refusal('access_denied');
}
