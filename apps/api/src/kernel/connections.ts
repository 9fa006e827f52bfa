import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type IsTrustedProxy, networkOf } from './client-address.ts';
import { closedConnections } from './metrics.ts';
import { openQuota } from './quota.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** A connection that is no longer one of requests is not closed for being idle. */
    keepConnection: (socket: Socket) => void;
    /**
     * Reads a file that is still arriving. The owner is the person who sends it, and the limits are those of files: more
     * time, and few at once.
     */
    receiveFile: <Result>(request: FastifyRequest, owner: string, read: () => Promise<Result>) => Promise<Result>;
  }
}

const mebibyte = 1024 * 1024;

/**
 * What clients may hold without being answered. An office behind one address has six connections for each browser, but most
 * are idle: beyond the limit the oldest idle one is closed, and the browser opens another when it needs it. A request is
 * unfinished for milliseconds, so that an office of hundreds never has 64 at once, and if it had, the slowest would go.
 */
export const connectionLimits = {
  /** Sockets of live notices included. */
  connections: 4096,
  /** Without a request so far: silent, or with headers that do not end. */
  unusedPerAddress: 128,
  unused: 1024,
  /** Between two requests. */
  idlePerAddress: 512,
  headersMs: 10_000,
  /** Requests whose body is still arriving: each may hold a body of the largest size in memory. */
  bodies: 512,
  bodiesPerAddress: 64,
  bodyMs: 10_000,
  files: 16,
  filesPerPerson: 6,
  fileMs: 120_000,
  /** Requests of one connection without an answer. No browser and no proxy sends a second one before the first answer. */
  pipelined: 4,
  /** Whoever asks again with more than this unread does not read. */
  unreadBytes: 256 * 1024,
  unsentBytes: 128 * mebibyte,
  unsentBytesPerAddress: 64 * mebibyte,
  /** Smaller answers are not counted: their number is limited already. */
  smallBytes: 4096,
  /** How long an answer may wait for a client that takes none of it. */
  stalledMs: 15_000,
};

export type ConnectionLimits = typeof connectionLimits;
type Pending = { arrival?: NodeJS.Timeout; unsentBytes: number };
type Connection = Map<FastifyRequest, Pending>;
type Reason = 'idle' | 'unfinished' | 'slow' | 'pipelined' | 'unread' | 'full';

/** Closes the connections of clients that hold what others need. Places of work are the business of `limitInFlight`. */
export function limitConnections(app: FastifyInstance, isTrusted: IsTrustedProxy, limits: ConnectionLimits): void {
  const state = openState(isTrusted, limits);
  countConnections(app, state);
  limitBodies(app, state);
  limitAnswers(app, state);
}

type State = ReturnType<typeof openState>;

function openState(isTrusted: IsTrustedProxy, limits: ConnectionLimits) {
  /** The requests of each connection that are not answered to the last byte. */
  const connections = new Map<Socket, Connection>();
  const close = (socket: Socket, reason: Reason): void => {
    closedConnections.inc({ reason });
    connections.delete(socket);
    socket.destroy();
  };
  const closeIdle = (socket: Socket): void => close(socket, 'idle');
  const closeFor = (reason: Reason) => (request: FastifyRequest) => close(request.raw.socket, reason);
  return {
    limits,
    connections,
    close,
    /** A proxy of ours speaks for many clients: it is never limited as one. */
    ownerOf: (address = ''): string | undefined => (isTrusted(address) ? undefined : networkOf(address)),
    unused: openQuota({ perOwner: limits.unusedPerAddress, total: limits.unused }, closeIdle),
    idle: openQuota({ perOwner: limits.idlePerAddress, total: limits.connections }, closeIdle),
    bodies: openQuota({ perOwner: limits.bodiesPerAddress, total: limits.bodies }, closeFor('unfinished')),
    files: openQuota({ perOwner: limits.filesPerPerson, total: limits.files }, closeFor('unfinished')),
    unsent: openQuota({ perOwner: limits.unsentBytesPerAddress, total: limits.unsentBytes }, closeFor('unread')),
  };
}

/** Keeps the number of connections, of idle ones, and of requests on one connection. */
function countConnections(app: FastifyInstance, state: State): void {
  const { limits, connections, close, ownerOf, unused, idle, bodies, files, unsent } = state;
  const leaveIdle = (socket: Socket): void => {
    unused.remove(socket);
    idle.remove(socket);
  };
  const end = (connection: Connection, request: FastifyRequest): void => {
    const { complete, socket } = request.raw;
    // A body may go on arriving after its answer, and its time limit with it.
    if (complete || socket.destroyed) clearTimeout(connection.get(request)?.arrival);
    connection.delete(request);
    for (const quota of [bodies, files, unsent]) quota.remove(request);
  };

  app.decorate('keepConnection', leaveIdle);
  app.server.on('connection', (socket) => {
    const connection: Connection = new Map();
    connections.set(socket, connection);
    socket.once('close', () => {
      connections.delete(socket);
      leaveIdle(socket);
      // An answer that waited behind another does not learn that its connection is gone.
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

/** Keeps the number of bodies that are still arriving, and the time that each may take. */
function limitBodies(app: FastifyInstance, { limits, connections, close, ownerOf, bodies, files }: State): void {
  const pendingOf = (request: FastifyRequest) => connections.get(request.raw.socket)?.get(request);
  const giveTime = ({ raw }: FastifyRequest, pending: Pending, milliseconds: number): void => {
    clearTimeout(pending.arrival);
    pending.arrival = setTimeout(() => raw.complete || close(raw.socket, 'slow'), milliseconds).unref();
  };
  app.addHook('onRequest', (request, _reply, done) => {
    const pending = pendingOf(request);
    if (pending && hasBody(request)) {
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

/** Keeps what waits to be read by clients that do not read. */
function limitAnswers(app: FastifyInstance, { limits, connections, close, ownerOf, unsent }: State): void {
  app.addHook('onSend', (request, _reply, payload, done) => {
    const { socket } = request.raw;
    const connection = connections.get(socket);
    const pending = connection?.get(request);
    if (connection && pending) {
      if (unsentBytesOf(connection) > limits.unreadBytes) close(socket, 'unread');
      pending.unsentBytes = sizeOf(payload);
      if (pending.unsentBytes > limits.smallBytes) unsent.add(request, ownerOf(request.ip), pending.unsentBytes);
      socket.setTimeout(limits.stalledMs);
    }
    done(null, payload);
  });
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** A stream holds a few kilobytes, whatever its length. */
const sizeOf = (payload: unknown): number =>
  typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;

const unsentBytesOf = (connection: Connection): number =>
  [...connection.values()].reduce((sum, { unsentBytes }) => sum + unsentBytes, 0);
