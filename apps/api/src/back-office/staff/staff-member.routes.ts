import { contract } from '@larkmere/contract/contract';
import type { SignInSecrets } from '../../identity/session/session.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { acceptStaffInvitation, deriveStaffInvitationKey, showStaffInvitation } from './accept-invitation.ts';
import { listMembers } from './list-members.ts';
import {
  approveMember,
  inviteMember,
  proposeReinstatement,
  proposeRole,
  refuseMember,
  suspendMember,
} from './propose-member.ts';

export function staffMemberRoutes(bind: Bind, secrets: SignInSecrets, pepper: string): void {
  const key = deriveStaffInvitationKey(pepper);
  bind.verb(contract.staffMember.list, listMembers);
  bind.verb(contract.staffMember.invite, inviteMember);
  bind.verb(contract.staffMember.changeRole, proposeRole);
  bind.verb(contract.staffMember.suspend, suspendMember);
  bind.verb(contract.staffMember.reinstate, proposeReinstatement);
  bind.verb(contract.staffMember.approve, approveMember(key));
  bind.verb(contract.staffMember.refuse, refuseMember);
  bind.verb(contract.staffMember.showInvitation, showStaffInvitation);
  bind.workflow(contract.staffMember.acceptInvitation, acceptStaffInvitation(secrets));
}
