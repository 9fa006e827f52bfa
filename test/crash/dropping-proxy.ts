import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type DroppingProxy = Readonly<{
  base: string;
  dropped: readonly string[];
  close: () => Promise<void>;
}>;

/**
 * Forwards every byte between clients and the API. Reads every nth response to its end, records it, and closes the
 * connection instead of forwarding it.
 */
export async function dropReplies(base: string, every: number): Promise<DroppingProxy> {
  const { hostname, port } = new URL(base);
  const swallowed: string[] = [];
  const open = new Set<Socket>();
  let replies = 0;
  const server = createServer((client) => {
    const api = connect(Number(port), hostname);
    let received = '';
    for (const socket of [client, api]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        api.destroy();
      });
    }
    client.pipe(api);
    api.on('data', (bytes: Buffer) => {
      received += bytes.toString('latin1'); // one character per byte, as Content-Length counts
      const body = bodyOf(received);
      if (body === undefined) return;
      const reply = received;
      received = '';
      replies += 1;
      if (replies % every !== 0) {
        client.write(reply, 'latin1');
        return;
      }
      swallowed.push(Buffer.from(body, 'latin1').toString());
      client.destroy();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    dropped: swallowed,
    close: async () => {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
}

function bodyOf(reply: string): string | undefined {
  const [head = '', ...rest] = reply.split('\r\n\r\n');
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  const body = rest.join('\r\n\r\n');
  return length !== undefined && body.length >= Number(length) ? body : undefined;
}
