import type { PersonView } from '@larkmere/contract/back-office/person';
import type { contract } from '@larkmere/contract/contract';
import { findChannels } from '../../identity/channel/channel.ts';
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

/** Refuses with `not_found`. */
export async function viewPerson({ tx }: StaffCtx, id: string): Promise<PersonView> {
  const found = await findPerson(tx, id);
  if (!found) throw new Refusal('not_found');
  const { pinFailures, oneTimePasswordUntil, newEmailUntil, newPhoneUntil, ...person } = found;
  const { phone } = await findChannels(tx, id);
  return {
    ...person,
    phone: phone?.shown ?? null,
    phoneTakesHelp: phone?.isConfirmed === true && phone.isSettled,
    pin: pinFailures === null ? 'none' : pinFailures >= maxFailures ? 'locked' : 'active',
    oneTimePasswordUntil: oneTimePasswordUntil?.toISOString() ?? null,
    newEmailUntil: newEmailUntil?.toISOString() ?? null,
    newPhoneUntil: newPhoneUntil?.toISOString() ?? null,
    customers: await selectCustomersOf(tx, id),
  };
}
