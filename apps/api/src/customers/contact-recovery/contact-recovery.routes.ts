import { contract } from '@larkmere/contract/contract';
import type { SignInSecrets } from '../../identity/session/session.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { confirmRecovery, showRecovery, stopByLink, stopRecovery } from './confirm-recovery.ts';

export type ContactRecoverySecrets = SignInSecrets & Readonly<{ contactRecovery: Buffer }>;

export function contactRecoveryRoutes(bind: Bind, secrets: ContactRecoverySecrets): void {
  bind.verb(contract.contactRecovery.show, showRecovery);
  bind.verb(contract.contactRecovery.stop, stopRecovery);
  bind.workflow(contract.contactRecovery.stopByLink, stopByLink(secrets));
  bind.workflow(contract.contactRecovery.confirm, confirmRecovery(secrets));
}
