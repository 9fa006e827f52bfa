import type { StaffSessionView } from '@larkmere/contract/back-office/staff';
import type { StaffList } from '@larkmere/contract/back-office/staff-member';
import type { contract } from '@larkmere/contract/contract';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { absoluteSeconds, enrolmentSeconds, idleSeconds } from './limits.ts';
import { type ChangeRow, selectMembers, selectWaitingChanges } from './member-change.sql.ts';
import type { StaffMember } from './staff.sql.ts';

export const listMembers: Verb<typeof contract.staffMember.list> = (ctx) => viewStaff(ctx);

export async function viewStaff({ tx, actor: { staffId } }: StaffCtx): Promise<StaffList> {
  const members = await selectMembers(tx);
  const waiting = await selectWaitingChanges(tx);
  return {
    members: members.map(({ lastSeenAt, ...member }) => ({
      ...member,
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
      isSelf: member.uid === staffId,
    })),
    waiting: waiting.map((change) => ({
      uid: change.id,
      kind: change.kind,
      name: change.name,
      role: change.role,
      reason: change.reason,
      proposedBy: change.proposer ?? '',
      proposedAt: change.proposedAt.toISOString(),
      canDecide: !concerns(change, staffId),
    })),
  };
}

/** The proposer and the person concerned never decide. */
export const concerns = ({ proposedBy, memberId }: ChangeRow, staffId: string): boolean =>
  proposedBy === staffId || memberId === staffId;

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
