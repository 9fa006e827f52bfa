import { AsyncLocalStorage } from 'node:async_hooks';

/** answered: 2xx and 3xx. refused: 4xx. failed: 5xx. no_answer: a time-out or a broken connection, the outcome is unknown. */
export type CallOutcome = 'answered' | 'refused' | 'failed' | 'no_answer';

/** The delivery of the outbox that makes a call, which is how a call can be made again. */
export type DeliveryRef = Readonly<{ eventId: bigint; listener: string; attempt: number }>;

export type CallSubject = Readonly<{ customerId?: string; paymentId?: string }>;

export type LoggedCall = CallSubject &
  Readonly<{
    direction: 'in' | 'out';
    /** Who is at the other end: `customer_app`, `staff_app`, `bank`, … */
    partner: string;
    /** Whose breaker counts the call. */
    service?: string;
    /** Method and path without ids. */
    operation: string;
    at: Date;
    latencyMs: number;
    status: number | null;
    outcome: CallOutcome;
    /** The same for a request and for all that follows from it, also in the outbox. */
    correlationId: string;
    delivery?: DeliveryRef;
    /** As sent. The log masks both before it stores them. */
    request: unknown;
    response: unknown;
  }>;

export type RecordCall = (call: LoggedCall) => void;

type CallContext = CallSubject & Readonly<{ record: RecordCall; correlationId: string; delivery?: DeliveryRef }>;

const context = new AsyncLocalStorage<CallContext>();

/** Calls to partners that are made within `work` are recorded with this correlation and subject. */
export const withCallLog = <T>(within: CallContext, work: () => T): T => context.run(within, work);

/** Sets the subject, and for a job the correlation, of the calls that are made within `work`. */
export function withCallSubject<T>(
  subject: CallSubject & Partial<Pick<CallContext, 'correlationId'>>,
  work: () => T,
): T {
  const within = context.getStore();
  return within ? context.run({ ...within, ...subject }, work) : work();
}

type OutgoingCall = Readonly<{ partner: string; service?: string; method: string; path: string; request: unknown }>;
type Answer = Readonly<{ status: number; body: unknown }>;

/** Sends and records, whatever happens. Without a log (a tool, a test) it only sends. */
export async function recordOutgoing<A extends Answer>(call: OutgoingCall, send: () => Promise<A>): Promise<A> {
  const within = context.getStore();
  if (!within) return send();
  const { record, ...subject } = within;
  const at = new Date();
  const started = performance.now();
  const recordAnswer = (answer: Answer | undefined): void =>
    record({
      ...subject,
      direction: 'out',
      partner: call.partner,
      ...(call.service !== undefined && { service: call.service }),
      operation: `${call.method} ${withoutIds(call.path)}`,
      at,
      latencyMs: Math.round(performance.now() - started),
      status: answer?.status ?? null,
      outcome: answer ? toOutcome(answer.status) : 'no_answer',
      request: call.request ?? null,
      response: answer?.body ?? null,
    });
  try {
    const answer = await send();
    recordAnswer(answer);
    return answer;
  } catch (error) {
    recordAnswer(undefined);
    throw error;
  }
}

export function toOutcome(status: number): CallOutcome {
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'answered';
}

/**
 * The path as logs and errors name it. What has a digit is an id or a number, except a version, and so is what follows a
 * collection: tokens may consist of letters alone.
 */
export const withoutIds = (path: string): string =>
  path
    .replace(/[?#].*$/s, '')
    .split('/')
    .map((part, place, parts) => {
      const isNumbered = /\d/.test(part) && !/^v\d$/.test(part);
      return isNumbered || parts[place - 1]?.endsWith('s') ? '{id}' : part;
    })
    .join('/');
