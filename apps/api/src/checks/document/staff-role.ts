import type { StaffRole } from '@larkmere/contract/back-office/staff';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffActor } from '../../platform/requests/verb.ts';

const decidingRoles: readonly StaffRole[] = ['payment_operations', 'compliance', 'mlro'];
const viewingRoles: readonly StaffRole[] = [...decidingRoles, 'auditor'];

export function requireDocumentRole({ role }: StaffActor, right: 'look' | 'decide'): void {
  if (!(right === 'look' ? viewingRoles : decidingRoles).includes(role)) throw new Refusal('access_denied');
}
