import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { pushServiceNotices } from '../../platform/events/live.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { approveChange, rejectChange } from '../../platform/settings/decide-change.ts';
import { loadChange } from '../../platform/settings/list-changes.ts';
import { breakerRule, lockBreaker, updateBreaker } from '../../reference/service-breaker/service-breaker.ts';
import { decideRequest, lockRequest, type RequestRow } from './service-breaker.sql.ts';
import { viewBreakers } from './service-breaker.view.ts';

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
