import type { contract } from '@larkmere/contract/contract';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { applyVendorResult } from './apply-vendor-result.ts';
import { lockApplication } from './kyc.sql.ts';
import { findVendorCheck, insertVendorEvent } from './vendor-check.sql.ts';

/** A repeated event and one that a later result has overtaken change nothing, and are answered so that they end. */
export const receiveVendorEvent: Verb<typeof contract.kyc.receiveEvent> = async (
  ctx,
  { eventId, checkId, sequence, result },
) => {
  const known = await findVendorCheck(ctx.tx, checkId);
  const application = known && (await lockApplication(ctx.tx, known.applicationId));
  const check = application && (await findVendorCheck(ctx.tx, checkId));
  if (!check) throw new Refusal('not_found');
  const isOutdated = sequence <= check.lastSequence;
  const isNew = await insertVendorEvent(ctx.tx, { eventId, checkId, sequence, result, isOutdated });
  if (!isNew || isOutdated) return { applied: false };
  await applyVendorResult(ctx, application, check, { sequence, result });
  return { applied: true };
};
