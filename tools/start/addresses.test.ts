import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { chooseBankPort, urlOf } from './addresses.ts';

const servers: Server[] = [];
afterEach(() => {
  delete process.env.SANDBOX_BANK_PORT;
  for (const server of servers.splice(0)) server.close();
});

async function takenPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe('sandbox bank port', () => {
  it('uses a free port if the next one is taken', async () => {
    const taken = await takenPort();
    const port = await chooseBankPort(taken - 1);
    expect(port).toBeGreaterThan(0);
    expect(port).not.toBe(taken);
  });

  it('uses the configured port and no other', async () => {
    const taken = await takenPort();
    process.env.SANDBOX_BANK_PORT = String(taken);
    await expect(chooseBankPort(8080)).rejects.toThrow(
      `Port ${taken} is in use. Stop the program that listens there, or set SANDBOX_BANK_PORT to another one.`,
    );
  });
});

it.each([
  ['localhost', 'http://127.0.0.1:8080'],
  ['0.0.0.0', 'http://127.0.0.1:8080'],
  ['::', 'http://127.0.0.1:8080'],
  ['192.0.2.1', 'http://192.0.2.1:8080'],
  ['::1', 'http://[::1]:8080'],
])('reaches a server on %s at %s', (host, url) => expect(urlOf(host, 8080)).toBe(url));
