import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { removeUser, resetUserPin, updateUser } from './change-user.ts';
import { inviteUser, resendInvitation } from './invite-user.ts';
import { listUsers, showUser } from './user.read.ts';

export function userRoutes(bind: Bind, invitationKey: Buffer): void {
  bind.verb(contract.user.list, listUsers);
  bind.verb(contract.user.invite, inviteUser(invitationKey));
  bind.verb(contract.user.show, showUser);
  bind.verb(contract.user.update, updateUser);
  bind.verb(contract.user.remove, removeUser);
  bind.verb(contract.user.resetPin, resetUserPin);
  bind.verb(contract.user.resend, resendInvitation(invitationKey));
}
