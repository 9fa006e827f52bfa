import type { StaffSessionView } from '@larkmere/contract/back-office/staff';
import { absoluteSeconds, enrolmentSeconds, idleSeconds } from './limits.ts';
import type { StaffMember } from './staff.sql.ts';

type SessionDetails = Readonly<{ token: string; isEnrolling: boolean; startedAt: Date }>;

export const viewStaffSession = (
  member: StaffMember,
  { token, isEnrolling, startedAt }: SessionDetails,
): StaffSessionView => ({
  token,
  loginas: false,
  enrolling: isEnrolling,
  uid: member.memberId,
  username: member.username,
  name: member.name,
  role: member.role,
  permissions: member.permissions,
  session: {
    idleSeconds: isEnrolling ? enrolmentSeconds : idleSeconds,
    absoluteSeconds: isEnrolling ? enrolmentSeconds : absoluteSeconds,
    startedAt: startedAt.toISOString(),
  },
});
