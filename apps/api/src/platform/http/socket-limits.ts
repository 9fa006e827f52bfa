import type { Socket as NetSocket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Server, Socket } from 'socket.io';
import type { Log } from '../observability/log.ts';
import { clientNetwork } from './client-address.ts';
import { createQuota } from './quota.ts';

/**
 * A window sends two messages when it connects and one every 25 seconds. Hundreds behind one address that reconnect at
 * once stay below the limits.
 */
const windowMs = 10_000;
const messagesPerSocket = 30;
const messagesPerAddress = 2000;

const unidentifiedLimits = { perOwner: 64, total: 512 };

const upgradeTimeoutMs = 10_000;

type Connection = Socket['conn'];

export function limitSockets(io: Server, app: FastifyInstance, log: Log): void {
  const counts = new Map<string, number>();
  // An upgrade request that never becomes a socket falls under no other limit. A real socket lifts this one when it
  // opens, so it has to be set before.
  app.server.prependListener('upgrade', (_request, socket: NetSocket) =>
    socket.setTimeout(upgradeTimeoutMs, () => socket.destroy()),
  );
  let current = 0;
  const unidentified = createQuota(unidentifiedLimits, destroyConnection);

  io.engine.on('connection', (connection: Connection) => {
    const request = connection.request;
    const network = clientNetwork(app.clientAddress(request));
    app.exemptConnection(request.socket);
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
      destroyConnection(connection);
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

function destroyConnection(connection: Connection): void {
  connection.close(true);
  connection.request.socket.destroy();
}
