import type { Socket as NetSocket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Server, Socket } from 'socket.io';
import { networkOf } from './client-address.ts';
import type { Log } from './log.ts';
import { openQuota } from './quota.ts';

/**
 * A window of ours sends two messages when it connects and one every 25 seconds. When the server comes back, all windows of
 * an office connect at once: hundreds behind one address stay below its limit.
 */
const windowMs = 10_000;
const messagesPerSocket = 30;
const messagesPerAddress = 2000;

/** Connections that have not said yet who they are: a window does so within one round trip. */
const unknown = { perOwner: 64, total: 512 };

/** How long a connection may take to become a socket. */
const upgradeMs = 10_000;

type Connection = Socket['conn'];

/** Closes connections that send too many messages of any kind, and the oldest unknown ones when there are too many. */
export function limitSockets(io: Server, app: FastifyInstance, log: Log): void {
  /** Messages of each address in this window. */
  const counts = new Map<string, number>();
  // What asks to become a socket and does not belongs to no protocol any more. One that does lifts this limit itself.
  app.server.on('upgrade', (_request, socket: NetSocket) => socket.setTimeout(upgradeMs, () => socket.destroy()));
  let current = 0;
  const unidentified = openQuota(unknown, close);

  io.engine.on('connection', (connection: Connection) => {
    const request = connection.request;
    const network = networkOf(app.clientAddress(request));
    app.keepConnection(request.socket);
    let [own, window] = [0, current];
    unidentified.add(connection, network);
    const countMessage = (): void => {
      if (window !== current) [own, window] = [0, current];
      own += 1;
      const all = (counts.get(network) ?? 0) + 1;
      counts.set(network, all);
      if (own <= messagesPerSocket && all <= messagesPerAddress) return;
      connection.off('packet', countMessage);
      log.warn({ network, own, all }, 'a socket sent too many messages: closed');
      close(connection);
    };
    connection.on('packet', countMessage);
    connection.once('close', () => unidentified.remove(connection));
  });
  io.on('connection', ({ conn }) => unidentified.remove(conn));
  const nextWindow = setInterval(() => {
    current += 1;
    counts.clear();
  }, windowMs);
  app.server.once('close', () => clearInterval(nextWindow));
}

/** At once: an orderly end would wait for the client to agree. */
function close(connection: Connection): void {
  connection.close(true);
  connection.request.socket.destroy();
}
