import { contract } from '@larkmere/contract/contract';
import type { SignInSecrets } from '../../identity/session/session.ts';
import type { Bind } from '../../platform/http/bind.ts';
import {
  acceptAsNew,
  acceptInvitation,
  declineInvitation,
  type IsOtherName,
  showInvitation,
} from './accept-invitation.ts';

export function invitationRoutes(bind: Bind, secrets: SignInSecrets, isOtherName: IsOtherName): void {
  bind.verb(contract.invitation.show, showInvitation);
  bind.workflow(contract.invitation.acceptAsNew, acceptAsNew(secrets, isOtherName));
  bind.verb(contract.invitation.accept, acceptInvitation);
  bind.verb(contract.invitation.decline, declineInvitation);
}
