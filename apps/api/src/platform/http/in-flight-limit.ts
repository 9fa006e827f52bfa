import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../requests/refusal.ts';

declare module 'fastify' {
  interface FastifyInstance {
    inFlightRequests: () => number;
    /** Releases the slot of a request while it waits for its client, then takes one even if none is free. */
    releaseSlotWhile: <Result>(request: FastifyRequest, wait: () => Promise<Result>) => Promise<Result>;
  }
  interface FastifyRequest {
    place: SlotPool | undefined;
  }
  interface FastifyContextConfig {
    usesSlot?: true;
  }
}

type SlotPool = 'people' | 'bank';

/**
 * Refuses requests beyond the capacity, so that accepted ones are answered in time. Calls of the bank have their own
 * limit, since payments wait for them. A request holds a slot from the end of its body until its answer is ready, so
 * slow clients hold none; a closed connection does not free the slot before the work is done.
 */
export function limitInFlight(app: FastifyInstance, most: number): void {
  const inside = { people: 0, bank: 0 };
  const enter = (request: FastifyRequest, lane: SlotPool): void => {
    inside[lane] += 1;
    request.place = lane;
  };
  const leave = (request: FastifyRequest): void => {
    if (request.place) inside[request.place] -= 1;
    request.place = undefined;
  };
  app.decorateRequest('place', undefined);
  app.decorate('inFlightRequests', () => inside.people);
  app.decorate('releaseSlotWhile', async (request, wait) => {
    const lane = request.place;
    leave(request);
    try {
      return await wait();
    } finally {
      if (lane) enter(request, lane);
    }
  });
  app.addHook('preHandler', (request, _reply, done) => {
    const { endpoint, usesSlot } = request.routeOptions.config;
    if (!endpoint && !usesSlot) return done();
    const lane = endpoint?.access === 'rail' ? 'bank' : 'people';
    if (inside[lane] >= most) return done(new Refusal('service_unavailable', { retryAfterSeconds: 1 }));
    enter(request, lane);
    done();
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    leave(request);
    done(null, payload);
  });
}
