/**
 * The people of a customer, as owners and admins manage them: invite, change rights, suspend, remove.
 * Nobody gives more than they have, and a change leaves enough people to approve under every rule.
 * Staff use the same checks for what they prepare or take away.
 */

export {
  type CheckedUpdate,
  checkUpdate,
  removePerson,
  requireActive,
  type UserRightsChanged,
  type UserStateChanged,
  updatePerson,
  userPinReset,
  userRightsChanged,
  userStateChanged,
} from './change-user.ts';
export { checkInvitee, invitePerson } from './invite-user.ts';
export { lockPeople, lockPeopleForStaff, type People, readerOf, requireTarget, requireVersion } from './lock-people.ts';
export { addsRights, rightsOf } from './member-rights.ts';
export { selectChangeNames, viewUserById, viewUsers, viewUserWithWork } from './user.read.ts';
