import { contract } from '@larkmere/contract/contract';
import type { SignInSecrets } from '../../identity/session/session.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { acceptAsNew, type IsOtherName } from './accept-as-new.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { declineInvitation } from './decline-invitation.ts';
import { showInvitation } from './show-invitation.ts';

export function invitationRoutes(bind: Bind, secrets: SignInSecrets, isOtherName: IsOtherName): void {
  bind.verb(contract.invitation.show, showInvitation);
  bind.workflow(contract.invitation.acceptAsNew, acceptAsNew(secrets, isOtherName));
  bind.verb(contract.invitation.accept, acceptInvitation);
  bind.verb(contract.invitation.decline, declineInvitation);
}
