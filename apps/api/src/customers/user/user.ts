export { checkInvitee, invitePerson } from './invite-user.ts';
export { viewUsers } from './list-users.ts';
export { lockPeopleForStaff, type People, readerOf, requireTarget, requireVersion } from './manage-members.ts';
export { removePerson } from './remove-user.ts';
export { requireActive } from './reset-user-pin.ts';
export { viewUserById, viewUserWithWork } from './show-user.ts';
export { checkUpdate, updatePerson } from './update-user.ts';
export { selectChangeNames } from './user.read.ts';
export {
  type UserRightsChanged,
  type UserStateChanged,
  userPinReset,
  userRightsChanged,
  userStateChanged,
} from './user-events.ts';
