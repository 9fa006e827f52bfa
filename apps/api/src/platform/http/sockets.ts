import type { Socket as NetSocket } from 'node:net';
import { joinRoom } from '@larkmere/contract/platform/live';
import { createAdapter } from '@socket.io/postgres-adapter';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { Server, type Socket } from 'socket.io';
import { assumeAppRole } from '../db/app-role.ts';
import { surviveBrokenConnections } from '../db/db.ts';
import { memberRoom, sessionRoom, userRoom } from '../events/live.ts';
import type { Log } from '../observability/log.ts';
import type { CustomerActor } from '../requests/verb.ts';
import { clientNetwork } from './client-address.ts';
import { createQuota } from './quota.ts';

export type AuthenticateSocket = (
  cookieHeader: string,
  token: string,
  ip: string,
) => Promise<CustomerActor | undefined>;

const socketsPerPerson = 10;
const recheckIntervalMs = 60_000;

export async function openSockets(
  app: FastifyInstance,
  databaseUrl: string,
  authenticate: AuthenticateSocket,
  recordVisit: (actor: CustomerActor) => Promise<void>,
  log: Log,
): Promise<{ io: Server; close: () => Promise<void> }> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 2,
    idleTimeoutMillis: 600_000,
    application_name: 'larkmere-sockets',
    onConnect: (client) => assumeAppRole(client) as unknown as undefined,
  });
  surviveBrokenConnections(pool);
  const io = new Server(app.server, {
    transports: ['websocket'],
    maxHttpBufferSize: 16 * 1024,
    connectTimeout: 10_000,
    serveClient: false,
    adapter: createAdapter(pool, {
      tableName: 'platform.socket_attachment',
      errorHandler: (error) => log.warn({ err: error }, 'the socket adapter failed'),
    }),
    allowRequest: (request, decide) => decide(null, isSameOrigin(request.headers.origin, request.headers.host)),
  });
  const identify = (socket: Socket): Promise<CustomerActor | undefined> =>
    authenticate(socket.handshake.headers.cookie ?? '', readToken(socket), app.clientAddress(socket.request));
  const admit = async (socket: Socket): Promise<'not_signed_in' | 'agreement_required' | undefined> => {
    const actor = await identify(socket);
    if (!actor) return 'not_signed_in';
    if (actor.isAgreementDue) return 'agreement_required';
    if (actor.visit) await recordVisit(actor);
    socket.data = { actor };
    return undefined;
  };
  limitSockets(io, app, log);
  io.use((socket, next) => {
    admit(socket).then(
      (refused) => (refused ? next(new Error(refused)) : next()),
      (error: unknown) => {
        log.error({ err: error }, 'a socket could not be admitted');
        next(new Error('service_unavailable'));
      },
    );
  });
  io.on('connection', (socket) => void acceptSocket(io, socket, identify, log));
  return {
    io,
    close: async () => {
      await io.close();
      await pool.end();
    },
  };
}

async function acceptSocket(
  io: Server,
  socket: Socket,
  identify: (socket: Socket) => Promise<CustomerActor | undefined>,
  log: Log,
): Promise<void> {
  const { actor } = socket.data as { actor: CustomerActor };
  const room = userRoom(actor.userId);
  // Staff who look never take a place of the person.
  const counted = [...(io.sockets.adapter.rooms.get(room) ?? [])].filter((id) =>
    isOfPerson(io.sockets.sockets.get(id)),
  );
  if (!actor.visit && counted.length >= socketsPerPerson) {
    socket.disconnect(true);
    return;
  }
  let hasWarned = false;
  socket.on(joinRoom, (claimed: unknown, answer?: unknown) => {
    const mine = claimed === actor.userId;
    if (!mine && !hasWarned) log.warn({ userId: actor.userId }, 'a socket asked for a room that is not its own');
    hasWarned ||= !mine;
    if (typeof answer === 'function') answer(mine);
  });
  const recheck = setInterval(() => {
    identify(socket).then(
      (still) => {
        if (still?.customerId !== actor.customerId || still.isAgreementDue) socket.disconnect(true);
      },
      () => {},
    );
  }, recheckIntervalMs);
  socket.on('disconnect', () => {
    clearInterval(recheck);
    socket.conn.close(); // a client can leave the namespace but keep its connection, which would then count for nobody
  });
  await socket.join([room, memberRoom(actor.userId, actor.customerId), sessionRoom(actor.sessionId)]);
}

const isOfPerson = (socket: Socket | undefined): boolean =>
  (socket?.data as { actor?: CustomerActor } | undefined)?.actor?.visit === null;

function readToken({ handshake }: Socket): string {
  const { token } = handshake.auth;
  return typeof token === 'string' ? token : '';
}

function isSameOrigin(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return true;
  try {
    return new URL(origin).host === host;
  } catch {
    return false;
  }
}

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

function limitSockets(io: Server, app: FastifyInstance, log: Log): void {
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
