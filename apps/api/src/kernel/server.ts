import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { bases, type Endpoint, takesFile } from '@larkmere/contract/endpoint';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { answerFailure, answerNotFound } from './failure.ts';
import { mostFileBytes } from './files.ts';
import { type Log, pathOnly } from './log.ts';
import { requestMetrics } from './metrics.ts';
import { Refusal } from './refusal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it arrived: a partner's signature covers its bytes. */
    rawBody: string;
  }
  interface FastifyInstance {
    /** Every route that was ever added, for the test that compares them with the contract. */
    served: readonly ServedRoute[];
    /** Requests of people that have no answer yet. */
    peopleWaiting: () => number;
    /** Production keeps sessions in `__Host-` cookies only, whatever stands in front of it. */
    onlyBoundCookies: boolean;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

export type ServedRoute = Readonly<{ method: string; url: string; endpoint: Endpoint | undefined }>;

/** How long a request may take to arrive. */
const requestSeconds = 30;
const fileSeconds = 120;

type Options = Readonly<{
  log: Log;
  maxInFlight: number;
  trustedProxies: readonly string[];
  onlyBoundCookies?: boolean;
}>;

/** The HTTP server without a route: limits, headers, failures, metrics. */
export async function openServer({
  log,
  maxInFlight,
  trustedProxies,
  onlyBoundCookies = false,
}: Options): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }), // one line per answer is enough, and it is ours
    genReqId: () => randomUUID(),
    bodyLimit: 256 * 1024,
    requestTimeout: fileSeconds * 1000,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    forceCloseConnections: true,
  }) as unknown as FastifyInstance;
  const served: ServedRoute[] = [];
  app.decorate('served', served);
  app.decorate('onlyBoundCookies', onlyBoundCookies);
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const each of [method].flat()) served.push({ method: each, url, endpoint: config?.endpoint });
  });
  app.decorateRequest('rawBody', '');
  app.setValidatorCompiler(() => () => true); // the binder parses the whole input at once
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    request.rawBody = body as string;
    try {
      done(null, body === '' ? undefined : JSON.parse(body as string));
    } catch {
      done(Object.assign(new Error('not JSON'), { statusCode: 400 }));
    }
  });
  await app.register(cookie);
  await app.register(multipart, {
    limits: { files: 1, fileSize: mostFileBytes, fields: 10, parts: 11, fieldSize: 4000 },
  });
  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, log));
  app.setNotFoundHandler((request, reply) => answerNotFound(request, reply));
  harden(app);
  limitWaiting(app);
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

/** A request that trickles in holds a place. Only one with a file may take longer. */
function limitWaiting(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { endpoint } = request.routeOptions.config;
    if (request.method === 'GET' || (endpoint && takesFile(endpoint))) return done();
    const limit = setTimeout(() => request.raw.complete || request.raw.destroy(), requestSeconds * 1000);
    reply.raw.once('close', () => clearTimeout(limit));
    done();
  });
}

/** What every answer carries. The web's own content security policy is set where its page is served. */
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
    // The older header cannot name partners, so a page that they may frame goes without it.
    if (String(reply.getHeader('content-security-policy')).includes("frame-ancestors 'none'"))
      void reply.header('x-frame-options', 'DENY');
    done(null, payload);
  });
}

/**
 * More work than the machine can do is refused at the door: those inside still get their answer in time. The bank has a
 * door of its own: a crowd of people must not keep its answers out, for which other people wait.
 */
function limitInFlight(app: FastifyInstance, most: number): void {
  const inside = { people: 0, bank: 0 };
  app.decorate('peopleWaiting', () => inside.people);
  app.addHook('onRequest', (request, reply, done) => {
    if (!Object.values(bases).some((base) => request.url.startsWith(base))) return done();
    const door = request.routeOptions.config.endpoint?.access === 'rail' ? 'bank' : 'people';
    if (inside[door] >= most) return done(new Refusal('service_unavailable', { retryAfterSeconds: 1 }));
    inside[door] += 1;
    // Once per request: when its answer is out, or nobody is there any more to take it.
    reply.raw.once('close', () => {
      inside[door] -= 1;
    });
    done();
  });
}
