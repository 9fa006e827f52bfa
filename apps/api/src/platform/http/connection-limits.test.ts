import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint } from '@larkmere/contract/platform/endpoint';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import type { ConnectionLimits } from './connection-limits.ts';
import { openServer } from './server.ts';

const big = 'x'.repeat(4 * 1024 * 1024);
const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const end of cleanups.splice(0)) end();
});

type ServerOptions = Readonly<{ limits?: Partial<ConnectionLimits>; maxInFlight?: number; trustedProxies?: string[] }>;

async function startServer({ limits = {}, maxInFlight = 1, trustedProxies = [] }: ServerOptions) {
  const app = await openServer({ log: pino({ level: 'silent' }), maxInFlight, trustedProxies, limits });
  let release = (): void => {};
  const work = new Promise<void>((resolve) => {
    release = resolve;
  });
  const worked: string[] = [];
  const config = { endpoint: { access: 'customer' } as unknown as Endpoint };
  app.all('/now', { config }, () => 'now');
  app.get('/big', { config }, () => big);
  app.get('/late', { config }, async () => {
    worked.push('late');
    await work;
    return 'late';
  });
  app.post('/file', { config }, (request) =>
    app.releaseSlotWhile(request, () =>
      app.receiveFile(request, 'somebody', async () => {
        worked.push('file');
        await (await request.file())?.toBuffer();
        return 'read';
      }),
    ),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  cleanups.push(() => void app.close());
  const { port } = app.server.address() as AddressInfo;
  const open = async (first = '', localAddress = '127.0.0.1'): Promise<Client> => {
    const socket = connect({ host: '127.0.0.1', port, localAddress });
    cleanups.push(() => socket.destroy());
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(first);
    return createClient(socket);
  };
  /** Reads nothing, from the first byte on. */
  const openPaused = async (first: string): Promise<Client> => {
    const client = await open();
    client.socket.pause();
    client.socket.write(first);
    return client;
  };
  const statusOf = async (path: string): Promise<number> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } });
    await response.text();
    return response.status;
  };
  let ended = 0;
  app.server.on('connection', (socket) => socket.once('close', () => (ended += 1)));
  /** When the server has ended a connection; what it sent before may still wait for the client. */
  const disconnected = () => waitUntil(() => ended > 0);
  return { app, open, openPaused, statusOf, worked, release, disconnected };
}

type Client = ReturnType<typeof createClient>;

function createClient(socket: Socket) {
  const closed = once(socket, 'close');
  let received = '';
  return {
    socket,
    isClosed: () => socket.destroyed,
    closed: async () => {
      socket.resume();
      await closed;
    },
    read: async (part: string) => {
      socket.setEncoding('utf8');
      for (;;) {
        if (received.includes(part)) return received;
        const [chunk] = await once(socket, 'data');
        received += chunk;
      }
    },
  };
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`;
const halfBody = 'POST /now HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{';
const halfHeaders = 'GET /now HTTP/1.1\r\nHost: here\r\nX-Slow: a';
const halfFile = [
  'POST /file HTTP/1.1\r\nHost: here\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 9000\r\n',
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc',
].join('\r\n');

const waitUntil = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await sleep(5);
};

describe('a request slot', () => {
  it('is not held by a body or a file that is still arriving', async () => {
    const { open, statusOf, worked } = await startServer({});
    await Promise.all([open(halfBody), open(halfFile)]);
    await waitUntil(() => worked.includes('file'));
    expect(await statusOf('/now')).toBe(200);
  });

  it('is not held by an answer that the client does not read', async () => {
    const { openPaused, statusOf } = await startServer({});
    const client = await openPaused(get('/big'));
    await sleep(50);
    expect(await statusOf('/now')).toBe(200);
    expect(client.isClosed()).toBe(false);
  });

  it('is held until the work is done, even if the client has disconnected', async () => {
    const { open, statusOf, worked, release, app } = await startServer({});
    const client = await open(get('/late'));
    await waitUntil(() => worked.includes('late'));
    client.socket.destroy();
    await sleep(50);
    expect(await statusOf('/now')).toBe(503);
    release();
    await waitUntil(() => app.inFlightRequests() === 0);
    expect(await statusOf('/now')).toBe(200);
  });

  it('is released for pipelined requests when their connection breaks', async () => {
    const { open, statusOf, worked, release, app } = await startServer({ maxInFlight: 3 });
    const client = await open(get('/late') + get('/now') + get('/now'));
    await waitUntil(() => worked.includes('late'));
    client.socket.destroy();
    release();
    await waitUntil(() => app.inFlightRequests() === 0);
    expect(await statusOf('/now')).toBe(200);
  });
});

describe('a client that sends slowly', () => {
  it.each([
    ['a body', halfBody],
    ['a body that its route does not read', halfBody.replace('POST', 'GET')],
    ['a form without a sender', halfFile.replace('/file', '/nowhere')],
  ])('is disconnected when %s takes too long', async (_, sent) => {
    const { open } = await startServer({ limits: { bodyMs: 100 } });
    const client = await open(sent);
    await client.closed();
    expect(client.isClosed()).toBe(true);
  });

  it('is disconnected when its headers take too long', async () => {
    const { open } = await startServer({ limits: { headersMs: 100 } });
    const clients = [await open(halfHeaders), await open()];
    await Promise.all(clients.map((client) => client.closed()));
    expect(clients.every((client) => client.isClosed())).toBe(true);
  });

  it('may take longer for a file than for other bodies', async () => {
    const { open, worked } = await startServer({ limits: { bodyMs: 100, fileMs: 1500 } });
    const file = await open(halfFile);
    await waitUntil(() => worked.includes('file'));
    const body = await open(halfBody);
    await body.closed();
    expect(file.isClosed()).toBe(false);
    await file.closed();
  });

  it.each([
    ['bodies', halfBody, { bodiesPerAddress: 2 }],
    ['files', halfFile, { filesPerPerson: 2 }],
    ['headers', halfHeaders, { unusedPerAddress: 2 }],
    ['silent connections', '', { unusedPerAddress: 2 }],
    ['idle connections', get('/now'), { idlePerAddress: 2 }],
  ])('loses its oldest connection when it holds too many %s', async (_, sent, limits) => {
    const { open } = await startServer({ limits });
    const first = await open(sent);
    await sleep(30);
    const rest = [await open(sent), await open(sent)];
    await first.closed();
    expect(rest.map((client) => client.isClosed())).toEqual([false, false]);
  });

  it('does not lose a used connection because of its silent ones', async () => {
    const { open } = await startServer({ limits: { unusedPerAddress: 1 } });
    const honest = await open(get('/now'));
    await honest.read('200 OK');
    const [first] = [await open(), await open()];
    await first?.closed();
    expect(honest.isClosed()).toBe(false);
  });

  it('does not affect clients at another address', async () => {
    const { open } = await startServer({ limits: { bodiesPerAddress: 2, bodies: 4 } });
    const honest = await open(halfBody, '127.0.0.2');
    const slow: Client[] = [];
    for (const address of ['127.0.0.3', '127.0.0.4', '127.0.0.3', '127.0.0.4', '127.0.0.3'])
      slow.push(await open(halfBody, address));
    await Promise.all(slow.slice(0, 1).map((client) => client.closed()));
    honest.socket.write('"some":"thing her"}');
    expect(await honest.read('200 OK')).toContain('200 OK');
  });

  it('is counted by its forwarded address behind a trusted proxy, which is never limited', async () => {
    const { open } = await startServer({
      limits: { bodiesPerAddress: 1, idlePerAddress: 1, unusedPerAddress: 1 },
      trustedProxies: ['127.0.0.1'],
    });
    const from = (address: string) => halfBody.replace('Host: here', `Host: here\r\nX-Forwarded-For: ${address}`);
    const idle = [await open(), await open(), await open()];
    const clients = [await open(from('192.0.2.1')), await open(from('192.0.2.2'))];
    await sleep(30);
    await open(from('192.0.2.1'));
    await clients[0]?.closed();
    expect([...idle, clients[1]].map((client) => client?.isClosed())).toEqual([false, false, false, false]);
  });
});

describe('the number of connections', () => {
  it('is limited by closing the oldest idle, then the oldest unfinished, then the new one', async () => {
    const { open, worked } = await startServer({ limits: { connections: 3 }, maxInFlight: 9 });
    const [unfinished, idle, busy] = [await open(halfBody), await open(), await open(get('/late'))];
    await waitUntil(() => worked.length === 1);
    await open(get('/late'));
    await idle.closed();
    await waitUntil(() => worked.length === 2);
    await open(get('/late'));
    await unfinished.closed();
    await waitUntil(() => worked.length === 3);
    await (await open()).closed();
    expect(busy.isClosed()).toBe(false);
  });
});

describe('a client that does not read', () => {
  it('may not send more requests while too many wait for an answer', async () => {
    const { open, worked } = await startServer({ limits: { pipelined: 2 }, maxInFlight: 9 });
    const client = await open(get('/late').repeat(3));
    await client.closed();
    expect(worked).toHaveLength(2);
  });

  it('is disconnected when it sends a request while much of an answer is unread', async () => {
    const { openPaused, disconnected } = await startServer({ maxInFlight: 9 });
    const client = await openPaused(get('/big') + get('/big'));
    await disconnected();
    await client.closed();
    expect(client.socket.bytesRead).toBeLessThan(2 * big.length);
  });

  it('is disconnected when it stops reading an answer', async () => {
    const { openPaused, disconnected } = await startServer({ limits: { stalledMs: 150 } });
    const client = await openPaused(get('/big'));
    await disconnected();
    await client.closed();
    expect(client.socket.bytesRead).toBeLessThan(big.length);
  });

  it('may read slowly as long as it makes progress', async () => {
    const { open } = await startServer({ limits: { stalledMs: 300 } });
    const client = await open(get('/big').replace('Host', 'Connection: close\r\nHost'));
    let bytes = 0;
    for await (const chunk of client.socket) {
      bytes += chunk.length;
      await sleep(10);
    }
    expect(bytes).toBeGreaterThan(big.length);
  });

  it('does not affect small answers to other clients at its address', async () => {
    const { open, openPaused, worked, release } = await startServer({
      limits: { unsentBytesPerAddress: 1024 },
      maxInFlight: 9,
    });
    const honest = await open(get('/late'));
    await waitUntil(() => worked.length === 1);
    release();
    await openPaused(get('/big'));
    expect(await honest.read('late')).toContain('200 OK');
  });

  it('loses its oldest connection when its unread answers grow too large', async () => {
    const { openPaused, disconnected } = await startServer({
      limits: { unsentBytesPerAddress: 10 * 1024 * 1024 },
      maxInFlight: 9,
    });
    const clients: Client[] = [];
    for (let n = 0; n < 3; n += 1) {
      clients.push(await openPaused(get('/big')));
      await sleep(30);
    }
    await disconnected();
    await clients[0]?.closed();
    expect(clients.slice(1).map((client) => client.isClosed())).toEqual([false, false]);
  });
});
