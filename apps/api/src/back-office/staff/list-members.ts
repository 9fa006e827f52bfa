import type { StaffList } from '@larkmere/contract/back-office/staff-member';
import type { contract } from '@larkmere/contract/contract';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { type ChangeRow, selectMembers, selectWaitingChanges } from './member-change.sql.ts';

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
