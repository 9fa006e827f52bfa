import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { refusals } from '@larkmere/messages/en/refusals';
import { type ListenAddress, listen } from './listen.ts';

/** Fits what `connection-limits.ts` allows a request. This file must load before everything else, so it imports little. */
const limits = { headersTimeout: 10_000, connectionsCheckingInterval: 1000, requestTimeout: 120_000 };
const keepAliveMs = 72_000;
const retryAfterSeconds = 2;
/** Whoever has not asked `/readyz` for so long does not wait for its answer. */
const watchedMs = 30_000;

type State = 'starting' | 'ready' | 'draining';

export type HttpListener = Readonly<{
  server: Server;
  url: string;
  /** Until then every request but `/healthz` gets 503. */
  serve: (handle: RequestListener) => void;
  /** Answers `/readyz` with 503, and ends connections with their next answer. Returns when a proxy had time to notice. */
  drain: (noticeMs: number) => Promise<void>;
  /** Takes no more connections, waits for requests in progress, and cuts what is left of them. */
  close: (graceMs: number) => Promise<void>;
  state: () => State;
}>;

/** Listens before anything else is loaded, so that nobody meets a closed port while the process starts or stops. */
export async function openHttpListener(address: ListenAddress): Promise<HttpListener> {
  let state: State = 'starting';
  let handle: RequestListener = answerNotReady;
  let watchedAt = -Infinity;
  const open = new Set<ServerResponse>();
  const server = createServer(limits, (request, response) => {
    if (isReadyProbe(request)) watchedAt = performance.now();
    open.add(response);
    response.once('close', () => open.delete(response));
    if (state !== 'ready') response.setHeader('connection', 'close');
    if (state === 'draining' && isReadyProbe(request)) sendText(response, 503, 'stopping');
    else handle(request, response);
  });
  server.keepAliveTimeout = keepAliveMs;
  const url = await listen(server, address);
  return {
    server,
    url,
    serve: (ready) => {
      handle = ready;
      if (state === 'starting') state = 'ready';
    },
    drain: async (noticeMs) => {
      state = 'draining';
      for (const response of open) if (!response.headersSent) response.setHeader('connection', 'close');
      if (performance.now() - watchedAt < watchedMs) await sleep(noticeMs);
    },
    close: async (graceMs) => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      await Promise.race([closed, sleep(graceMs, undefined, { ref: false })]);
      server.closeAllConnections();
      await closed;
    },
    state: () => state,
  };
}

const isReadyProbe = ({ url = '' }: IncomingMessage): boolean => url.split('?', 1)[0] === '/readyz';

function answerNotReady(request: IncomingMessage, response: ServerResponse): void {
  const path = (request.url ?? '').split('?', 1)[0];
  response.setHeader('retry-after', String(retryAfterSeconds));
  response.setHeader('cache-control', 'no-store');
  if (path === '/healthz') sendText(response, 200, 'starting');
  else if (path === '/readyz') sendText(response, 503, 'starting');
  else if (request.headers.accept?.includes('text/html')) sendPage(response);
  else sendRefusal(response);
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
}

const reason = refusals.service_unavailable;

const sendRefusal = (response: ServerResponse): void =>
  void response.writeHead(503, { 'content-type': 'application/json; charset=utf-8' }).end(
    JSON.stringify({
      result: false,
      data: null,
      code: 'service_unavailable',
      message: reason,
      reason: { code: 'service_unavailable', params: {} },
    }),
  );

const sendPage = (response: ServerResponse): void =>
  void response
    .writeHead(503, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      refresh: String(retryAfterSeconds),
    })
    .end(`<!doctype html><html lang="en"><title>Larkmere</title><p>${reason} This page reloads by itself.</p></html>`);
