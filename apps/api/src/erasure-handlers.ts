import { eraseCards } from './cards/card/remove-card.ts';
import { eraseDisputes } from './cards/card-payment/dispute.sql.ts';
import { eraseIssuedCards } from './cards/issued-card/issued-card.sql.ts';
import { eraseDocuments } from './checks/document/document.sql.ts';
import { erasureDue } from './customers/closure/closure.ts';
import { eraseRecoveries } from './customers/contact-recovery/contact-recovery-lifecycle.ts';
import { eraseCustomer } from './customers/customer/customer.sql.ts';
import { eraseEmailChanges } from './customers/email-change/email-change.sql.ts';
import { eraseFactorResets } from './customers/factor-reset/factor-reset.sql.ts';
import { eraseKyc } from './customers/kyc/kyc.sql.ts';
import { erasePhoneChanges } from './customers/phone-change/phone-change.sql.ts';
import { eraseReviews } from './customers/public-review/public-review.sql.ts';
import { eraseReferrals } from './customers/referral/referral.sql.ts';
import { eraseDevices } from './identity/device/device.sql.ts';
import { erasePins } from './identity/pin/pin.sql.ts';
import { eraseFactors } from './identity/second-factor/second-factor.sql.ts';
import { eraseSessions } from './identity/session/session.sql.ts';
import { eraseNotifications } from './notifications/notification/notification.sql.ts';
import { eraseFavourites } from './payments/favourite/favourite.sql.ts';
import { type Subscription, transactionalHandler } from './platform/events/relay.ts';

/** Every module that keeps personal data outside of append-only tables erases its own. */
export const erasureHandlers: readonly Subscription[] = [
  transactionalHandler(erasureDue, 'erase-customer', eraseCustomer),
  transactionalHandler(erasureDue, 'erase-sessions', eraseSessions),
  transactionalHandler(erasureDue, 'erase-devices', eraseDevices),
  transactionalHandler(erasureDue, 'erase-pins', erasePins),
  transactionalHandler(erasureDue, 'erase-second-factors', eraseFactors),
  transactionalHandler(erasureDue, 'erase-factor-resets', eraseFactorResets),
  transactionalHandler(erasureDue, 'erase-email-changes', eraseEmailChanges),
  transactionalHandler(erasureDue, 'erase-phone-changes', erasePhoneChanges),
  transactionalHandler(erasureDue, 'erase-contact-recoveries', eraseRecoveries),
  transactionalHandler(erasureDue, 'erase-kyc', eraseKyc),
  transactionalHandler(erasureDue, 'erase-public-reviews', eraseReviews),
  transactionalHandler(erasureDue, 'erase-referrals', eraseReferrals),
  transactionalHandler(erasureDue, 'erase-cards', eraseCards),
  transactionalHandler(erasureDue, 'erase-issued-cards', eraseIssuedCards),
  transactionalHandler(erasureDue, 'erase-card-disputes', eraseDisputes),
  transactionalHandler(erasureDue, 'erase-documents', eraseDocuments),
  transactionalHandler(erasureDue, 'erase-favourites', eraseFavourites),
  transactionalHandler(erasureDue, 'erase-notifications', eraseNotifications),
];
