import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { startListening } from './listen.ts';
import { openServer } from './server.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of cleanups.splice(0)) await end();
});

async function openTestServer() {
  const app = await openServer({ log: pino({ level: 'silent' }), maxInFlight: 5, trustedProxies: [] });
  app.get('/', ({ ip }) => ip);
  cleanups.push(() => app.close());
  return app;
}

it('listens on both loopback addresses for localhost, and on neither once closed', async () => {
  const app = await openTestServer();
  const { port } = new URL(await startListening(app, { port: 0, host: 'localhost' }));
  const ask = async (host: string) => (await fetch(`http://${host}:${port}/`)).text();
  expect(await Promise.all(['127.0.0.1', '[::1]', 'localhost'].map(ask))).toEqual([
    '127.0.0.1',
    '::1',
    expect.stringMatching(/^(::1|127\.0\.0\.1)$/),
  ]);
  await app.close();
  await expect(ask('127.0.0.1')).rejects.toThrow('fetch failed');
  await expect(ask('[::1]')).rejects.toThrow('fetch failed');
});

it.each(['127.0.0.1', '::1'])('names the port when it is in use on %s', async (host) => {
  const other = createServer().listen({ port: 0, host });
  await once(other, 'listening');
  cleanups.push(() => other.close());
  const { port } = other.address() as AddressInfo;
  await expect(startListening(await openTestServer(), { port, host: 'localhost' })).rejects.toThrow(
    `Port ${port} is in use. Stop the program that listens there, or set PORT to another one.`,
  );
});
