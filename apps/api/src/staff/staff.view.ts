import type { StaffSessionView } from '@larkmere/contract/manage';
import { absoluteSeconds, enrolmentSeconds, idleSeconds } from './limits.ts';
import type { Member } from './staff.sql.ts';

type Shown = Readonly<{ token: string; enrolling: boolean; startedAt: Date }>;

export const viewStaffSession = (member: Member, { token, enrolling, startedAt }: Shown): StaffSessionView => ({
  token,
  loginas: false,
  enrolling,
  uid: member.memberId,
  username: member.username,
  name: member.name,
  role: member.role,
  session: {
    idleSeconds: enrolling ? enrolmentSeconds : idleSeconds,
    absoluteSeconds: enrolling ? enrolmentSeconds : absoluteSeconds,
    startedAt: startedAt.toISOString(),
  },
});
