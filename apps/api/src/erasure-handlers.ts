import { eraseCards } from './cards/card/remove-card.ts';
import { eraseDisputes } from './cards/card-payment/erase-disputes.ts';
import { eraseIssuedCards } from './cards/issued-card/erase-issued-cards.ts';
import { eraseDocuments } from './checks/document/erase-documents.ts';
import { erasureDue } from './customers/closure/closure.ts';
import { eraseRecoveries } from './customers/contact-recovery/erase-recoveries.ts';
import { eraseCustomer } from './customers/customer/erase-customer.ts';
import { eraseEmailChanges } from './customers/email-change/erase-email-changes.ts';
import { eraseFactorResets } from './customers/factor-reset/erase-resets.ts';
import { eraseKyc } from './customers/kyc/erase-kyc.ts';
import { erasePhoneChanges } from './customers/phone-change/erase-phone-changes.ts';
import { eraseReviews } from './customers/public-review/erase-reviews.ts';
import { eraseReferrals } from './customers/referral/erase-referrals.ts';
import { eraseDevices } from './identity/device/erase-devices.ts';
import { erasePins } from './identity/pin/erase-pins.ts';
import { eraseFactors } from './identity/second-factor/erase-factors.ts';
import { eraseSessions } from './identity/session/erase-sessions.ts';
import { eraseNotifications } from './notifications/notification/erase-notifications.ts';
import { eraseFavourites } from './payments/favourite/erase-favourites.ts';
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
