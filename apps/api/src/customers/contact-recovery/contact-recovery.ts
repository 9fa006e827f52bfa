export {
  listForStaff as listRecoveriesForStaff,
  viewForStaff as viewRecoveryForStaff,
} from './contact-recovery.view.ts';
export {
  type ContactRecoveryChanged,
  contactRecoveryChanged,
  contactRecoverySent,
} from './contact-recovery-events.ts';
export { deriveContactCode, deriveContactRecoveryKey, deriveContactToken } from './contact-recovery-secrets.ts';
export { approveRecovery, refuseRecovery, withdrawRecovery } from './decide-recovery.ts';
export { lockOpenRecovery, prepareRecovery } from './prepare-recovery.ts';
