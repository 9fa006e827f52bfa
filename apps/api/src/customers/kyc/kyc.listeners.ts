import { externalHandler, type Subscription, transactionalHandler } from '../../platform/events/relay.ts';
import type { Partner } from '../../platform/http/partner-client.ts';
import { invitationAnswered } from '../invitation/invitation.ts';
import { userRightsChanged, userStateChanged } from '../user/user.ts';
import { vendorCheckRequested } from './kyc.ts';
import { onInvitationAnswered, onMemberRemoved, onRightsChanged } from './member-check.ts';
import { identityVendor } from './rails/identity-vendor.ts';
import { submitVendorCheck } from './submit-vendor-check.ts';

export const kycListeners = (vendor: Partner): Subscription[] => [
  externalHandler(vendorCheckRequested, 'submit-identity-check', submitVendorCheck(identityVendor(vendor))),
  transactionalHandler(invitationAnswered, 'ask-member-for-check', onInvitationAnswered),
  transactionalHandler(userRightsChanged, 'ask-member-for-check', onRightsChanged),
  transactionalHandler(userStateChanged, 'discard-member-check', onMemberRemoved),
];
