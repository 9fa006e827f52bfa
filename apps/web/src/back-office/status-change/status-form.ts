import {
  isConfidential,
  isLegalException,
  type LegalBasis,
  legalBases,
  reasonsFor,
  type StatusChangeReason,
} from '@larkmere/contract/back-office/status-change-rules';
import type { AccountStatus } from '@larkmere/contract/platform/account-status';
import { addDays, toLocalDate } from '../../ui/date-text.ts';
import type { StatusOrder } from './status-change.api.ts';

export type StatusForm = Readonly<{
  status: AccountStatus;
  reason: StatusChangeReason;
  legalBasis: LegalBasis;
  /** The last day of the notice, such as `2026-11-23`. */
  noticeEnds: string;
  message: string;
  note: string;
  notifies: boolean;
}>;

const shortest = 10;

export function newForm(from: AccountStatus, status: AccountStatus, noticeDays: number, now: Date): StatusForm {
  return {
    status,
    reason: reasonsFor(from, status)[0] ?? 'customer_request',
    legalBasis: legalBases[0],
    noticeEnds: toLocalDate(addDays(now, noticeDays)),
    message: '',
    note: '',
    notifies: true,
  };
}

const dayMs = 86_400_000;
const endOf = (day: string): Date => new Date(`${day}T23:59:00`);

export const daysUntil = (day: string, now: Date): number => Math.floor((endOf(day).getTime() - now.getTime()) / dayMs);

export type StatusFaults = Readonly<
  Partial<
    Record<'message' | 'note', 'messageMissing' | 'noteMissing'> & { noticeEnds: 'noticeMissing' | 'noticeShort' }
  >
>;

/** The server checks again. */
export function findFaults(form: StatusForm, noticeDays: number, now: Date): StatusFaults {
  const isClosing = form.status === 'closing';
  const days = daysUntil(form.noticeEnds, now);
  const isShort = days < noticeDays && !isLegalException(form.legalBasis);
  const needsMessage = form.notifies && !isConfidential(form.reason);
  return {
    ...(needsMessage && form.message.trim().length < shortest && { message: 'messageMissing' as const }),
    ...(form.note.trim().length < shortest && { note: 'noteMissing' as const }),
    ...(isClosing && !(days >= 0) && { noticeEnds: 'noticeMissing' as const }),
    ...(isClosing && days >= 0 && isShort && { noticeEnds: 'noticeShort' as const }),
  };
}

export function toOrder(id: string, form: StatusForm, idempotency: string): StatusOrder {
  const isClosing = form.status === 'closing';
  const message = form.message.trim();
  return {
    id,
    status: form.status,
    reasonCode: form.reason,
    customerMessage: isConfidential(form.reason) || message === '' ? null : message,
    internalNote: form.note.trim(),
    legalBasis: isClosing ? form.legalBasis : null,
    effectiveAt: isClosing ? endOf(form.noticeEnds).toISOString() : null,
    notifyCustomer: form.notifies,
    idempotency,
  };
}
