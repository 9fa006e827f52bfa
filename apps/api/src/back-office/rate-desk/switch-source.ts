import type { contract } from '@larkmere/contract/contract';
import { askForSource, dropRequestForSource, lockSource, type SourceRow, switchSource } from '../../fx/rate/rate.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { viewRateDesk } from './rate-desk.view.ts';

const entity = (name: string): string => `rate_source:${name}`;

export const turnSourceOff: Verb<typeof contract.rateDesk.turnOff> = async (ctx, { name, reason }) => {
  await lock(ctx, name, { isOn: true });
  await switchSource(ctx.tx, { name, isOn: false, by: ctx.actor.staffId, reason });
  await audit(ctx, 'rate.source_off', entity(name), { reason });
  return viewRateDesk(ctx);
};

export const askSourceOn: Verb<typeof contract.rateDesk.askOn> = async (ctx, { name, reason }) => {
  const row = await lock(ctx, name, { isOn: false });
  if (row.askedBy !== null) throw new Refusal('invalid_transition');
  await askForSource(ctx.tx, { name, by: ctx.actor.staffId, reason });
  await audit(ctx, 'rate.source_on_asked', entity(name), { reason });
  return viewRateDesk(ctx);
};

/** Refuses `approver_conflict` for the person who asked. */
export const approveSourceOn: Verb<typeof contract.rateDesk.approveOn> = async (ctx, { name }) => {
  const { askedBy, askedFor: reason } = await lock(ctx, name, { isOn: false });
  if (askedBy === null || reason === null) throw new Refusal('invalid_transition');
  if (askedBy === ctx.actor.staffId) throw new Refusal('approver_conflict');
  await switchSource(ctx.tx, { name, isOn: true, by: ctx.actor.staffId, reason });
  await audit(ctx, 'rate.source_on', entity(name), { askedBy });
  return viewRateDesk(ctx);
};

export const refuseSourceOn: Verb<typeof contract.rateDesk.refuseOn> = async (ctx, { name }) => {
  const { askedBy } = await lock(ctx, name, { isOn: false });
  if (askedBy === null) throw new Refusal('invalid_transition');
  await dropRequestForSource(ctx.tx, name);
  await audit(ctx, 'rate.source_on_refused', entity(name), { askedBy });
  return viewRateDesk(ctx);
};

async function lock({ tx }: StaffCtx, name: string, { isOn }: Readonly<{ isOn: boolean }>): Promise<SourceRow> {
  const row = await lockSource(tx, name);
  if (!row) throw new Refusal('not_found');
  if (row.isOn !== isOn) throw new Refusal('invalid_transition');
  return row;
}
