export {
  deriveStaffInvitationKey,
  deriveStaffInvitationToken,
  staffInvited,
} from './staff-invitation.ts';
