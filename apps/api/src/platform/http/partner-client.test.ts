import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { callPartner, PartnerTimeout, verifyPartnerSignature } from './partner-client.ts';

const secret = 'a-secret-for-tests-only';
const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

type Listener = (...heard: Parameters<RequestListener>) => Promise<void> | void;

async function startPartner(listener: Listener) {
  const server = createServer((request, response) => void listener(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    name: 'bank',
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secret,
    timeoutMs: 30_000,
  };
}

test('signs a request so that the receiver can verify it, and returns the reply', async () => {
  const seen: Record<string, unknown>[] = [];
  const partner = await startPartner(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const { 'x-timestamp': time, 'x-signature': signature, 'x-request-id': requestId } = request.headers;
    const signed = verifyPartnerSignature(secret, String(time), body, String(signature), new Date());
    seen.push({
      method: request.method,
      url: request.url,
      type: request.headers['content-type'],
      body,
      requestId,
      signed,
    });
    response.writeHead(404).end('none');
  });
  const call = { ...partner, method: 'POST', path: '/v1/x', body: '<a>é</a>', contentType: 'application/xml' } as const;
  expect(await callPartner({ ...call, requestId: 'r-1' })).toEqual({ status: 404, body: 'none' });
  expect(await callPartner({ ...partner, method: 'GET', path: '/v1/y' })).toEqual({ status: 404, body: 'none' });
  expect(seen).toEqual([
    { method: 'POST', url: '/v1/x', type: 'application/xml', body: '<a>é</a>', requestId: 'r-1', signed: true },
    { method: 'GET', url: '/v1/y', type: undefined, body: '', requestId: expect.any(String), signed: true },
  ]);
});

test.each<[string, RequestListener]>([
  ['a server fault', (_request, response) => response.writeHead(503).end()],
  ['no answer in time', () => {}],
  ['half an answer', (_request, response) => void response.writeHead(202, { 'content-length': 99 }).write('half')],
  ['a line that is cut', (request) => request.socket.destroy()],
  ['a redirection', (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()],
])('%s is silence', async (_name, listener) => {
  const partner = await startPartner(listener);
  await expect(callPartner({ ...partner, timeoutMs: 200, method: 'GET', path: '/' })).rejects.toBeInstanceOf(
    PartnerTimeout,
  );
});

test('throws when the partner is unreachable', async () => {
  const partner = await startPartner(() => {});
  open.pop()?.();
  await expect(callPartner({ ...partner, method: 'GET', path: '/' })).rejects.toBeInstanceOf(PartnerTimeout);
});

// Created with: printf '1795253400000.{"a":1}' | openssl dgst -sha256 -hmac a-secret-for-tests-only
const signature = '86c0e693f887de8ed2497ed22facb20d8d74196cbbef5d65c1c78681ca56095a';
const signedAt = 1_795_253_400_000;
const minutes = 60_000;

test.each([
  ['as sent', {}, true],
  ['almost five minutes later', { now: signedAt + 5 * minutes }, true],
  ['from a clock a little ahead', { now: signedAt - 4 * minutes }, true],
  ['too late', { now: signedAt + 5 * minutes + 1 }, false],
  ['from the future', { now: signedAt - 5 * minutes - 1 }, false],
  ['with another body', { body: '{"a":2}' }, false],
  ['with another time', { timestamp: String(signedAt + 1) }, false],
  ['with a time that is none', { timestamp: 'yesterday' }, false],
  ['with another secret', { secret: 'another' }, false],
  ['with half a signature', { signature: signature.slice(0, 32) }, false],
  ['without a signature', { signature: '' }, false],
])('verifies a message %s', (_name, change, expected) => {
  const message = { secret, timestamp: String(signedAt), body: '{"a":1}', signature, now: signedAt, ...change };
  const { timestamp, body, now } = message;
  expect(verifyPartnerSignature(message.secret, timestamp, body, message.signature, new Date(now))).toBe(expected);
});
