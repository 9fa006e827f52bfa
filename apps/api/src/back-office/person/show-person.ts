import type { PersonView } from '@larkmere/contract/back-office/person';
import type { contract } from '@larkmere/contract/contract';
import { maxFailures } from '../../identity/pin/pin.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { findPerson, selectCustomersOf } from './person.read.ts';

export const showPerson: Verb<typeof contract.person.show> = async (ctx, { id }) => {
  const person = await viewPerson(ctx, id);
  await audit(ctx, 'person.viewed', `person:${id}`);
  return person;
};

const shownDigits = 3;

/** Refuses with `not_found`. */
export async function viewPerson({ tx }: StaffCtx, id: string): Promise<PersonView> {
  const found = await findPerson(tx, id);
  if (!found) throw new Refusal('not_found');
  const { phone, pinFailures, oneTimePasswordUntil, newEmailUntil, ...person } = found;
  return {
    ...person,
    phone: phone && `•••• ${phone.slice(-shownDigits)}`,
    pin: pinFailures === null ? 'none' : pinFailures >= maxFailures ? 'locked' : 'active',
    oneTimePasswordUntil: oneTimePasswordUntil?.toISOString() ?? null,
    newEmailUntil: newEmailUntil?.toISOString() ?? null,
    customers: await selectCustomersOf(tx, id),
  };
}
