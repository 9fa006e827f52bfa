import { message } from '@larkmere/messages/message';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx } from '../../platform/requests/verb.ts';
import { selectCustomersOf } from './person.read.ts';

const blocked = new Set(['suspended', 'locked']);

/**
 * Nobody gets new credentials while an account of theirs is suspended or locked. Refuses with `not_found` for a person
 * who acts for no customer, and with `invalid_transition`.
 */
export async function requireHelpable({ tx }: StaffCtx, userId: string): Promise<void> {
  const customers = (await selectCustomersOf(tx, userId)).filter(({ state }) => state === 'active');
  if (customers.length === 0) throw new Refusal('not_found');
  if (customers.some(({ status }) => blocked.has(status)))
    throw new Refusal('invalid_transition', { reason: message('help_person_blocked') });
}
