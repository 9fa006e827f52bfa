import { Refusal } from './refusal.ts';
import type { StaffActor } from './verb.ts';

/** Refuses `access_denied` for a member of staff whose role is none of these. */
export function requireRole({ role }: StaffActor, ...roles: readonly StaffActor['role'][]): void {
  if (!roles.includes(role)) throw new Refusal('access_denied');
}
