export {
  type ContactRecoveryChanged,
  contactRecoveryChanged,
  contactRecoverySent,
} from './change-recovery-state.ts';
export {
  listForStaff as listRecoveriesForStaff,
  viewForStaff as viewRecoveryForStaff,
} from './contact-recovery.view.ts';
export { deriveContactCode, deriveContactRecoveryKey, deriveContactToken } from './contact-recovery-secrets.ts';
export {
  approveRecovery,
  lockOpenRecovery,
  prepareRecovery,
  refuseRecovery,
  withdrawRecovery,
} from './prepare-recovery.ts';
