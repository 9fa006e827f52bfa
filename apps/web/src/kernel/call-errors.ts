import type { Failure } from '@larkmere/contract/envelope';

/** The server said no, or failed. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The refusal's code from the contract; empty when something before our server answered. */
  readonly code: string;
  readonly errors: NonNullable<Failure['errors']>;
  /** What the refusal says for machines, such as by what a payee is needed. */
  readonly data: unknown;
  readonly requestId: string | undefined;

  constructor(status: number, failure: Partial<Failure>) {
    super(failure.message ?? '');
    this.status = status;
    this.code = failure.code ?? '';
    this.errors = failure.errors ?? [];
    this.data = failure.data ?? null;
    this.requestId = failure.requestId;
  }

  /** The server's word on one field of the form. */
  fieldMessage(field: string): string | undefined {
    return this.errors.find((error) => error.field === field)?.message;
  }
}

/** The request never reached the server. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** No answer in time. What the server did is unknown, so a write may be repeated only with the same idempotency key. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}
