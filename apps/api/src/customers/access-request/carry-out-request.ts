import type { Ctx } from '../../platform/requests/verb.ts';
import { checkInvitee, checkUpdate, invitePerson, type People, updatePerson } from '../user/user.ts';
import type { RequestRow } from './access-request.sql.ts';

/**
 * Gives exactly what was prepared, with every check of today and never more than `people.acting` has. Refuses with all
 * that the same change by an owner refuses, such as `user_changed` if the person has changed since.
 */
export async function carryOutRequest(
  ctx: Ctx,
  tokenKey: Buffer,
  people: People,
  { request, invitedBy }: Readonly<{ request: RequestRow; invitedBy: string }>,
): Promise<void> {
  const { person, after } = request.content;
  const { state, reason, ...terms } = after;
  if (request.membershipId === null || request.version === null) {
    const invitee = { name: person.name, email: person.email, ...(person.phone && { phone: person.phone }), ...terms };
    const rights = await checkInvitee(ctx, people, invitee);
    await invitePerson(ctx, tokenKey, people, { invitee, rights, invitedBy });
    return;
  }
  const change = { ...terms, state, ...(reason && { reason }) };
  const update = { id: request.membershipId, version: request.version, change };
  await updatePerson(ctx, people, await checkUpdate(ctx, people, update));
}
