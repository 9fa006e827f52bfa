/**
 * A customer is a person or a firm with an account; its status says what the account may do.
 * People belong to customers as members, each with a role, rights, accounts and limits of their own.
 * Other modules read customers and members, and change status, names and contacts, through this file only.
 */

export {
  type AccountStatusChange,
  accountStatusChanged,
  changeAccountStatus,
  requireAccountAction,
} from './account-status-lifecycle.ts';
export { addMember, createCustomer, createPerson, createUser } from './create-customer.ts';
export {
  type Customer,
  customerSummaries,
  findCustomer,
  findEmail,
  findReferrer,
  findUserIdByEmail,
  hasSwift,
  isEmailTaken,
  isFrozen,
  lockCustomer,
  type NewCustomer,
  requireSwift,
  selectReviewState,
  selectStatusBefore,
  updateAddress,
  updateCustomerName,
  updateEmail,
  updateNewsConsent,
  updatePhone,
  updateReviewState,
  updateUserIdentity,
  upgradeToPlus,
} from './customer.sql.ts';
export {
  findMember,
  findOwnerId,
  forgetInvitedEmail,
  lockMembers,
  type MemberRef,
  type MemberRights,
  type Membership,
  type NewUser,
  type Principal,
  payerFor,
  principalFor,
  readerFor,
  selectColleagueOwners,
  selectCurrentView,
  selectOwnerIds,
  selectProfile,
  setCurrentView,
  setIdentityChecked,
  soleMemberIds,
  type User,
  usersWithAnyAccess,
} from './membership.sql.ts';
export {
  changeMembership,
  changeRights,
  extendInvitation,
  inviteMember,
  joinByInvitation,
} from './membership-lifecycle.ts';
