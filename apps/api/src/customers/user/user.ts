export { addsRights } from './adds-rights.ts';
export { checkInvitee, invitePerson, rightsOf } from './invite-user.ts';
export {
  lockPeople,
  lockPeopleForStaff,
  type People,
  readerOf,
  requireTarget,
  requireVersion,
} from './manage-members.ts';
export { removePerson } from './remove-user.ts';
export { requireActive } from './reset-user-pin.ts';
export { viewUserById, viewUsers, viewUserWithWork } from './show-user.ts';
export { type CheckedUpdate, checkUpdate, updatePerson } from './update-user.ts';
export { selectChangeNames } from './user.read.ts';
export {
  type UserRightsChanged,
  type UserStateChanged,
  userPinReset,
  userRightsChanged,
  userStateChanged,
} from './user-events.ts';
