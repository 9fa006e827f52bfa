import { type DenialCode, denials } from '@larkmere/contract/platform/denials';
import type { FieldErrorCode } from '@larkmere/contract/platform/envelope';
import { type RefusalCode, refusals } from '@larkmere/contract/platform/refusals';
import { type RestrictionCode, restrictions } from '@larkmere/contract/platform/restriction';
import { formatMessage } from '@larkmere/messages/format-message';
import { defaultLanguage } from '@larkmere/messages/languages';
import { type Message, message } from '@larkmere/messages/message';

export type FieldError = Readonly<{ field: string; code: FieldErrorCode; reason: Message }>;

export const fieldErrorText = ({ reason }: FieldError): string => formatMessage(defaultLanguage, reason);

type RefusalDetails = Readonly<{
  reason?: Message;
  data?: Readonly<Record<string, unknown>>;
  errors?: readonly FieldError[];
  retryAfterSeconds?: number;
}>;

/**
 * An expected business refusal. Thrown, so that the transaction always rolls back. Without a reason it is explained by
 * the default text of its code.
 */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: RefusalCode;
  readonly status: number;
  readonly reason: Message;
  readonly data: RefusalDetails['data'];
  readonly errors: RefusalDetails['errors'];
  readonly retryAfterSeconds: number | undefined;

  constructor(code: RefusalCode, more: RefusalDetails = {}) {
    const reason = more.reason ?? message(code);
    super(formatMessage(defaultLanguage, reason));
    this.code = code;
    this.status = refusals[code];
    this.reason = reason;
    this.data = more.data;
    this.errors = more.errors;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

export const accessDenied = (reasonCode: DenialCode): Refusal =>
  new Refusal('access_denied', { reason: message(denials[reasonCode]), data: { reasonCode } });

export const accountRestricted = (reasonCode: RestrictionCode): Refusal =>
  new Refusal('account_restricted', { reason: message(restrictions[reasonCode]), data: { reasonCode } });
