import { acceptsFile, type Endpoint } from '@larkmere/contract/platform/endpoint';
import type { FastifyRequest, RouteShorthandOptions } from 'fastify';
import { type RecordCall, toOutcome } from '../observability/call-log.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the customer who makes the request, once it is known. */
    customerId: string | undefined;
    /** The body of a refusal, for the log of calls. */
    refused: string | undefined;
  }
}

/** Records every request of an endpoint. Of the answers, only refusals are logged: the others hold what people own. */
export const logsCalls = (
  endpoint: Endpoint,
  record: RecordCall,
): Pick<RouteShorthandOptions, 'onSend' | 'onResponse'> => ({
  onSend: (request, reply, payload, done) => {
    if (reply.statusCode >= 400 && typeof payload === 'string') request.refused = payload;
    done(null, payload);
  },
  onResponse: (request, reply, done) => {
    record({
      direction: 'in',
      partner: clientOf(endpoint),
      operation: `${endpoint.method} ${endpoint.path}`,
      at: new Date(Date.now() - reply.elapsedTime),
      latencyMs: Math.round(reply.elapsedTime),
      status: reply.statusCode,
      outcome: toOutcome(reply.statusCode),
      correlationId: request.id,
      ...(request.customerId && { customerId: request.customerId }),
      request: bodyOf(endpoint, request),
      response: request.refused ?? null,
    });
    done();
  },
});

function clientOf({ access, path }: Endpoint): string {
  if (access === 'staff' || path.startsWith('/v1/manage/')) return 'staff_app';
  if (access === 'rail') return 'bank';
  return access === 'rate' ? 'rate_client' : 'customer_app';
}

function bodyOf(endpoint: Endpoint, { params, query, body }: FastifyRequest): unknown {
  const carried = endpoint.method === 'GET' ? query : acceptsFile(endpoint) ? undefined : body;
  if (typeof carried === 'string') return carried;
  return { ...(carried as object | undefined), ...(params as object) };
}
