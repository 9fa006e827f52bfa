import { connect, type Socket } from 'node:net';

const post = (path: string, ...headers: string[]): string =>
  [`POST /api/services${path} HTTP/1.1`, 'Host: larkmere', ...headers].join('\r\n');
const json = 'Content-Type: application/json';
const form = 'Content-Type: multipart/form-data; boundary=b';

const slow = {
  silent: ['', ''],
  headers: [`${post('/v1/login')}\r\nX-Slow: `, 'a'],
  body: [`${post('/v1/login', json, 'Content-Length: 20000')}\r\n\r\n{`, ' '],
  chunks: [`${post('/v1/login', json, 'Transfer-Encoding: chunked')}\r\n\r\n1\r\n{\r\n`, '1\r\n \r\n'],
  form: [`${post('/v1/payment/bulk', form, 'Content-Length: 90000')}\r\n\r\n--b\r\n`, ' '],
  idle: ['GET /login HTTP/1.1\r\nHost: larkmere\r\n\r\n', ''],
  unread: ['GET /api/openapi.json HTTP/1.1\r\nHost: larkmere\r\n\r\n'.repeat(10), 'GET /api/openapi.json HTTP/1.1\r\n'],
} as const;

export type SlowKind = keyof typeof slow;
export const slowKinds: readonly SlowKind[] = ['silent', 'headers', 'body', 'chunks', 'form', 'idle'];

type Wanted = Readonly<{
  base: string;
  count: number;
  kinds: readonly SlowKind[];
  from?: (index: number) => string;
}>;

export async function holdSlowConnections({ base, count, kinds, from = () => '127.0.0.1' }: Wanted) {
  const { hostname: host, port } = new URL(base);
  const held = new Set<Socket>();
  let [opened, stopped] = [0, false];
  const open = (index: number): Promise<void> =>
    new Promise((resolve) => {
      const kind = kinds[index % kinds.length] as SlowKind;
      const [first, next] = slow[kind];
      const socket = connect({ host, port: Number(port), localAddress: from(index) });
      opened += 1;
      held.add(socket);
      const trickle = setInterval(() => next === '' || socket.write(next), 1000);
      socket.once('connect', () => socket.write(first, () => resolve()));
      socket.on('error', () => resolve());
      if (kind === 'unread') socket.pause();
      else socket.resume();
      socket.once('close', () => {
        clearInterval(trickle);
        held.delete(socket);
        if (!stopped) setTimeout(() => void (stopped || open(index)), 20);
      });
    });
  await Promise.all(Array.from({ length: count }, (_, index) => open(index)));
  return {
    held: () => held.size,
    opened: () => opened,
    stop: () => {
      stopped = true;
      for (const socket of held) socket.destroy();
    },
  };
}
