import { type DenialCode, denials } from '@larkmere/contract/forbidden';
import { type RefusalCode, refusals } from '@larkmere/contract/refusals';

export type FieldFault = Readonly<{ field: string; code: string; message: string }>;

type More = Readonly<{
  /** A more exact sentence than the catalogue's. */
  message?: string;
  /** What the screen may show beside the sentence, such as what is available. */
  data?: Readonly<Record<string, unknown>>;
  errors?: readonly FieldFault[];
  retryAfterSeconds?: number;
}>;

/** A business no. Thrown, so that the transaction rolls back without anyone having to remember it. */
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

/** `access_denied` with a more exact sentence, by whose code the page for it finds it again after a reload. */
export const denied = (reasonCode: DenialCode): Refusal =>
  new Refusal('access_denied', { message: denials[reasonCode], data: { reasonCode } });
