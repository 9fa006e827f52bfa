import { allows, type StaffRight } from '@larkmere/contract/back-office/permissions';
import { Refusal } from './refusal.ts';
import type { StaffActor } from './verb.ts';

/**
 * For what the table of calls cannot say, because it depends on the data: a payment that is confidential, or a setting
 * that belongs to an area. Refuses `access_denied`.
 */
export function requireRight({ permissions }: Pick<StaffActor, 'permissions'>, ...right: StaffRight): void {
  if (!allows(permissions, right)) throw new Refusal('access_denied');
}
