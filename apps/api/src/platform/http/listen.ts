import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { errorCode } from '../observability/describe-error.ts';

export type ListenAddress = Readonly<{ port: number; host: string }>;

export class PortInUseError extends Error {
  constructor(port: number, cause: unknown) {
    super(`Port ${port} is in use. Stop the program that listens there, or set PORT to another one.`, { cause });
  }
}

/** Listens and returns the URL. `localhost` means both loopback addresses, because browsers try `::1` first. */
export const startListening = (app: FastifyInstance, address: ListenAddress): Promise<string> =>
  withPort(address, async () => {
    if (address.host !== 'localhost') return app.listen(address);
    const url = await app.listen({ port: address.port, host: '127.0.0.1' });
    await listenOnIpv6Loopback(app.server);
    return url;
  });

/** The same for a server whose requests are answered before the application is ready. */
export const listen = (server: Server, address: ListenAddress): Promise<string> =>
  withPort(address, async () => {
    const isLocal = address.host === 'localhost';
    await once(server.listen({ port: address.port, host: isLocal ? '127.0.0.1' : address.host }), 'listening');
    if (isLocal) await listenOnIpv6Loopback(server);
    return urlOf(boundAddress(server));
  });

async function withPort({ port }: ListenAddress, open: () => Promise<string>): Promise<string> {
  try {
    return await open();
  } catch (error) {
    throw errorCode(error) === 'EADDRINUSE' ? new PortInUseError(port, error) : error;
  }
}

const urlOf = ({ address, family, port }: AddressInfo): string =>
  `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;

async function listenOnIpv6Loopback(server: Server): Promise<void> {
  const { port } = boundAddress(server);
  const second = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket));
  server.once('close', () => second.close());
  try {
    await once(second.listen({ port, host: '::1' }), 'listening');
  } catch (error) {
    if (!['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(errorCode(error) ?? '')) throw error;
  }
}

function boundAddress(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return address;
}
