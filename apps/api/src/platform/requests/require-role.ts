import { Refusal } from './refusal.ts';
import type { StaffActor } from './verb.ts';

export function requireRole({ role }: StaffActor, ...roles: readonly StaffActor['role'][]): void {
  if (!roles.includes(role)) throw new Refusal('access_denied');
}
