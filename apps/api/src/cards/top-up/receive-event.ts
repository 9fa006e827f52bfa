import type { contract } from '@larkmere/contract/contract';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { applyToLocked } from './apply-report.ts';
import { insertEvent, lockTopUp } from './top-up.sql.ts';

/** A repeated event and one that a later report has overtaken change nothing, and are answered so that they end. */
export const receiveCardEvent: Verb<typeof contract.topUp.receiveEvent> = async (ctx, { eventId, report }) => {
  const topUp = await lockTopUp(ctx.tx, report.paymentId);
  if (!topUp) throw new Refusal('not_found');
  const isOutdated = report.sequence <= topUp.last_sequence;
  const isNew = await insertEvent(ctx.tx, { eventId, report, isOutdated });
  if (!isNew || isOutdated) return { applied: false };
  return { applied: await applyToLocked(ctx, topUp, report) };
};
