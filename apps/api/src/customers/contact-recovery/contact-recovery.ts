/**
 * New contact details for a person who lost both mailbox and phone.
 * Staff prepare them, a second person approves, and a day passes in which any known channel can stop it.
 * Then the person confirms with a link, and with a code for a new phone number.
 */

export {
  listForStaff as listRecoveriesForStaff,
  viewForStaff as viewRecoveryForStaff,
} from './contact-recovery.read.ts';
export {
  type ContactRecoveryChanged,
  contactRecoveryChanged,
  contactRecoverySent,
} from './contact-recovery-lifecycle.ts';
export { deriveContactCode, deriveContactRecoveryKey, deriveContactToken } from './contact-recovery-secrets.ts';
export {
  approveRecovery,
  lockOpenRecovery,
  prepareRecovery,
  refuseRecovery,
  withdrawRecovery,
} from './prepare-recovery.ts';
