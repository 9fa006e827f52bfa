import { createHash } from 'node:crypto';
import { admits, staffRightOf } from '@larkmere/contract/back-office/permissions';
import { canInitiate, isAccessKey, needsIdentity } from '@larkmere/contract/platform/access';
import { accountActionOf, accountPermissions } from '@larkmere/contract/platform/account-status';
import { isAllowedBeforeAgreement } from '@larkmere/contract/platform/calls-before-agreement';
import { acceptsFile, type Endpoint, type Input, returnsFile } from '@larkmere/contract/platform/endpoint';
import { isAllowedIn, type VisitPermission } from '@larkmere/contract/platform/visit-calls';
import { message } from '@larkmere/messages/message';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { coalesce } from '../batching/batch-loader.ts';
import { groupCommit } from '../batching/group-commit.ts';
import type { Db, Tx } from '../db/db.ts';
import { inTransaction } from '../db/transaction.ts';
import { readForm, replaceFilesByDigests, sendFile } from '../files/files.ts';
import { type CallSubject, type RecordCall, withCallLog, withCallSubject } from '../observability/call-log.ts';
import { audit } from '../requests/audit.ts';
import { executeIdempotently, idempotencyOwner, retainsIdempotencyKey, shareRuns } from '../requests/idempotency.ts';
import { accountRestricted, Refusal } from '../requests/refusal.ts';
import type {
  Actor,
  ActorOf,
  Caller,
  Ctx,
  CustomerActor,
  StaffActor,
  Verb,
  Workflow,
  WorkflowContext,
} from '../requests/verb.ts';
import { readCaller } from './caller.ts';
import { parseWithCodes, toFieldErrors } from './field-errors.ts';
import { logsCalls } from './log-calls.ts';
import { buildRouteSchema, routePath } from './route-schema.ts';

export type Authenticate = (caller: Caller, request: FastifyRequest, endpoint: Endpoint) => Promise<Actor>;

export type Bind = Readonly<{
  verb: <E extends Endpoint>(endpoint: E, verb: Verb<E>) => void;
  /**
   * For frequent calls: concurrent requests share a transaction and a commit. Requests with the same serial key never
   * share a batch.
   */
  batched: <E extends Endpoint>(
    endpoint: E,
    serialKeyOf: (actor: ActorOf<E['access']>, input: Input<E>) => string,
    verb: Verb<E>,
  ) => void;
  workflow: <E extends Endpoint>(endpoint: E, procedure: Workflow<E>) => void;
  boundEndpoints: ReadonlySet<Endpoint>;
}>;

/** Refuses `service_off`. */
export type RequireService = (key: string, customerId: string | null) => Promise<void>;

type VisitPermissionOf = (endpoint: Endpoint) => VisitPermission;
type BinderOptions = Readonly<{
  app: FastifyInstance;
  db: Db;
  authenticate: Authenticate;
  record?: RecordCall;
  requireService?: RequireService;
  /** What staff who look at an account may call. Without it: nothing. */
  visitPermissionOf?: VisitPermissionOf;
}>;
type RouteHandler = (
  actor: Actor,
  input: Record<string, unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<string | File>;

/**
 * Turns endpoints and their use cases into routes. The only place that opens and commits the transaction of a request.
 */
export function createBinder({
  app,
  db,
  authenticate,
  record = () => {},
  requireService = async () => {},
  visitPermissionOf = () => 'never',
}: BinderOptions): Bind {
  const bound = new Set<Endpoint>();
  const add = (endpoint: Endpoint, run: RouteHandler): void => {
    if (bound.has(endpoint)) throw new Error(`${endpoint.method} ${endpoint.path} is bound twice`);
    bound.add(endpoint);
    app.route({
      method: endpoint.method,
      url: routePath(endpoint),
      schema: buildRouteSchema(endpoint),
      config: { endpoint },
      ...logsCalls(endpoint, record),
      handler: (request, reply) =>
        withCallLog({ record, correlationId: request.id }, async () => {
          const actor = await authenticate(readCaller(request), request, endpoint);
          if (actor.kind === 'customer') request.customerId = actor.customerId;
          if (actor.kind === 'customer' && actor.visit)
            await admitVisit(db, actor, { endpoint, permission: visitPermissionOf(endpoint), requestId: request.id });
          if (actor.kind === 'customer') requireAccess(actor, endpoint);
          if (actor.kind === 'staff') requirePermission(actor, endpoint);
          if (endpoint.serviceKey) await requireService(endpoint.serviceKey, request.customerId ?? null);
          const input = await parseInput(endpoint, request, actor);
          const body = await withCallSubject(subjectOf(actor), () => run(actor, input, request, reply));
          if (typeof body !== 'string') return sendFile(reply, body);
          return reply
            .header('content-type', 'application/json; charset=utf-8')
            .header('cache-control', 'no-store')
            .send(body);
        }),
    });
  };
  return {
    boundEndpoints: bound,
    verb: (endpoint, verb) => add(endpoint, runVerb(db, endpoint, verb)),
    batched: (endpoint, serialKeyOf, verb) => add(endpoint, runBatchedVerb(db, endpoint, serialKeyOf as never, verb)),
    workflow: (endpoint, procedure) => add(endpoint, runWorkflow(db, endpoint, procedure)),
  };
}

const subjectOf = (actor: Actor): CallSubject => (actor.kind === 'customer' ? { customerId: actor.customerId } : {});

type BatchedRequest = Readonly<{ actor: Actor; input: Record<string, unknown>; requestId: string }>;

function runVerb(db: Db, endpoint: Endpoint, verb: Verb<Endpoint>): RouteHandler {
  return (actor, input, { id: requestId }) =>
    inTransaction(db, (tx, now) => executeVerb(endpoint, verb, { actor, input, requestId }, tx, now));
}

type SerialKeyOf = (actor: Actor, input: BatchedRequest['input']) => string;

function runBatchedVerb(db: Db, endpoint: Endpoint, serialKeyOf: SerialKeyOf, verb: Verb<Endpoint>): RouteHandler {
  const askWithOthers = coalesce<BatchedRequest, PromiseSettledResult<string>>(
    (_, asks) =>
      groupCommit(
        db,
        asks.map((ask) => (tx: Tx, now: Date) => executeVerb(endpoint, verb, ask, tx, now)),
      ),
    { serialKey: ({ actor, input }) => serialKeyOf(actor, input) },
  );
  return async (actor, input, { id: requestId }) => {
    const outcome = await askWithOthers(db, { actor, input, requestId });
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  };
}

async function executeVerb(
  endpoint: Endpoint,
  verb: Verb<Endpoint>,
  ask: BatchedRequest,
  tx: Tx,
  now: Date,
): Promise<string> {
  const { actor, input, requestId } = ask;
  const ctx: Ctx = { tx, actor, now, requestId };
  const work = async (): Promise<string> => envelope(endpoint, await verb(ctx as never, input));
  const key = input.idempotency;
  if (typeof key !== 'string') return work();
  const route = `${endpoint.method} ${endpoint.path}`;
  const request = acceptsFile(endpoint) ? await replaceFilesByDigests(input) : input;
  return executeIdempotently(
    { tx, actor: idempotencyOwner(actor), route, key, request, isPermanent: retainsIdempotencyKey(endpoint) },
    work,
  );
}

type Header = readonly [name: string, value: string];

function runWorkflow(db: Db, endpoint: Endpoint, procedure: Workflow<Endpoint>): RouteHandler {
  const runOnce = shareRuns<Readonly<{ body: string | File; headers: readonly Header[] }>>();
  return async (actor, input, request, reply) => {
    const caller = readCaller(request);
    const run = async () => {
      const headers: Header[] = [];
      const steps: WorkflowContext = {
        actor,
        requestId: request.id,
        caller,
        headers: { set: (name, value) => void headers.push([name, value]) },
        transaction: (work) => inTransaction(db, (tx, now) => work({ tx, actor, now, requestId: request.id })),
      };
      const answered: unknown = await procedure(steps as never, input);
      // The contract of the endpoint has made the types of workflow and reply agree.
      return { body: returnsFile(endpoint) ? (answered as File) : envelope(endpoint, answered), headers };
    };
    const key = input.idempotency;
    const { body, headers } =
      typeof key === 'string' && !returnsFile(endpoint)
        ? await runOnce(
            runKeyOf(actor, caller, acceptsFile(endpoint) ? await replaceFilesByDigests(input) : input),
            run,
          )
        : await run();
    for (const [name, value] of headers) void reply.header(name, value);
    return body;
  };
}

/** Of requests that are the same in every respect: who sends them, from where, and what they say. */
const runKeyOf = (actor: Actor, caller: Caller, input: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([idempotencyOwner(actor), caller, input]))
    .digest('base64url');

/** The reply passes through its schema, so undeclared fields never leave the server. */
const envelope = (endpoint: Endpoint, data: unknown): string =>
  JSON.stringify({ result: true, data: z.parse(endpoint.reply, data), message: 'success' });

/** Reads the form only after authentication, so that nothing from an unknown sender is stored. */
const receiveForm = (request: FastifyRequest, actor: Actor): Promise<Record<string, unknown>> =>
  request.server.releaseSlotWhile(request, () =>
    request.server.receiveFile(request, idempotencyOwner(actor), () => readForm(request)),
  );

async function parseInput(endpoint: Endpoint, request: FastifyRequest, actor: Actor): Promise<Record<string, unknown>> {
  const body = acceptsFile(endpoint) ? await receiveForm(request, actor) : request.body;
  const carried = endpoint.method === 'GET' ? request.query : body;
  const read = parseWithCodes(endpoint.input, {
    ...(carried as object | undefined),
    ...(request.params as object),
  });
  if (read.success) return read.data;
  throw new Refusal('validation_failed', { errors: toFieldErrors(read.error.issues) });
}

/** The table of permissions is the only place that says which staff may make a call (product.md B16, D12). */
function requirePermission({ permissions }: StaffActor, endpoint: Endpoint): void {
  const right = staffRightOf(endpoint);
  if (right && !admits(permissions, right))
    throw new Refusal('access_denied', { reason: message('staff_access_denied') });
}

type VisitCall = Readonly<{ endpoint: Endpoint; permission: VisitPermission; requestId: string }>;

/**
 * Staff who look at an account may call what the table of visits allows, and nothing else. Every call is recorded
 * before it runs, also one that is refused.
 */
async function admitVisit(db: Db, actor: CustomerActor, { endpoint, permission, requestId }: VisitCall): Promise<void> {
  if (!actor.visit) return;
  const isAllowed = isAllowedIn(actor.visit.mode, permission);
  const detail = { call: `${endpoint.method} ${endpoint.path}`, isAllowed };
  await inTransaction(db, (tx, now) =>
    audit({ tx, actor, now, requestId }, 'ghost_connect.called', `visit:${actor.visit?.id}`, detail),
  );
  if (!isAllowed) throw new Refusal('visit_forbidden');
}

/** The right to view or to approve does not include the right to initiate (product.md B14). */
function requireAccess(actor: CustomerActor, endpoint: Endpoint): void {
  const { access, method, returnsQuote, movesNoMoney } = endpoint;
  if (actor.isAgreementDue && !isAllowedBeforeAgreement(endpoint)) throw new Refusal('agreement_required');
  const looksOnly = method === 'GET' || returnsQuote || movesNoMoney;
  if (isAccessKey(access) && !actor.access.has(access)) throw new Refusal('access_denied');
  if (isAccessKey(access) && !looksOnly && !canInitiate(actor.role, access)) throw new Refusal('access_denied');
  if (!looksOnly && !actor.isIdentityChecked && needsIdentity(access))
    throw new Refusal('access_denied', {
      reason: message('identity_needed'),
      data: { reasonCode: 'identity_needed' },
    });
  if (!endpoint.beforeKyc && !actor.kycVerified) throw new Refusal('kyc_required');
  requireOpenAccount(actor, endpoint);
}

/** The status of the account, for every call. What a condition allows is decided by the verb, which knows the details. */
function requireOpenAccount({ accountStatus, isFrozen }: CustomerActor, endpoint: Endpoint): void {
  if (accountStatus === 'active') return;
  const permission = accountPermissions[accountStatus][accountActionOf(endpoint)];
  if (permission === 'no' || permission === 'after_check') throw accountRestricted(isFrozen ? 'frozen' : accountStatus);
}
