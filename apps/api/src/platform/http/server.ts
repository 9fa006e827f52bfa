import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import type { Endpoint } from '@larkmere/contract/platform/endpoint';
import { message } from '@larkmere/messages/message';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { maxFileBytes } from '../files/files.ts';
import type { Log } from '../observability/log.ts';
import { observeRequests } from '../observability/metrics.ts';
import { Refusal } from '../requests/refusal.ts';
import { clientAddress, parseTrustedProxies as readTrustedProxies } from './client-address.ts';
import { type ConnectionLimits, connectionLimits, limitConnections } from './connection-limits.ts';
import { sendFailure, sendNotFound } from './error-handler.ts';
import { limitInFlight } from './in-flight-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signature of a partner covers the exact bytes of the body. */
    rawBody: string;
  }
  interface FastifyInstance {
    registeredRoutes: readonly RegisteredRoute[];
    requiresHostCookies: boolean;
    clientAddress: (request: IncomingMessage) => string;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

export type RegisteredRoute = Readonly<{ method: string; url: string; endpoint: Endpoint | undefined }>;

type ServerOptions = Readonly<{
  log: Log;
  maxInFlight: number;
  /** Of one session. */
  maxInFlightPerClient?: number;
  trustedProxies: readonly string[];
  requiresHostCookies?: boolean;
  limits?: Partial<ConnectionLimits>;
  publicUrl?: string | undefined;
  /** Listens already; gets the requests once the application is ready. */
  listener?: Readonly<{ server: Server; serve: (handle: RequestListener) => void }>;
}>;

export async function openServer({
  log,
  maxInFlight,
  maxInFlightPerClient = maxInFlight,
  trustedProxies,
  requiresHostCookies = false,
  limits: otherLimits = {},
  publicUrl,
  listener,
}: ServerOptions): Promise<FastifyInstance> {
  const isTrusted = readTrustedProxies(trustedProxies);
  const limits = { ...connectionLimits, ...otherLimits };
  let serveWhenReady = (): void => {};
  // Fastify's instance would carry the type of our logger, which no caller needs.
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: 256 * 1024,
    requestTimeout: limits.fileMs,
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: Math.min(1000, limits.headersMs) },
    trustProxy: trustedProxies.length > 0 ? isTrusted : false,
    forceCloseConnections: true,
    ...(listener && {
      serverFactory: (handle: RequestListener) => {
        serveWhenReady = () => listener.serve(handle);
        return listener.server;
      },
    }),
  }) as unknown as FastifyInstance;
  app.addHook('onReady', async () => serveWhenReady());
  const served: RegisteredRoute[] = [];
  app.decorate('registeredRoutes', served);
  app.decorate('requiresHostCookies', requiresHostCookies);
  app.decorate('clientAddress', (request: IncomingMessage) => clientAddress(request, isTrusted));
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const each of [method].flat()) served.push({ method: each, url, endpoint: config?.endpoint });
  });
  app.decorateRequest('rawBody', '');
  app.decorateRequest('customerId', undefined);
  app.decorateRequest('refused', undefined);
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  addJsonParser(app);
  await app.register(cookie);
  await app.register(multipart, {
    limits: { files: 1, fileSize: maxFileBytes, fields: 10, parts: 11, fieldSize: 4000 },
  });
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply, log));
  app.setNotFoundHandler((request, reply) => sendNotFound(request, reply));
  await addSecurityHeaders(app);
  limitConnections(app, isTrusted, limits);
  requireOwnOrigin(app, { publicUrl, requiresHostCookies });
  limitInFlight(app, { most: maxInFlight, mostPerClient: maxInFlightPerClient });
  observeRequests(app);
  logRequests(app, log);
  return app;
}

function logRequests(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', (request, reply, done) => {
    log.info(
      {
        requestId: request.id,
        method: request.method,
        // Never the path or the query: both can hold the token of a link or a download.
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
    done();
  });
}

function addJsonParser(app: FastifyInstance): void {
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    request.rawBody = body as string;
    try {
      done(null, body === '' ? undefined : JSON.parse(body as string));
    } catch {
      done(Object.assign(new Error('not JSON'), { statusCode: 400 }));
    }
  });
}

async function addSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: false,
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    void reply.headers({
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
      'x-request-id': request.id,
    });
    if (request.protocol === 'https')
      void reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    done(null, payload);
  });
}

type OriginSettings = Readonly<{ publicUrl: string | undefined; requiresHostCookies: boolean }>;

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses writes whose `Origin` is another site. Ours is `LARKMERE_URL`; without it or outside production, also the
 * requested host. Programs send no origin.
 */
function requireOwnOrigin(app: FastifyInstance, { publicUrl, requiresHostCookies }: OriginSettings): void {
  const own = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  const isHostOwn = own === undefined || !requiresHostCookies;
  app.addHook('onRequest', (request, _, done) => {
    const { origin } = request.headers;
    const isOwn = origin === undefined || origin === own || (isHostOwn && hostOf(origin) === request.host);
    if (isOwn || safeMethods.has(request.method)) return done();
    done(new Refusal('access_denied', { reason: message('request_from_other_site') }));
  });
}

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined);
