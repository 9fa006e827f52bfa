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
