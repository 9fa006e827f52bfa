import type { StaffRole } from '@larkmere/contract/manage';
import { Refusal } from '../kernel/refusal.ts';
import type { StaffActor } from '../kernel/verb.ts';

const deciding: readonly StaffRole[] = ['payment_operations', 'compliance', 'mlro'];
const looking: readonly StaffRole[] = [...deciding, 'auditor'];

/** Whoever reviews payments decides on their documents, and the auditor may look. Refuses `access_denied`. */
export function requireRole({ role }: StaffActor, right: 'look' | 'decide'): void {
  if (!(right === 'look' ? looking : deciding).includes(role)) throw new Refusal('access_denied');
}
