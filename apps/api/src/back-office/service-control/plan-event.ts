import type { contract } from '@larkmere/contract/contract';
import type { Input } from '@larkmere/contract/platform/endpoint';
import { queueableServices } from '@larkmere/contract/reference/service-events';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { pushServiceNotices } from '../../platform/events/live.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { countCustomers, findCustomerIds, loadEvent } from './service-control.read.ts';
import { insertEvent, lockEvent, type StoredEvent, updateEvent } from './service-control.sql.ts';

type EventInput = Input<typeof contract.serviceControl.create>;

/**
 * Plans an event. One person may start a notice, or turn services off at once by typing the name of the first; a later
 * restriction waits for a second person. Refuses `validation_failed` with the field: times in the past or in the wrong
 * order, unknown customers, another name typed.
 */
export const planEvent: Verb<typeof contract.serviceControl.create> = async (ctx, input) => {
  const { tx, actor, now } = ctx;
  const startsAt = requireTimes(input, now);
  const isAtOnce = startsAt <= now;
  if (isAtOnce && input.mode !== 'notice' && input.confirmation !== input.services[0])
    throw invalid('confirmation', 'service_name_mismatch');
  requireQueueable(input);
  const customers = await requireCustomers(ctx, input);
  const affected = input.audience === 'customers' ? customers.length : await countAffected(ctx, input.audience);
  const { services, kind, mode, audience, reason } = input;
  const detail = { services, kind, mode, audience, startsAt: startsAt.toISOString(), affected, reason };
  if (input.drill) {
    await audit(ctx, 'service_control.drill', 'service_control:event', detail);
    return { event: null, affected };
  }
  const id = v7();
  const isFree = mode === 'notice' || isAtOnce;
  await insertEvent(tx, {
    id,
    services: [...services],
    kind,
    mode,
    audience,
    customers,
    startsAt,
    endsAt: input.endsAt,
    message: input.message.en,
    messageTh: input.message.th,
    reason,
    state: isFree ? 'scheduled' : 'proposed',
    createdBy: actor.staffId,
  });
  await pushServiceNotices(tx);
  await audit(ctx, isFree ? 'service_control.started' : 'service_control.proposed', `service_event:${id}`, detail);
  return { event: await loadEvent(ctx, id), affected };
};

function requireTimes({ startsAt, endsAt }: Pick<EventInput, 'startsAt' | 'endsAt'>, now: Date): Date {
  const begins = startsAt === undefined ? now : new Date(startsAt);
  if (begins < now) throw invalid('startsAt', 'setting_time_passed');
  if (endsAt !== null && new Date(endsAt) <= begins) throw invalid('endsAt', 'service_event_ends_early');
  return begins;
}

/** A login or an exchange at a live rate cannot wait. */
function requireQueueable({ mode, services }: EventInput): void {
  const isRefused = mode === 'queue' && services.some((service) => !queueableServices.includes(service));
  if (isRefused) throw invalid('mode', 'service_cannot_queue');
}

async function requireCustomers({ tx }: StaffCtx, { audience, customers }: EventInput): Promise<string[]> {
  if (audience !== 'customers') {
    if (customers.length > 0) throw invalid('customers', 'service_customers_not_expected');
    return [];
  }
  const codes = customers.map((code) => code.toUpperCase());
  const found = await findCustomerIds(tx, codes);
  if (codes.length === 0 || codes.some((code) => !found.has(code)))
    throw invalid('customers', 'service_customer_unknown');
  return [...found.values()];
}

async function countAffected({ tx }: StaffCtx, audience: 'all' | 'plus' | 'wallet'): Promise<number> {
  const { plus, wallet } = await countCustomers(tx);
  return audience === 'all' ? plus + wallet : { plus, wallet }[audience];
}

/**
 * Changes an event that has not begun; a restriction then waits for a second person again. One that has begun is ended:
 * a restriction when another person agrees. Refuses `not_found`, `invalid_transition`, `validation_failed`.
 */
export const changeEvent: Verb<typeof contract.serviceControl.change> = async (ctx, input) => {
  const { tx, actor, now } = ctx;
  const event = await lockOpenEvent(ctx, input.id);
  const hasBegun = event.state === 'scheduled' && event.startsAt <= now;
  if (hasBegun) {
    if (input.startsAt !== undefined || input.endsAt !== null || input.message)
      throw new Refusal('invalid_transition', { reason: message('service_event_only_ends') });
    await endEvent(ctx, event);
  } else {
    const startsAt = requireTimes(
      { startsAt: input.startsAt ?? event.startsAt.toISOString(), endsAt: input.endsAt },
      now,
    );
    await updateEvent(tx, event.id, {
      startsAt,
      endsAt: input.endsAt,
      ...(input.message && { message: input.message.en, messageTh: input.message.th }),
      ...(event.mode !== 'notice' && {
        state: 'proposed',
        createdBy: actor.staffId,
        approvedBy: null,
        approvedAt: null,
      }),
    });
    await audit(ctx, 'service_control.changed', `service_event:${event.id}`, {
      startsAt: startsAt.toISOString(),
      endsAt: input.endsAt,
    });
  }
  await pushServiceNotices(tx);
  return loadEvent(ctx, event.id);
};

async function endEvent(ctx: StaffCtx, { id, mode, endRequestedBy }: StoredEvent): Promise<void> {
  const { tx, actor, now } = ctx;
  if (mode === 'notice') {
    await updateEvent(tx, id, { state: 'ended', endedBy: actor.staffId, endedAt: now });
    await audit(ctx, 'service_control.ended', `service_event:${id}`);
    return;
  }
  if (endRequestedBy !== null) throw new Refusal('invalid_transition', { reason: message('service_end_waiting') });
  await updateEvent(tx, id, { endRequestedBy: actor.staffId, endRequestedAt: now });
  await audit(ctx, 'service_control.end_requested', `service_event:${id}`);
}

export const cancelEvent: Verb<typeof contract.serviceControl.cancel> = async (ctx, { id }) => {
  const event = await lockOpenEvent(ctx, id);
  if (event.state === 'scheduled' && event.startsAt <= ctx.now)
    throw new Refusal('invalid_transition', { reason: message('service_event_active') });
  await updateEvent(ctx.tx, id, { state: 'cancelled' });
  await pushServiceNotices(ctx.tx);
  await audit(ctx, 'service_control.cancelled', `service_event:${id}`);
  return loadEvent(ctx, id);
};

export async function lockOpenEvent({ tx, now }: StaffCtx, id: string): Promise<StoredEvent> {
  const event = await lockEvent(tx, id);
  if (!event) throw new Refusal('not_found');
  const isOver = event.endsAt !== null && event.endsAt <= now;
  if (!['proposed', 'scheduled'].includes(event.state) || isOver) throw new Refusal('invalid_transition');
  return event;
}

type Fault =
  | 'service_name_mismatch'
  | 'setting_time_passed'
  | 'service_event_ends_early'
  | 'service_customers_not_expected'
  | 'service_customer_unknown'
  | 'service_cannot_queue';

const invalid = (field: string, code: Fault): Refusal =>
  new Refusal('validation_failed', { errors: [{ field, code: 'invalid', reason: message(code) }] });

/** Agrees to an event, or to the end of an active one: the services then work again at once. */
export const approveEvent: Verb<typeof contract.serviceControl.approve> = async (ctx, { id }) => {
  const { tx, actor, now } = ctx;
  const event = await lockWaitingOfAnother(ctx, id);
  const by = { by: actor.staffId };
  if (event.state === 'proposed') {
    if (event.endsAt === null && event.startsAt < now)
      throw new Refusal('invalid_transition', { reason: message('setting_time_passed') });
    await updateEvent(tx, id, { state: 'scheduled', approvedBy: actor.staffId, approvedAt: now });
    await audit(ctx, 'service_control.approved', `service_event:${id}`, by);
  } else {
    await updateEvent(tx, id, { state: 'ended', endedBy: actor.staffId, endedAt: now });
    await audit(ctx, 'service_control.ended', `service_event:${id}`, { ...by, requestedBy: event.endRequestedBy });
  }
  await pushServiceNotices(tx);
  return loadEvent(ctx, id);
};

export const refuseEvent: Verb<typeof contract.serviceControl.refuse> = async (ctx, { id, note }) => {
  const event = await lockWaitingOfAnother(ctx, id);
  const change =
    event.state === 'proposed'
      ? ({ state: 'refused', note } as const)
      : { endRequestedBy: null, endRequestedAt: null, note };
  await updateEvent(ctx.tx, id, change);
  await audit(ctx, 'service_control.refused', `service_event:${id}`, { note });
  return loadEvent(ctx, id);
};

async function lockWaitingOfAnother(ctx: StaffCtx, id: string): Promise<StoredEvent> {
  const event = await lockOpenEvent(ctx, id);
  const maker = event.state === 'proposed' ? event.createdBy : event.endRequestedBy;
  if (maker === null) throw new Refusal('invalid_transition');
  if (maker === ctx.actor.staffId) throw new Refusal('approver_conflict');
  return event;
}
