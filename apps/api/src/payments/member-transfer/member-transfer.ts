/**
 * A transfer from wallet to wallet between two customers, at once and without a fee. The recipient is found by member
 * code, e-mail address or telephone number, and shown by a masked name until paid once. A look-up is valid for some
 * minutes and is counted, so that nobody can try out who is a member.
 */

import type { Currency } from '@larkmere/money/money';
import { defineEvent } from '../../platform/events/outbox.ts';

export { createKnownLookup } from './find-recipient.ts';
export { findPaidMembers, findTransferRecipient, type PaidMember } from './recipient.read.ts';

type Movement = Readonly<{ transferId: string; customerId: string; amount: string; currency: Currency }>;

export type MemberTransferSent = Movement &
  Readonly<{ userId: string; sourceBankholderId: string; recipientName: string }>;
export const memberTransferSent = defineEvent<MemberTransferSent>('member_transfer.sent');

export type MemberTransferReceived = Movement & Readonly<{ targetBankholderId: string; senderName: string }>;
export const memberTransferReceived = defineEvent<MemberTransferReceived>('member_transfer.received');
