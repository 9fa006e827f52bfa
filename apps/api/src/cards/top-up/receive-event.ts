import { isDeepStrictEqual } from 'node:util';
import type { CardReport } from '@larkmere/contract/cards/top-up';
import type { contract } from '@larkmere/contract/contract';
import { recordContradiction } from '../../platform/requests/partner-contradiction.sql.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, Verb } from '../../platform/requests/verb.ts';
import { applyToLocked } from './apply-report.ts';
import { findEventReport, insertEvent, lockTopUp } from './top-up.sql.ts';

/** A repeated event and one that a later report has overtaken change nothing, and are answered so that they end. */
export const receiveCardEvent: Verb<typeof contract.topUp.receiveEvent> = async (ctx, { eventId, report }) => {
  const topUp = await lockTopUp(ctx.tx, report.paymentId);
  if (!topUp) throw new Refusal('not_found');
  const isOutdated = report.sequence <= topUp.lastSequence;
  const isNew = await insertEvent(ctx.tx, { eventId, report, isOutdated });
  if (!isNew) await compareWithStored(ctx, eventId, report);
  if (!isNew || isOutdated) return { applied: false };
  return { applied: await applyToLocked(ctx, topUp, report) };
};

/** A repeated event is the same in every field. */
async function compareWithStored(
  ctx: Ctx,
  eventId: string,
  report: CardReport & Readonly<{ paymentId: string }>,
): Promise<void> {
  const stored = await findEventReport(ctx.tx, eventId);
  if (stored === undefined || isDeepStrictEqual(stored, JSON.parse(JSON.stringify(report)))) return;
  await recordContradiction(ctx, `top-up:${report.paymentId}`, {
    partner: 'card_acquirer',
    field: 'event',
    expected: JSON.stringify(stored),
    reported: JSON.stringify(report),
  });
}
