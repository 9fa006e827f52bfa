import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { confirmRecovery, stopByLink, stopRecovery } from './confirm-recovery.ts';
import { showRecovery } from './contact-recovery.read.ts';
import type { ContactRecoverySecrets } from './contact-recovery-secrets.ts';

export function contactRecoveryRoutes(bind: Bind, secrets: ContactRecoverySecrets): void {
  bind.verb(contract.contactRecovery.show, showRecovery);
  bind.verb(contract.contactRecovery.stop, stopRecovery);
  bind.workflow(contract.contactRecovery.stopByLink, stopByLink(secrets));
  bind.workflow(contract.contactRecovery.confirm, confirmRecovery(secrets));
}
