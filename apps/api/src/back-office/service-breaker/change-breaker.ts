import type { BreakerService } from '@larkmere/contract/back-office/service-breaker';
import type { contract } from '@larkmere/contract/contract';
import type { Input } from '@larkmere/contract/platform/endpoint';
import { type Message, message } from '@larkmere/messages/message';
import { type Insertable, sql } from 'kysely';
import { v7 } from 'uuid';
import type { Tx } from '../../platform/db/db.ts';
import type { ServiceControlBreakerRequest } from '../../platform/db/schema.gen.ts';
import { pushServiceNotices } from '../../platform/events/live.ts';
import { audit } from '../../platform/requests/audit.ts';
import { executeIdempotently, idempotencyOwner } from '../../platform/requests/idempotency.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb, Workflow } from '../../platform/requests/verb.ts';
import { approveChange, rejectChange } from '../../platform/settings/decide-change.ts';
import { draftChange, proposeChange } from '../../platform/settings/draft-change.ts';
import { loadChange } from '../../platform/settings/list-changes.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import {
  type BreakerRow,
  breakerRule,
  lockBreaker,
  updateBreaker,
} from '../../reference/service-breaker/service-breaker.ts';
import { requireOtherApprover } from '../role/role.ts';
import type { TestCall, TestResult } from './rails/test-call.ts';
import { type FigureColumns, nameOf, type RequestRow, viewBreakers } from './service-breaker.read.ts';

async function insertRequest(tx: Tx, row: Insertable<ServiceControlBreakerRequest>): Promise<void> {
  await tx.insertInto('service_control.breaker_request').values(row).execute();
}

const lockRequest = (tx: Tx, id: string): Promise<RequestRow | undefined> =>
  tx.selectFrom('service_control.breaker_request').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

async function hasWaitingRequest(tx: Tx, service: string): Promise<boolean> {
  const { rows } = await sql`
    select from service_control.breaker_request where service = ${service} and state = 'waiting'`.execute(tx);
  return rows.length > 0;
}

type Decision = Readonly<{ id: string; by: string; state: 'approved' | 'refused'; note: string | null }>;

async function decideRequest(tx: Tx, { id, by, state, note }: Decision): Promise<void> {
  await tx
    .updateTable('service_control.breaker_request')
    .set({ state, decidedBy: by, decidedAt: sql`now()`, note })
    .where('id', '=', id)
    .execute();
}

type Endpoint = typeof contract.serviceBreaker.change;
type Change = Input<Endpoint>;

/**
 * Refuses `validation_failed` with the field, and `invalid_transition` if the mode is so already or a request waits. The
 * test call is made between two transactions, and again if the request is repeated.
 */
export const changeBreaker =
  (testCall: TestCall): Workflow<Endpoint> =>
  async (steps, input) => {
    const once = (work: (ctx: StaffCtx) => Promise<void>): Promise<string> =>
      steps.transaction((ctx) => runOnce(ctx, input, () => work(ctx)));
    const { mode, figures } = input;
    if ((mode === undefined) === (figures === undefined))
      throw invalid('mode', 'required', message('breaker_change_missing'));
    if (input.drill && mode !== 'forced_off') throw invalid('drill', 'invalid', message('breaker_drill_only_off'));
    if (figures) await once((ctx) => proposeFigures(ctx, input, figures));
    else if (mode === 'forced_off') await once((ctx) => forceOff(ctx, input));
    else if (mode) {
      const { partner } = await steps.transaction((ctx) => requireAnotherMode(ctx, input, mode));
      const result = await testCall({ service: input.service, partner });
      await once((ctx) => requestMode(ctx, input, mode, result));
    }
    return steps.transaction(viewBreakers);
  };

async function runOnce(ctx: StaffCtx, request: Change, work: () => Promise<void>): Promise<string> {
  const claim = {
    tx: ctx.tx,
    actor: idempotencyOwner(ctx.actor),
    route: 'POST /v1/manage/setting/service-breaker',
    key: request.idempotency,
    request,
    isPermanent: true,
  };
  return executeIdempotently(claim, async () => {
    await work();
    return 'done';
  });
}

const invalid = (field: keyof Change, code: 'required' | 'invalid', reason: Message): Refusal =>
  new Refusal('validation_failed', { errors: [{ field, code, reason }] });

/** Works at once, by one person. */
async function forceOff(
  ctx: StaffCtx,
  { service, typedName = '', customerMessage, reason, drill }: Change,
): Promise<void> {
  if (typedName.trim().toLowerCase() !== nameOf(service).toLowerCase())
    throw invalid('typedName', 'invalid', message('breaker_name_mismatch'));
  if (customerMessage === undefined) throw invalid('customerMessage', 'required', message('breaker_message_required'));
  const before = await requireBreaker(ctx, service);
  const detail = { from: before.mode, message: customerMessage, reason };
  if (drill) return audit(ctx, 'breaker.drill', `service:${service}`, detail);
  await updateBreaker(ctx.tx, service, {
    mode: 'forced_off',
    message: customerMessage,
    changedBy: ctx.actor.staffId,
  });
  await pushServiceNotices(ctx.tx);
  await audit(ctx, 'breaker.forced_off', `service:${service}`, detail);
}

async function requireAnotherMode(ctx: StaffCtx, { service }: Change, mode: string): Promise<BreakerRow> {
  const breaker = await requireBreaker(ctx, service);
  if (breaker.mode === mode) throw new Refusal('invalid_transition', { reason: message('breaker_is_so') });
  return breaker;
}

async function requestMode(
  ctx: StaffCtx,
  input: Change,
  mode: 'auto' | 'forced_on',
  { outcome, status, latencyMs }: TestResult,
): Promise<void> {
  const { service, reason } = input;
  await requireAnotherMode(ctx, input, mode);
  if (await hasWaitingRequest(ctx.tx, service))
    throw new Refusal('invalid_transition', { reason: message('breaker_request_waiting') });
  await requireOtherApprover(ctx.tx, ctx.actor.staffId, ['service_breaker', 'act']);
  const id = v7();
  await insertRequest(ctx.tx, {
    id,
    service,
    mode,
    reason,
    state: 'waiting',
    testOutcome: outcome,
    testStatus: status,
    testLatencyMs: latencyMs,
    requestedBy: ctx.actor.staffId,
  });
  await audit(ctx, 'breaker.on_requested', `service:${service}`, { request: id, mode, outcome, status, reason });
}

async function proposeFigures(ctx: StaffCtx, { service, reason }: Change, figures: FigureColumns): Promise<void> {
  const now = await requireSetting(ctx.tx, breakerRule, { service });
  const isSame = (Object.keys(figures) as (keyof FigureColumns)[]).every((column) => now[column] === figures[column]);
  if (isSame) throw invalid('figures', 'required', message('breaker_figures_unchanged'));
  const uid = v7();
  await draftChange(ctx, breakerRule, { uid, rows: [{ service, ...figures }], takesEffectAt: null, reason });
  await proposeChange(ctx, breakerRule, uid);
}

async function requireBreaker({ tx }: StaffCtx, service: BreakerService): Promise<BreakerRow> {
  const breaker = await lockBreaker(tx, service);
  if (!breaker) throw new Refusal('not_found');
  return breaker;
}

export const listBreakers: Verb<typeof contract.serviceBreaker.list> = (ctx) => viewBreakers(ctx);

/** Of a request to turn a service on, or of figures. Refuses `not_found`, and `approver_conflict` for the person who asked. */
export const approveBreaker: Verb<typeof contract.serviceBreaker.approve> = async (ctx, { uid }) => {
  const request = await lockRequest(ctx.tx, uid);
  if (request) await turnOn(ctx, request);
  else {
    await loadChange(ctx.tx, breakerRule, uid);
    await approveChange(ctx, breakerRule, uid);
  }
  return viewBreakers(ctx);
};

export const refuseBreaker: Verb<typeof contract.serviceBreaker.refuse> = async (ctx, { uid, note }) => {
  const request = await lockRequest(ctx.tx, uid);
  if (request) {
    requireUndecided(ctx, request);
    await decideRequest(ctx.tx, { id: uid, by: ctx.actor.staffId, state: 'refused', note });
    await audit(ctx, 'breaker.on_refused', `service:${request.service}`, { request: uid, note });
  } else {
    await loadChange(ctx.tx, breakerRule, uid);
    await rejectChange(ctx, breakerRule, { uid, note });
  }
  return viewBreakers(ctx);
};

/** Begins closed and with nothing counted. The test call must have been made after the service was forced off. */
async function turnOn(ctx: StaffCtx, request: RequestRow): Promise<void> {
  requireUndecided(ctx, request);
  const { id, service, mode } = request;
  const { tx, actor } = ctx;
  const before = await lockBreaker(tx, service);
  if (before?.mode === 'forced_off' && before.changedAt > request.requestedAt)
    throw new Refusal('invalid_transition', { reason: message('breaker_request_outdated') });
  await decideRequest(tx, { id, by: actor.staffId, state: 'approved', note: null });
  await updateBreaker(tx, service, {
    mode,
    requestId: id,
    state: 'closed',
    openedAt: null,
    retryAt: null,
    cause: null,
    message: null,
    changedBy: actor.staffId,
  });
  await pushServiceNotices(tx);
  const detail = { request: id, from: before?.mode, mode, requestedBy: request.requestedBy };
  await audit(ctx, 'breaker.turned_on', `service:${service}`, detail);
}

function requireUndecided({ actor }: StaffCtx, { state, requestedBy }: RequestRow): void {
  if (state !== 'waiting') throw new Refusal('invalid_transition');
  if (requestedBy === actor.staffId) throw new Refusal('approver_conflict');
}
