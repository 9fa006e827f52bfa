/**
 * The identity check of a customer: items with answers and documents, and people of a firm with their own form.
 * A vendor decides on what was submitted; staff decide on what is in doubt, grave outcomes by two people.
 * A verified customer confirms the details again at each refresh. Members who move money are checked one by one.
 * This file has the events of all of it, and the texts of items and reasons.
 */

import { createHmac, hkdfSync } from 'node:crypto';
import type { KycStatus } from '@larkmere/contract/customers/kyc';
import type { KycRequestReason } from '@larkmere/contract/customers/kyc-event';
import type { KycItemKey } from '@larkmere/contract/customers/kyc-requirements';
import { defaultText } from '@larkmere/messages/format-message';
import { defineEvent } from '../../platform/events/outbox.ts';

export { selectEditors } from './kyc.read.ts';
export { conditionalLimit, kycSetting } from './kyc.settings.ts';
export { paymentConditions } from './kyc.sql.ts';

export type KycEvent = Readonly<{ applicationId: string; customerId: string }>;

export type KycStateChanged = KycEvent & Readonly<{ state: KycStatus; previous: KycStatus; dueBy: string | null }>;
export const kycStateChanged = defineEvent<KycStateChanged>('kyc.state_changed');

/** Items were refused, or are asked for again, while the account works on. */
export const kycItemsNeeded = defineEvent<KycEvent & Readonly<{ dueBy: string }>>('kyc.items_needed');

export type KycItemRefused = KycEvent &
  Readonly<{ level: string; itemKey: KycItemKey; reason: KycRequestReason; dueBy: string }>;
export const kycItemRefused = defineEvent<KycItemRefused>('kyc.item_refused');

/** The details must be confirmed again: `opened` with the notice, `due` when the grace period begins. */
export type KycRefresh = KycEvent & Readonly<{ step: 'opened' | 'due'; dueBy: string }>;
export const kycRefreshDue = defineEvent<KycRefresh>('kyc.refresh_due');

export const kycReviewDelayed = defineEvent<KycEvent & Readonly<{ nextUpdateAt: string }>>('kyc.review_delayed');

export const vendorCheckRequested = defineEvent<{ checkId: string }>('kyc.vendor_check_requested');

/** A director or owner was sent a link, and has sent everything. */
export type PersonInvited = Readonly<{ personId: string; linkId: string }>;
export const personInvited = defineEvent<PersonInvited>('kyc.person_invited');
export const personProvided = defineEvent<KycEvent & Readonly<{ personId: string }>>('kyc.person_provided');

type MemberEvent = Readonly<{ membershipId: string; customerId: string; userId: string }>;

/** Somebody who joined was sent the link to their form, or is asked for items again with a new one. */
export const memberCheckLinked = defineEvent<PersonInvited & Pick<MemberEvent, 'membershipId'>>(
  'kyc.member_check_linked',
);
export type MemberCheckReturned = MemberEvent &
  PersonInvited &
  Readonly<{ items: readonly Readonly<{ key: KycItemKey; reason: KycRequestReason }>[] }>;
export const memberCheckReturned = defineEvent<MemberCheckReturned>('kyc.member_check_returned');
export const memberCheckPassed = defineEvent<MemberEvent>('kyc.member_check_passed');

/** The code of a link. Neither the database nor the outbox holds it: the e-mail derives it again. */
export const derivePersonCode = (key: Buffer, linkId: string): string =>
  createHmac('sha256', key).update(linkId).digest('base64url');

export const derivePersonKey = (pepper: string): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, '', 'larkmere links for directors and owners', 32));

export const itemTitle = (level: string, key: KycItemKey): string =>
  defaultText(
    level === 'business' && key === 'source_of_funds' ? 'kyc_item_business_source_of_funds' : `kyc_item_${key}`,
  );

export const reasonText = (reason: KycRequestReason): string => defaultText(`kyc_reason_${reason}`);
