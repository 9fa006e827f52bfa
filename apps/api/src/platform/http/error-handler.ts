import type { Failure } from '@larkmere/contract/platform/envelope';
import { refusals } from '@larkmere/contract/platform/refusals';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { UnreadableRailMessage } from '../iso20022/iso-message.ts';
import type { Log } from '../observability/log.ts';
import { Refusal } from '../requests/refusal.ts';

/** Codes of PostgreSQL and the network for work that never began or was rolled back. */
const notExecutedCodes = new Set(['57P03', '53300', '53100', 'ECONNREFUSED']);
/** Codes of a connection that broke: the commit may have succeeded although the answer was lost. */
const outcomeUnknownCodes = new Set(['57P01', '57P02', '08000', '08003', '08006', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);
const unstorableTextCodes = new Set(['22021', '22P05']);
const isUnstorableText = ({ code = '', message = '' }: Partial<FastifyError>): boolean =>
  unstorableTextCodes.has(code) || (code === '22P02' && message.endsWith('type json'));

export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply {
  const refusal = toRefusal(error, request.method);
  if (!refusal) {
    log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'a request failed');
    return sendEnvelope(reply, 500, {
      code: 'unexpected',
      message: `Something went wrong on our side. Check Activity before you try again. (${request.id})`,
      requestId: request.id,
    });
  }
  // The bank retries a refused message and waits, so a person has to look into it.
  if (request.routeOptions.config.endpoint?.access === 'rail' && refusal.status !== 401)
    log.warn({ err: error, requestId: request.id }, 'a message of the partner bank was refused');
  if (refusal.retryAfterSeconds !== undefined) void reply.header('retry-after', String(refusal.retryAfterSeconds));
  return sendEnvelope(reply, refusal.status, {
    code: refusal.code,
    message: refusal.message,
    requestId: request.id,
    data: refusal.data ?? null,
    ...(refusal.errors ? { errors: [...refusal.errors] } : {}),
  });
}

export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendEnvelope(reply, 404, { code: 'not_found', message: refusals.not_found.message, requestId: request.id });
}

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
  const { code = '', message = '' } = error as Partial<FastifyError>;
  return notExecutedCodes.has(code) || message.includes('timeout exceeded when trying to connect');
}

function isOutcomeUnknown(error: unknown): boolean {
  const { code = '', message = '' } = error as Partial<FastifyError>;
  return outcomeUnknownCodes.has(code) || /Connection terminated|is not queryable/.test(message);
}

function toRefusal(error: unknown, method: string): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (error instanceof UnreadableRailMessage)
    return new Refusal('validation_failed', { message: `${error.message}. Nothing was changed.` });
  const { statusCode } = error as Partial<FastifyError>;
  if (isUnstorableText(error as Partial<FastifyError>)) return new Refusal('validation_failed');
  if (wasNotExecuted(error)) return new Refusal('service_unavailable', { retryAfterSeconds: 2 });
  if (isOutcomeUnknown(error))
    return new Refusal(method === 'GET' ? 'service_unavailable' : 'outcome_unknown', { retryAfterSeconds: 2 });
  if (statusCode === 429) return new Refusal('rate_limited', { retryAfterSeconds: 5 });
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new Refusal('validation_failed', { message: 'The request could not be read. Nothing was changed.' });
  return undefined;
}
