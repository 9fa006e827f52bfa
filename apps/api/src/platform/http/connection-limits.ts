import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { closedConnections } from '../observability/metrics.ts';
import { clientNetwork, type IsTrustedProxy } from './client-address.ts';
import { createQuota } from './quota.ts';

declare module 'fastify' {
  interface FastifyInstance {
    exemptConnection: (socket: Socket) => void;
    receiveFile: <Result>(request: FastifyRequest, owner: string, read: () => Promise<Result>) => Promise<Result>;
  }
}

const bytesPerMebibyte = 1024 * 1024;

/**
 * Limits per client, and of all: what bodies (64 MB), files (120 MB) and unread answers (64 MB) may take together leaves the
 * process below 600 MB. An office behind one address has six mostly idle connections per browser, and a request is
 * incomplete for milliseconds, so honest clients stay below them.
 */
export const connectionLimits = {
  connections: 2048,
  unusedPerAddress: 128,
  unused: 512,
  idlePerAddress: 512,
  headersMs: 10_000,
  bodies: 256,
  bodiesPerAddress: 64,
  bodyMs: 10_000,
  files: 12,
  filesPerPerson: 6,
  fileMs: 120_000,
  /** No browser and no proxy sends a second request on a connection before the first answer. */
  pipelined: 4,
  unreadBytes: 256 * 1024,
  unsentBytes: 64 * bytesPerMebibyte,
  unsentBytesPerAddress: 32 * bytesPerMebibyte,
  smallBytes: 4096,
  stalledMs: 15_000,
};

export type ConnectionLimits = typeof connectionLimits;
type Pending = { arrival?: NodeJS.Timeout; unsentBytes: number };
type Connection = Map<FastifyRequest, Pending>;
type CloseReason = 'idle' | 'unfinished' | 'slow' | 'pipelined' | 'unread' | 'full';

export function limitConnections(app: FastifyInstance, isTrusted: IsTrustedProxy, limits: ConnectionLimits): void {
  const state = createLimitState(isTrusted, limits);
  countConnections(app, state);
  limitBodies(app, state);
  limitAnswers(app, state);
}

type LimitState = ReturnType<typeof createLimitState>;

function createLimitState(isTrusted: IsTrustedProxy, limits: ConnectionLimits) {
  const connections = new Map<Socket, Connection>();
  const close = (socket: Socket, reason: CloseReason): void => {
    closedConnections.inc({ reason });
    connections.delete(socket);
    socket.destroy();
  };
  const closeIdle = (socket: Socket): void => close(socket, 'idle');
  const closeFor = (reason: CloseReason) => (request: FastifyRequest) => close(request.raw.socket, reason);
  return {
    limits,
    connections,
    close,
    /** A trusted proxy carries many clients, so it is never limited as one. */
    ownerOf: (address = ''): string | undefined => (isTrusted(address) ? undefined : clientNetwork(address)),
    unused: createQuota({ perOwner: limits.unusedPerAddress, total: limits.unused }, closeIdle),
    idle: createQuota({ perOwner: limits.idlePerAddress, total: limits.connections }, closeIdle),
    bodies: createQuota({ perOwner: limits.bodiesPerAddress, total: limits.bodies }, closeFor('unfinished')),
    files: createQuota({ perOwner: limits.filesPerPerson, total: limits.files }, closeFor('unfinished')),
    unsent: createQuota({ perOwner: limits.unsentBytesPerAddress, total: limits.unsentBytes }, closeFor('unread')),
  };
}

function countConnections(app: FastifyInstance, state: LimitState): void {
  const { limits, connections, close, ownerOf, unused, idle, bodies, files, unsent } = state;
  const leaveIdle = (socket: Socket): void => {
    unused.remove(socket);
    idle.remove(socket);
  };
  const end = (connection: Connection, request: FastifyRequest): void => {
    const { complete, socket } = request.raw;
    // A body may still be arriving after its answer, so its time limit must stay.
    if (complete || socket.destroyed) clearTimeout(connection.get(request)?.arrival);
    connection.delete(request);
    for (const quota of [bodies, files, unsent]) quota.remove(request);
  };

  app.decorate('exemptConnection', leaveIdle);
  app.server.on('connection', (socket) => {
    const connection: Connection = new Map();
    connections.set(socket, connection);
    socket.once('close', () => {
      connections.delete(socket);
      leaveIdle(socket);
      // A pipelined answer gets no close event when its connection closes.
      for (const request of connection.keys()) end(connection, request);
    });
    const isFull = connections.size > limits.connections;
    if (isFull && !unused.evictOne() && !idle.evictOne() && !bodies.evictOne()) close(socket, 'full');
    else unused.add(socket, ownerOf(socket.remoteAddress));
  });
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const connection = connections.get(socket);
    if (!connection) return socket.destroyed ? void reply.hijack() : done();
    leaveIdle(socket);
    connection.set(request, { unsentBytes: 0 });
    reply.raw.once('close', () => {
      end(connection, request);
      if (connection.size === 0 && connections.has(socket)) idle.add(socket, ownerOf(socket.remoteAddress));
    });
    if (connection.size <= limits.pipelined) return done();
    reply.hijack();
    close(socket, 'pipelined');
  });
}

function limitBodies(app: FastifyInstance, { limits, connections, close, ownerOf, bodies, files }: LimitState): void {
  const pendingOf = (request: FastifyRequest) => connections.get(request.raw.socket)?.get(request);
  const giveTime = ({ raw }: FastifyRequest, pending: Pending, milliseconds: number): void => {
    clearTimeout(pending.arrival);
    pending.arrival = setTimeout(() => raw.complete || close(raw.socket, 'slow'), milliseconds).unref();
  };
  app.addHook('onRequest', (request, _reply, done) => {
    const pending = pendingOf(request);
    if (pending && expectsBody(request)) {
      bodies.add(request, ownerOf(request.ip));
      giveTime(request, pending, limits.bodyMs);
    }
    done();
  });
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.raw.complete) bodies.remove(request);
    done();
  });
  app.decorate('receiveFile', async (request, owner, read) => {
    const pending = pendingOf(request);
    if (!pending) return read();
    bodies.remove(request);
    files.add(request, owner);
    giveTime(request, pending, limits.fileMs);
    try {
      return await read();
    } finally {
      files.remove(request);
    }
  });
}

function limitAnswers(app: FastifyInstance, { limits, connections, close, ownerOf, unsent }: LimitState): void {
  app.addHook('onSend', (request, _reply, payload, done) => {
    const { socket } = request.raw;
    const connection = connections.get(socket);
    const pending = connection?.get(request);
    if (connection && pending) {
      if (unsentBytesOf(connection) > limits.unreadBytes) close(socket, 'unread');
      pending.unsentBytes = payloadSize(payload);
      if (pending.unsentBytes > limits.smallBytes) unsent.add(request, ownerOf(request.ip), pending.unsentBytes);
      socket.setTimeout(limits.stalledMs);
    }
    done(null, payload);
  });
}

const expectsBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const payloadSize = (payload: unknown): number =>
  typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;

const unsentBytesOf = (connection: Connection): number =>
  [...connection.values()].reduce((sum, { unsentBytes }) => sum + unsentBytes, 0);
