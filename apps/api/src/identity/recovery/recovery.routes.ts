import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { type RecoverySecrets, requestRecovery, resetPassword } from './reset-password.ts';

export function recoveryRoutes(bind: Bind, secrets: RecoverySecrets): void {
  bind.workflow(contract.recovery.request, requestRecovery(secrets));
  bind.workflow(contract.recovery.resetPassword, resetPassword(secrets));
}
