import { isAccessKey, makes } from '@larkmere/contract/access';
import { type Endpoint, givesFile, type Input, takesFile } from '@larkmere/contract/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf } from './caller.ts';
import type { Db, Tx } from './db.ts';
import { readForm, sendFile, withoutBytes } from './files.ts';
import { inTurns } from './gather.ts';
import { once } from './idempotency.ts';
import { isKeptForEver } from './kept-for-ever.ts';
import { Refusal } from './refusal.ts';
import { routeOf, schemaOf } from './route-schema.ts';
import { inOneTransaction, inTransaction } from './transaction.ts';
import type { Actor, ActorOf, Caller, Ctx, CustomerActor, Procedure, Steps, Verb } from './verb.ts';

export type Authenticate = (caller: Caller, request: FastifyRequest, endpoint: Endpoint) => Promise<Actor>;

export type Bind = Readonly<{
  verb: <E extends Endpoint>(endpoint: E, verb: Verb<E>) => void;
  /**
   * For frequent calls: concurrent requests share a transaction and a commit. Requests with the same serial key never
   * share a batch.
   */
  manyTogether: <E extends Endpoint>(
    endpoint: E,
    laneOf: (actor: ActorOf<E['access']>, input: Input<E>) => string,
    verb: Verb<E>,
  ) => void;
  procedure: <E extends Endpoint>(endpoint: E, procedure: Procedure<E>) => void;
  bound: ReadonlySet<Endpoint>;
}>;

type Parts = Readonly<{ app: FastifyInstance; db: Db; authenticate: Authenticate }>;
type Run = (
  actor: Actor,
  input: Record<string, unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<string | File>;

/**
 * Turns endpoints and their use cases into routes. The only place that opens and commits the transaction of a request.
 */
export function binder({ app, db, authenticate }: Parts): Bind {
  const bound = new Set<Endpoint>();
  const add = (endpoint: Endpoint, run: Run): void => {
    if (bound.has(endpoint)) throw new Error(`${endpoint.method} ${endpoint.path} is bound twice`);
    bound.add(endpoint);
    app.route({
      method: endpoint.method,
      url: routeOf(endpoint),
      schema: schemaOf(endpoint),
      config: { endpoint },
      handler: async (request, reply) => {
        const actor = await authenticate(callerOf(request), request, endpoint);
        if (actor.kind === 'customer') requireRight(actor, endpoint);
        const body = await run(actor, await inputOf(endpoint, request, actor), request, reply);
        if (typeof body !== 'string') return sendFile(reply, body);
        return reply
          .header('content-type', 'application/json; charset=utf-8')
          .header('cache-control', 'no-store')
          .send(body);
      },
    });
  };
  return {
    bound,
    verb: (endpoint, verb) => add(endpoint, runVerb(db, endpoint, verb)),
    manyTogether: (endpoint, laneOf, verb) => add(endpoint, runTogether(db, endpoint, laneOf as never, verb)),
    procedure: (endpoint, procedure) => add(endpoint, runProcedure(db, endpoint, procedure)),
  };
}

type Ask = Readonly<{ actor: Actor; input: Record<string, unknown>; requestId: string }>;

function runVerb(db: Db, endpoint: Endpoint, verb: Verb<Endpoint>): Run {
  return (actor, input, { id: requestId }) =>
    inTransaction(db, (tx, now) => answer(endpoint, verb, { actor, input, requestId }, tx, now));
}

type LaneOf = (actor: Actor, input: Ask['input']) => string;

function runTogether(db: Db, endpoint: Endpoint, laneOf: LaneOf, verb: Verb<Endpoint>): Run {
  const askWithOthers = inTurns<Ask, PromiseSettledResult<string>>(
    (_, asks) =>
      inOneTransaction(
        db,
        asks.map((ask) => (tx: Tx, now: Date) => answer(endpoint, verb, ask, tx, now)),
      ),
    { laneOf: ({ actor, input }) => laneOf(actor, input) },
  );
  return async (actor, input, { id: requestId }) => {
    const outcome = await askWithOthers(db, { actor, input, requestId });
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  };
}

async function answer(endpoint: Endpoint, verb: Verb<Endpoint>, ask: Ask, tx: Tx, now: Date): Promise<string> {
  const { actor, input, requestId } = ask;
  const ctx: Ctx = { tx, actor, now, requestId };
  const work = async (): Promise<string> => envelope(endpoint, await verb(ctx as never, input));
  const key = input.idempotency;
  if (typeof key !== 'string') return work();
  const route = `${endpoint.method} ${endpoint.path}`;
  const asked = takesFile(endpoint) ? await withoutBytes(input) : input;
  return once({ tx, actor: ownerOf(actor), route, key, request: asked, keepForEver: isKeptForEver(endpoint) }, work);
}

function runProcedure(db: Db, endpoint: Endpoint, procedure: Procedure<Endpoint>): Run {
  return async (actor, input, request, reply) => {
    const steps: Steps = {
      actor,
      requestId: request.id,
      caller: callerOf(request),
      headers: { set: (name, value) => void reply.header(name, value) },
      transaction: (work) => inTransaction(db, (tx, now) => work({ tx, actor, now, requestId: request.id })),
    };
    const answered: unknown = await procedure(steps as never, input);
    return givesFile(endpoint) ? (answered as File) : envelope(endpoint, answered);
  };
}

function ownerOf(actor: Actor): string {
  if (actor.kind === 'customer') return actor.personId;
  return actor.kind === 'staff' ? actor.staffId : actor.kind;
}

/** The reply passes through its schema, so undeclared fields never leave the server. */
const envelope = (endpoint: Endpoint, data: unknown): string =>
  JSON.stringify({ result: true, data: z.parse(endpoint.reply, data), message: 'success' });

/** Reads the form only after authentication, so that nothing from an unknown sender is stored. */
const receiveForm = (request: FastifyRequest, actor: Actor): Promise<Record<string, unknown>> =>
  request.server.withoutPlace(request, () =>
    request.server.receiveFile(request, ownerOf(actor), () => readForm(request)),
  );

async function inputOf(endpoint: Endpoint, request: FastifyRequest, actor: Actor): Promise<Record<string, unknown>> {
  const body = takesFile(endpoint) ? await receiveForm(request, actor) : request.body;
  const carried = endpoint.method === 'GET' ? request.query : body;
  const read = endpoint.input.safeParse({ ...(carried as object | undefined), ...(request.params as object) });
  if (read.success) return read.data;
  const errors = read.error.issues.map((issue) => ({
    field: issue.path.join('.') || (issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : ''),
    code: issue.code,
    message: issue.message,
  }));
  throw new Refusal('validation_failed', { errors });
}

/** The right to view or to approve does not include the right to initiate (product.md B14). */
function requireRight(actor: CustomerActor, endpoint: Endpoint): void {
  const { access, method, asksOnly, makesNothing } = endpoint;
  const looksOnly = method === 'GET' || asksOnly || makesNothing;
  if (isAccessKey(access) && !actor.access.has(access)) throw new Refusal('access_denied');
  if (isAccessKey(access) && !looksOnly && !makes(actor.role, access)) throw new Refusal('access_denied');
  if (!endpoint.beforeKyc && !actor.kycVerified) throw new Refusal('kyc_required');
}
