import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import type { Endpoint } from '@larkmere/contract/endpoint';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { clientAddress, trustedProxies as readTrustedProxies } from './client-address.ts';
import { type ConnectionLimits, connectionLimits, limitConnections } from './connections.ts';
import { answerFailure, answerNotFound } from './failure.ts';
import { mostFileBytes } from './files.ts';
import { limitInFlight } from './in-flight.ts';
import { type Log, pathOnly } from './log.ts';
import { requestMetrics } from './metrics.ts';
import { requireOwnOrigin } from './own-origin.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signature of a partner covers the exact bytes of the body. */
    rawBody: string;
  }
  interface FastifyInstance {
    served: readonly ServedRoute[];
    onlyBoundCookies: boolean;
    clientAddress: (request: IncomingMessage) => string;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

export type ServedRoute = Readonly<{ method: string; url: string; endpoint: Endpoint | undefined }>;

type Options = Readonly<{
  log: Log;
  maxInFlight: number;
  trustedProxies: readonly string[];
  onlyBoundCookies?: boolean;
  limits?: Partial<ConnectionLimits>;
  publicUrl?: string | undefined;
}>;

export async function openServer({
  log,
  maxInFlight,
  trustedProxies,
  onlyBoundCookies = false,
  limits: otherLimits = {},
  publicUrl,
}: Options): Promise<FastifyInstance> {
  const isTrusted = readTrustedProxies(trustedProxies);
  const limits = { ...connectionLimits, ...otherLimits };
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: 256 * 1024,
    requestTimeout: limits.fileMs,
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: Math.min(1000, limits.headersMs) },
    trustProxy: trustedProxies.length > 0 ? isTrusted : false,
    forceCloseConnections: true,
  }) as unknown as FastifyInstance;
  const served: ServedRoute[] = [];
  app.decorate('served', served);
  app.decorate('onlyBoundCookies', onlyBoundCookies);
  app.decorate('clientAddress', (request: IncomingMessage) => clientAddress(request, isTrusted));
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const each of [method].flat()) served.push({ method: each, url, endpoint: config?.endpoint });
  });
  app.decorateRequest('rawBody', '');
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  readJson(app);
  await app.register(cookie);
  await app.register(multipart, {
    limits: { files: 1, fileSize: mostFileBytes, fields: 10, parts: 11, fieldSize: 4000 },
  });
  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, log));
  app.setNotFoundHandler((request, reply) => answerNotFound(request, reply));
  harden(app);
  limitConnections(app, isTrusted, limits);
  requireOwnOrigin(app, { publicUrl, onlyBoundCookies });
  limitInFlight(app, maxInFlight);
  requestMetrics(app);
  app.addHook('onResponse', (request, reply, done) => {
    log.info(
      {
        requestId: request.id,
        method: request.method,
        path: pathOnly(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
    done();
  });
  return app;
}

function readJson(app: FastifyInstance): void {
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    request.rawBody = body as string;
    try {
      done(null, body === '' ? undefined : JSON.parse(body as string));
    } catch {
      done(Object.assign(new Error('not JSON'), { statusCode: 400 }));
    }
  });
}

function harden(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    void reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
      'x-request-id': request.id,
    });
    if (request.protocol === 'https')
      void reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    if (!reply.hasHeader('content-security-policy'))
      void reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    // X-Frame-Options cannot name partners, so pages that they may embed do not get it.
    if (String(reply.getHeader('content-security-policy')).includes("frame-ancestors 'none'"))
      void reply.header('x-frame-options', 'DENY');
    done(null, payload);
  });
}
