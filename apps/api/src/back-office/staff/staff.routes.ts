import { contract } from '@larkmere/contract/contract';
import type { SignInSecrets } from '../../identity/session/session.ts';
import type { Bind } from '../../platform/http/bind.ts';
import {
  addStaffPasskey,
  beginStaffAuthenticator,
  beginStaffChallenge,
  beginStaffPasskey,
  confirmStaffAuthenticator,
  listOwnFactors,
  removeStaffPasskey,
  renameStaffPasskey,
  showEnrolmentQrCode,
} from './change-factors.ts';
import {
  approveMember,
  inviteMember,
  listMembers,
  proposeReinstatement,
  proposeRole,
  refuseMember,
  suspendMember,
} from './change-members.ts';
import { listQueue, showDashboard } from './dashboard.read.ts';
import { confirmStaffLogin, login } from './login.ts';
import type { StaffFactorSettings } from './staff-factor.ts';
import { acceptStaffInvitation, deriveStaffInvitationKey, showStaffInvitation } from './staff-invitation.ts';
import { logout, showSession } from './staff-session.ts';

type Settings = Readonly<{ signIn: SignInSecrets; factors: StaffFactorSettings; pepper: string }>;

export function staffRoutes(bind: Bind, { signIn, factors, pepper }: Settings): void {
  bind.workflow(contract.staff.current, showSession);
  bind.workflow(contract.staff.login, login(signIn, factors));
  bind.workflow(contract.staff.confirmLogin, confirmStaffLogin(factors));
  bind.workflow(contract.staff.logout, logout);
  bind.verb(contract.staff.qrcode, showEnrolmentQrCode(factors.encryptionKey));
  bind.verb(contract.staff.dashboard, showDashboard);
  bind.verb(contract.staff.queue, listQueue);

  bind.verb(contract.staffFactor.list, listOwnFactors);
  bind.verb(contract.staffFactor.beginChallenge, beginStaffChallenge(factors));
  bind.workflow(contract.staffFactor.beginPasskey, beginStaffPasskey(factors));
  bind.workflow(contract.staffFactor.addPasskey, addStaffPasskey(factors));
  bind.verb(contract.staffFactor.renamePasskey, renameStaffPasskey);
  bind.workflow(contract.staffFactor.removePasskey, removeStaffPasskey(factors));
  bind.workflow(contract.staffFactor.beginTotp, beginStaffAuthenticator(factors));
  bind.workflow(contract.staffFactor.confirmTotp, confirmStaffAuthenticator(factors));

  const key = deriveStaffInvitationKey(pepper);
  bind.verb(contract.staffMember.list, listMembers);
  bind.verb(contract.staffMember.invite, inviteMember);
  bind.verb(contract.staffMember.changeRole, proposeRole);
  bind.verb(contract.staffMember.suspend, suspendMember);
  bind.verb(contract.staffMember.reinstate, proposeReinstatement);
  bind.verb(contract.staffMember.approve, approveMember(key));
  bind.verb(contract.staffMember.refuse, refuseMember);
  bind.verb(contract.staffMember.showInvitation, showStaffInvitation);
  bind.workflow(contract.staffMember.acceptInvitation, acceptStaffInvitation(signIn));
}
