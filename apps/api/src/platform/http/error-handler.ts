import type { Failure } from '@larkmere/contract/platform/envelope';
import { formatMessage } from '@larkmere/messages/format-message';
import { defaultLanguage } from '@larkmere/messages/languages';
import { type Message, message } from '@larkmere/messages/message';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { UnreadableRailMessage } from '../iso20022/iso-message.ts';
import { errorCode } from '../observability/describe-error.ts';
import type { Log } from '../observability/log.ts';
import { type FieldError, Refusal } from '../requests/refusal.ts';

/**
 * Codes of PostgreSQL and the network for work that never began or was rolled back: full or broken disks, too many
 * connections, a server that starts, and one that a failover left behind and that only reads.
 */
const notExecutedCodes = new Set([
  '57P03',
  '53000',
  '53100',
  '53200',
  '53300',
  '58030',
  '25006',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Codes of a connection that broke: the commit may have succeeded although the answer was lost. */
const outcomeUnknownCodes = new Set(['57P01', '57P02', '08000', '08003', '08006', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);
const unstorableTextCodes = new Set(['22021', '22P05']);
function isUnstorableText(error: unknown): boolean {
  const code = errorCode(error) ?? '';
  return unstorableTextCodes.has(code) || (code === '22P02' && textOf(error).endsWith('type json'));
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : '');

export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply {
  const refusal = toRefusal(error, request.method);
  if (!refusal) {
    log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'a request failed');
    return sendEnvelope(reply, 500, {
      code: 'unexpected',
      ...explain(message('unexpected', { requestId: request.id })),
      requestId: request.id,
    });
  }
  // The bank retries a refused message and waits, so a person has to look into it.
  if (request.routeOptions.config.endpoint?.access === 'rail' && refusal.status !== 401)
    log.warn({ err: error, requestId: request.id }, 'a message of the partner bank was refused');
  if (refusal.retryAfterSeconds !== undefined) void reply.header('retry-after', String(refusal.retryAfterSeconds));
  return sendEnvelope(reply, refusal.status, {
    code: refusal.code,
    ...explain(refusal.reason),
    requestId: request.id,
    data: refusal.data ?? null,
    ...(refusal.errors ? { errors: refusal.errors.map(toErrorView) } : {}),
  });
}

export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendEnvelope(reply, 404, { code: 'not_found', ...explain(message('not_found')), requestId: request.id });
}

type Explained = Pick<Failure, 'message' | 'reason'>;

const explain = (reason: Message): Explained => ({ message: formatMessage(defaultLanguage, reason), reason });

const toErrorView = ({ field, code, reason }: FieldError): NonNullable<Failure['errors']>[number] => ({
  field,
  code,
  ...explain(reason),
});

function sendEnvelope(
  reply: FastifyReply,
  status: number,
  failure: Omit<Failure, 'result' | 'data'> & { data?: unknown },
): FastifyReply {
  const body: Failure = { result: false, data: null, ...failure };
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(body));
}

export const isOutage = (error: unknown): boolean => wasNotExecuted(error) || isOutcomeUnknown(error);

function wasNotExecuted(error: unknown): boolean {
  return notExecutedCodes.has(errorCode(error) ?? '') || isConnectionTimeout(textOf(error));
}

/** In the words of the driver and its pool, which give these errors no code. */
const isConnectionTimeout = (text: string): boolean =>
  /timeout exceeded when trying to connect|due to connection timeout|^timeout expired$/.test(text);

function isOutcomeUnknown(error: unknown): boolean {
  return (
    outcomeUnknownCodes.has(errorCode(error) ?? '') || /Connection terminated|is not queryable/.test(textOf(error))
  );
}

function statusOf(error: unknown): number | undefined {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' ? status : undefined;
}

function toRefusal(error: unknown, method: string): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (error instanceof UnreadableRailMessage)
    return new Refusal('validation_failed', { reason: message('rail_message_unreadable') });
  const statusCode = statusOf(error);
  if (isUnstorableText(error)) return new Refusal('validation_failed');
  if (wasNotExecuted(error)) return new Refusal('service_unavailable', { retryAfterSeconds: 2 });
  if (isOutcomeUnknown(error))
    return new Refusal(method === 'GET' ? 'service_unavailable' : 'outcome_unknown', { retryAfterSeconds: 2 });
  if (statusCode === 429) return new Refusal('rate_limited', { retryAfterSeconds: 5 });
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new Refusal('validation_failed', { reason: message('request_unreadable') });
  return undefined;
}
