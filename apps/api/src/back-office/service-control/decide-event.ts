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
    if (event.ends_at === null && event.starts_at < now)
      throw new Refusal('invalid_transition', { reason: message('setting_time_passed') });
    await updateEvent(tx, id, { state: 'scheduled', approved_by: actor.staffId, approved_at: now });
    await audit(ctx, 'service_control.approved', `service_event:${id}`, by);
  } else {
    await updateEvent(tx, id, { state: 'ended', ended_by: actor.staffId, ended_at: now });
    await audit(ctx, 'service_control.ended', `service_event:${id}`, { ...by, requestedBy: event.end_requested_by });
  }
  await pushServiceNotices(tx);
  return loadEvent(ctx, id);
};

export const refuseEvent: Verb<typeof contract.serviceControl.refuse> = async (ctx, { id, note }) => {
  const event = await lockWaitingOfAnother(ctx, id);
  const change =
    event.state === 'proposed'
      ? ({ state: 'refused', note } as const)
      : { end_requested_by: null, end_requested_at: null, note };
  await updateEvent(ctx.tx, id, change);
  await audit(ctx, 'service_control.refused', `service_event:${id}`, { note });
  return loadEvent(ctx, id);
};

async function lockWaitingOfAnother(ctx: StaffCtx, id: string): Promise<StoredEvent> {
  const event = await lockOpenEvent(ctx, id);
  const maker = event.state === 'proposed' ? event.created_by : event.end_requested_by;
  if (maker === null) throw new Refusal('invalid_transition');
  if (maker === ctx.actor.staffId) throw new Refusal('approver_conflict');
  return event;
}
