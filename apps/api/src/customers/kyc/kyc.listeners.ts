import { externalHandler, type Subscription } from '../../platform/events/relay.ts';
import type { Partner } from '../../platform/http/partner-client.ts';
import { vendorCheckRequested } from './kyc.ts';
import { identityVendor } from './rails/identity-vendor.ts';
import { submitVendorCheck } from './submit-vendor-check.ts';

export const kycListeners = (vendor: Partner): Subscription[] => [
  externalHandler(vendorCheckRequested, 'submit-identity-check', submitVendorCheck(identityVendor(vendor))),
];
