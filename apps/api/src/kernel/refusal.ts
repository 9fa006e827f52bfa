import { type DenialCode, denials } from '@larkmere/contract/forbidden';
import { type RefusalCode, refusals } from '@larkmere/contract/refusals';

export type FieldFault = Readonly<{ field: string; code: string; message: string }>;

type More = Readonly<{
  message?: string;
  data?: Readonly<Record<string, unknown>>;
  errors?: readonly FieldFault[];
  retryAfterSeconds?: number;
}>;

/** An expected business refusal. Thrown, so that the transaction always rolls back. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: RefusalCode;
  readonly status: number;
  readonly data: More['data'];
  readonly errors: More['errors'];
  readonly retryAfterSeconds: number | undefined;

  constructor(code: RefusalCode, more: More = {}) {
    super(more.message ?? refusals[code].message);
    this.code = code;
    this.status = refusals[code].status;
    this.data = more.data;
    this.errors = more.errors;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

export const denied = (reasonCode: DenialCode): Refusal =>
  new Refusal('access_denied', { message: denials[reasonCode], data: { reasonCode } });
