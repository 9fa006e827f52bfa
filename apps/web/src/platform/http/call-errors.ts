import type { Failure } from '@larkmere/contract/platform/envelope';

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Refusal code from the contract; empty if something in front of our server answered. */
  readonly code: string;
  readonly errors: NonNullable<Failure['errors']>;
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

  fieldMessage(field: string): string | undefined {
    return this.errors.find((error) => error.field === field)?.message;
  }
}

export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/**
 * No answer in time. The effect on the server is unknown, so a write may be retried only with the same idempotency key.
 */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}
