import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Requests of people that are being worked on. */
    peopleWaiting: () => number;
    /** Gives the place of a request up while it waits for its client, and takes one again whatever the number. */
    withoutPlace: <Result>(request: FastifyRequest, wait: () => Promise<Result>) => Promise<Result>;
  }
  interface FastifyRequest {
    /** Where this request is counted while it is being worked on. */
    place: Lane | undefined;
  }
  interface FastifyContextConfig {
    /** A route outside the contract that counts as work. */
    isLimited?: true;
  }
}

type Lane = 'people' | 'bank';

/**
 * More work than the machine can do is refused at the door: those inside still get their answer in time. The bank has a
 * door of its own: a crowd of people must not keep its answers out, for which other people wait.
 *
 * A request has a place from the time its body has arrived until its answer is written. Neither a client that sends slowly
 * nor one that reads slowly holds a place, and one that hangs up frees it no sooner than the work is done.
 */
export function limitInFlight(app: FastifyInstance, most: number): void {
  const inside = { people: 0, bank: 0 };
  const enter = (request: FastifyRequest, lane: Lane): void => {
    inside[lane] += 1;
    request.place = lane;
  };
  const leave = (request: FastifyRequest): void => {
    if (request.place) inside[request.place] -= 1;
    request.place = undefined;
  };
  app.decorateRequest('place', undefined);
  app.decorate('peopleWaiting', () => inside.people);
  app.decorate('withoutPlace', async (request, wait) => {
    const lane = request.place;
    leave(request);
    try {
      return await wait();
    } finally {
      if (lane) enter(request, lane);
    }
  });
  app.addHook('preHandler', (request, _reply, done) => {
    const { endpoint, isLimited } = request.routeOptions.config;
    if (!endpoint && !isLimited) return done();
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
