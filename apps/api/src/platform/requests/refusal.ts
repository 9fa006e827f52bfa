import { type DenialCode, denialMessages } from '@larkmere/contract/platform/denials';
import { type RefusalCode, refusals } from '@larkmere/contract/platform/refusals';

export type FieldError = Readonly<{ field: string; code: string; message: string }>;

type RefusalDetails = Readonly<{
  message?: string;
  data?: Readonly<Record<string, unknown>>;
  errors?: readonly FieldError[];
  retryAfterSeconds?: number;
}>;

/** An expected business refusal. Thrown, so that the transaction always rolls back. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: RefusalCode;
  readonly status: number;
  readonly data: RefusalDetails['data'];
  readonly errors: RefusalDetails['errors'];
  readonly retryAfterSeconds: number | undefined;

  constructor(code: RefusalCode, more: RefusalDetails = {}) {
    super(more.message ?? refusals[code].message);
    this.code = code;
    this.status = refusals[code].status;
    this.data = more.data;
    this.errors = more.errors;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

export const accessDenied = (reasonCode: DenialCode): Refusal =>
  new Refusal('access_denied', { message: denialMessages[reasonCode], data: { reasonCode } });
