import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../requests/refusal.ts';
import { readCaller } from './caller.ts';

declare module 'fastify' {
  interface FastifyInstance {
    inFlightRequests: () => number;
    /** Releases the slot of a request while it waits for its client, then takes one even if none is free. */
    releaseSlotWhile: <Result>(request: FastifyRequest, wait: () => Promise<Result>) => Promise<Result>;
  }
  interface FastifyRequest {
    place: SlotPool | undefined;
    /** Whose turn it takes. */
    turnOf: string | undefined;
  }
  interface FastifyContextConfig {
    usesSlot?: true;
  }
}

type SlotPool = 'people' | 'bank';

type InFlightLimits = Readonly<{ most: number; mostPerClient: number }>;

/** Of one client, beyond those in progress. */
const maxWaitingPerClient = 512;

/**
 * Refuses requests beyond the capacity, so that accepted ones are answered in time. Calls of the bank have their own
 * limit, since payments wait for them. A request holds a slot from the end of its body until its answer is ready, so
 * slow clients hold none; a closed connection does not free the slot before the work is done. One session has a few of the
 * slots at most, and its other requests wait for them, so that no customer takes the capacity of all.
 */
export function limitInFlight(app: FastifyInstance, { most, mostPerClient }: InFlightLimits): void {
  const inside = { people: 0, bank: 0 };
  const turns = createTurns(mostPerClient);
  const enter = (request: FastifyRequest, pool: SlotPool): void => {
    inside[pool] += 1;
    request.place = pool;
  };
  const leave = (request: FastifyRequest): void => {
    if (request.place) inside[request.place] -= 1;
    request.place = undefined;
    if (request.turnOf !== undefined) turns.end(request.turnOf);
    request.turnOf = undefined;
  };
  app.decorateRequest('place', undefined);
  app.decorateRequest('turnOf', undefined);
  app.decorate('inFlightRequests', () => inside.people);
  app.decorate('releaseSlotWhile', async (request, wait) => {
    const pool = request.place;
    leave(request);
    try {
      return await wait();
    } finally {
      if (pool) enter(request, pool);
    }
  });
  app.addHook('preHandler', (request, reply, done) => {
    const { endpoint, usesSlot } = request.routeOptions.config;
    if (!endpoint && !usesSlot) return done();
    const pool = endpoint?.access === 'rail' ? 'bank' : 'people';
    const client = pool === 'people' ? clientOf(request) : undefined;
    const start = (): void => {
      request.turnOf = client;
      const isFull = inside[pool] >= most;
      if (!isFull) enter(request, pool);
      done(isFull ? tooBusy() : undefined);
    };
    if (client === undefined) return start();
    const place = turns.begin(client, start);
    if (place === 'full') return done(tooBusy());
    if (place === 'waiting') reply.raw.once('close', () => turns.giveUp(client, start));
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    leave(request);
    done(null, payload);
  });
}

const tooBusy = (): Refusal => new Refusal('service_unavailable', { retryAfterSeconds: 1 });

/** What must be right for the call to be admitted, so nobody gets more turns by sending something else beside it. */
function clientOf(request: FastifyRequest): string | undefined {
  const { cookie, token, staffCookie, staffToken } = readCaller(request);
  return request.routeOptions.config.endpoint?.access === 'staff' ? (staffToken ?? staffCookie) : (token ?? cookie);
}

type Turns = Readonly<{
  /** Starts now or when a turn is free. */
  begin: (client: string, start: () => void) => 'started' | 'waiting' | 'full';
  end: (client: string) => void;
  giveUp: (client: string, start: () => void) => void;
}>;

function createTurns(mostPerClient: number): Turns {
  const clients = new Map<string, { inside: number; waiting: Set<() => void> }>();
  return {
    begin: (client, start) => {
      const own = clients.get(client) ?? { inside: 0, waiting: new Set() };
      clients.set(client, own);
      if (own.inside < mostPerClient) {
        own.inside += 1;
        start();
        return 'started';
      }
      if (own.waiting.size >= maxWaitingPerClient) return 'full';
      own.waiting.add(start);
      return 'waiting';
    },
    end: (client) => {
      const own = clients.get(client);
      if (!own) return;
      const [next] = own.waiting;
      if (next) {
        own.waiting.delete(next);
        next();
        return;
      }
      own.inside -= 1;
      if (own.inside === 0) clients.delete(client);
    },
    giveUp: (client, start) => void clients.get(client)?.waiting.delete(start),
  };
}
