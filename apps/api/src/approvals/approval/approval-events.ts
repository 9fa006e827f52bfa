import type { ApprovalRequestKind, ApprovalRequestState } from '@larkmere/contract/approvals/approval';
import { defineEvent } from '../../platform/events/outbox.ts';

export const approvalRequested = defineEvent<ApprovalRequestedEvent>('approval.requested');
export type ApprovalRequestedEvent = Readonly<{
  requestId: string;
  customerId: string;
  people: readonly string[];
  title: string;
  makerName: string;
  expiresAt: string;
}>;

export const approvalCompleted = defineEvent<ApprovalCompletedEvent>('approval.completed');
export type ApprovalCompletedEvent = Readonly<{
  requestId: string;
  customerId: string;
  kind: ApprovalRequestKind;
  makerId: string;
  title: string;
  state: Exclude<ApprovalRequestState, 'open'>;
  note: string | null;
  link: string;
}>;
