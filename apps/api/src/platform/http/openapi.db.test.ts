import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { caller, startTestApi } from '../../../../../test/fixtures/api-server.ts';
import { createDatabase } from '../../../../../test/fixtures/base.ts';

const { url } = await createDatabase();
const app = await startTestApi(url, { maxInFlight: 64, trustedProxies: [] });
const narrow = await startTestApi(url, { maxInFlight: 2, trustedProxies: [] });
const address = `${app.base}/api/openapi.json`;

async function sendRawRequest(headers: Record<string, string> = {}, path = '/api/openapi.json') {
  const { hostname, port } = new URL(app.base);
  const socket = connect({ host: hostname, port: Number(port) });
  const lines = Object.entries({ host: 'here', connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  const bytes = Buffer.concat(await socket.toArray());
  const end = bytes.indexOf('\r\n\r\n');
  const [status = '', ...fields] = bytes.subarray(0, end).toString().split('\r\n');
  return {
    status: Number(status.split(' ')[1]),
    headers: new Headers(fields.map((line) => line.split(': ', 2) as [string, string])),
    body: bytes.subarray(end + 4),
  };
}

describe('the OpenAPI document', () => {
  it('is compressed as the client accepts, with identical content', async () => {
    const plain = await sendRawRequest();
    const [zipped, brotli] = [
      await sendRawRequest({ 'accept-encoding': 'gzip' }),
      await sendRawRequest({ 'accept-encoding': 'gzip, br' }),
    ];
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect([zipped, brotli].map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', 'br']);
    expect(gunzipSync(zipped.body).equals(plain.body)).toBe(true);
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
    expect(brotli.body.length).toBeLessThan(plain.body.length / 5);
    expect(new Set([plain, zipped, brotli].map(({ headers }) => headers.get('etag'))).size).toBe(3);
    const refused = await sendRawRequest({ 'accept-encoding': 'br;q=0, gzip;q=0.0, *;q=0' });
    expect(refused.headers.get('content-encoding')).toBeNull();
  });

  it('does not block other requests while it is generated', async () => {
    const calls = Array.from({ length: 20 }, () => fetch(`${narrow.base}/api/openapi.json`));
    const answers = await Promise.all([...calls, fetch(`${narrow.base}/api/services/v1/bankaccount`)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 401]));
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  });

  it('is not sent again to a client that has it cached', async () => {
    const { headers } = await sendRawRequest({ 'accept-encoding': 'br' });
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    const etag = headers.get('etag') ?? '';
    const again = await sendRawRequest({ 'accept-encoding': 'br', 'if-none-match': `"other", W/${etag}` });
    expect([again.status, again.body.length, again.headers.get('etag')]).toEqual([304, 0, etag]);
    expect((await sendRawRequest({ 'accept-encoding': 'gzip', 'if-none-match': etag })).status).toBe(200);
  });

  it.each(['json', 'yaml'])('has one address: the %s of the viewer redirects to it', async (name) => {
    const { status, headers, body } = await sendRawRequest({}, `/api/docs/${name}`);
    expect([status, headers.get('location'), body.length]).toEqual([302, '/api/openapi.json', 0]);
  });
});

describe('a flood of requests whose answers are not read', () => {
  const flood: Socket[] = [];
  afterEach(() => {
    for (const socket of flood) socket.destroy();
  });

  it('is disconnected, and other clients are served', async () => {
    const size = (await (await fetch(address)).arrayBuffer()).byteLength;
    const { hostname, port } = new URL(app.base);
    const ask = 'GET /api/openapi.json HTTP/1.1\r\nHost: here\r\n\r\n'.repeat(10);
    await Promise.all(
      Array.from({ length: 150 }, async () => {
        const socket = connect({ host: hostname, port: Number(port) });
        socket.on('error', () => {});
        flood.push(socket.pause());
        await once(socket, 'connect');
        socket.write(ask);
      }),
    );
    const call = caller(app.base);
    const statuses = await Promise.all(Array.from({ length: 20 }, () => call('GET', '/v1/bankaccount')));
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([401]));
    const received = await Promise.all(
      flood.map(async (socket) => {
        socket.resume();
        if (!socket.destroyed) await once(socket, 'close');
        return socket.bytesRead;
      }),
    );
    expect(Math.max(...received)).toBeLessThan(4 * (size + 2000));
  });
});
