import type { IncomingMessage } from 'node:http';
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

type Connection = Socket['conn'];

/** Closes connections that send too many messages of any kind, and the oldest unknown ones when there are too many. */
export function limitSockets(io: Server, addressOf: (request: IncomingMessage) => string, log: Log): void {
  /** Messages of each address in this window. */
  const counts = new Map<string, number>();
  let current = 0;
  const unidentified = openQuota(unknown, close);

  io.engine.on('connection', (connection: Connection) => {
    const network = networkOf(addressOf(connection.request as IncomingMessage));
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
  setInterval(() => {
    current += 1;
    counts.clear();
  }, windowMs).unref();
}

/** At once: an orderly end would wait for the client to agree. */
function close(connection: Connection): void {
  connection.close(true);
  (connection.request as IncomingMessage).socket.destroy();
}
