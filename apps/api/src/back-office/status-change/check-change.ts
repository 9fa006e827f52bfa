import { isConfidential, isLegalException, reasonsFor } from '@larkmere/contract/back-office/status-change-rules';
import type { contract } from '@larkmere/contract/contract';
import type { AccountStatus } from '@larkmere/contract/platform/account-status';
import type { Input } from '@larkmere/contract/platform/endpoint';
import { type Message, message } from '@larkmere/messages/message';
import { type FieldError, Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { statusChangeSetting } from './status-change.settings.ts';

export type ChangeInput = Input<typeof contract.statusChange.change>;

const dayMs = 86_400_000;

/** When staff look at a status again, and when the notice of a closing ends. */
export type StatusDates = Readonly<{ noticeEndsAt: Date | null; reviewAt: Date | null }>;

/** Refuses `validation_failed` with the field at fault. */
export async function checkChange(ctx: StaffCtx, from: AccountStatus, input: ChangeInput): Promise<StatusDates> {
  const { noticeDays, reviewDays } = await requireSetting(ctx.tx, statusChangeSetting, {});
  const inDays = (days: number): Date => new Date(ctx.now.getTime() + days * dayMs);
  const isClosing = input.status === 'closing';
  const errors = [
    ...textFaults(from, input),
    ...(isClosing ? closingFaults(ctx, input, noticeDays) : otherFaults(input)),
  ];
  if (errors.length > 0) throw new Refusal('validation_failed', { errors });
  if (isClosing) {
    const noticeEndsAt = input.effectiveAt ? new Date(input.effectiveAt) : inDays(noticeDays);
    return { noticeEndsAt, reviewAt: noticeEndsAt };
  }
  const isBlock = input.status === 'restricted' || input.status === 'suspended';
  return { noticeEndsAt: null, reviewAt: isBlock ? inDays(reviewDays) : null };
}

const fault = (isFine: boolean, field: string, code: FieldError['code'], reason: Message): FieldError[] =>
  isFine ? [] : [{ field, code, reason }];

function textFaults(from: AccountStatus, input: ChangeInput): FieldError[] {
  const { status, reasonCode, customerMessage, notifyCustomer } = input;
  const isSecret = isConfidential(reasonCode);
  return [
    ...fault(
      reasonsFor(from, status).includes(reasonCode),
      'reasonCode',
      'not_allowed',
      message('status_reason_of_other_status'),
    ),
    ...fault(
      !isSecret || customerMessage === null,
      'customerMessage',
      'not_allowed',
      message('status_message_confidential'),
    ),
    ...fault(
      isSecret || !notifyCustomer || customerMessage !== null,
      'customerMessage',
      'required',
      message('status_message_required'),
    ),
  ];
}

function closingFaults({ now }: StaffCtx, { legalBasis, effectiveAt }: ChangeInput, noticeDays: number): FieldError[] {
  const earliest = now.getTime() + (noticeDays - 1) * dayMs;
  const end = effectiveAt === null ? Infinity : Date.parse(effectiveAt);
  const isShort = end < earliest && !(legalBasis !== null && isLegalException(legalBasis));
  return [
    ...fault(legalBasis !== null, 'legalBasis', 'required', message('status_legal_basis_required')),
    ...fault(end > now.getTime(), 'effectiveAt', 'not_allowed', message('status_notice_over')),
    ...fault(
      !isShort || end <= now.getTime(),
      'effectiveAt',
      'not_allowed',
      message('status_notice_too_short', { count: noticeDays }),
    ),
  ];
}

const otherFaults = ({ effectiveAt }: ChangeInput): FieldError[] =>
  fault(effectiveAt === null, 'effectiveAt', 'not_allowed', message('status_notice_only_for_closing'));
