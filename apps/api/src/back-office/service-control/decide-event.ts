import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { pushServiceNotices } from '../../platform/events/live.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { lockOpenEvent } from './plan-event.ts';
import { type StoredEvent, updateEvent } from './service-control.sql.ts';
import { loadEvent } from './service-control.view.ts';

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
