import type { StaffRole } from '@larkmere/contract/manage';
import { Refusal } from '../kernel/refusal.ts';
import type { StaffActor } from '../kernel/verb.ts';

const deciding: readonly StaffRole[] = ['payment_operations', 'compliance', 'mlro'];
const looking: readonly StaffRole[] = [...deciding, 'auditor'];

export function requireRole({ role }: StaffActor, right: 'look' | 'decide'): void {
  if (!(right === 'look' ? looking : deciding).includes(role)) throw new Refusal('access_denied');
}
