import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';

type ListenAddress = Readonly<{ port: number; host: string }>;

export class PortInUseError extends Error {
  constructor(port: number, cause: unknown) {
    super(`Port ${port} is in use. Stop the program that listens there, or set PORT to another one.`, { cause });
  }
}

/** Listens and returns the URL. `localhost` means both loopback addresses, because browsers try `::1` first. */
export async function startListening(app: FastifyInstance, { port, host }: ListenAddress): Promise<string> {
  try {
    if (host !== 'localhost') return await app.listen({ port, host });
    const url = await app.listen({ port, host: '127.0.0.1' });
    await listenOnIpv6Loopback(app);
    return url;
  } catch (error) {
    throw codeOf(error) === 'EADDRINUSE' ? new PortInUseError(port, error) : error;
  }
}

async function listenOnIpv6Loopback({ server }: FastifyInstance): Promise<void> {
  const { port } = server.address() as AddressInfo;
  const second = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket));
  server.once('close', () => second.close());
  try {
    await once(second.listen({ port, host: '::1' }), 'listening');
  } catch (error) {
    if (!['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(codeOf(error))) throw error;
  }
}

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code);
