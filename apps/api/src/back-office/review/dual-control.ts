import { v7 } from 'uuid';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx } from '../../platform/requests/verb.ts';
import { readSetting } from '../../platform/settings/setting.ts';
import type { ReviewedPayment } from './review.read.ts';
import { dualControlThreshold } from './review.settings.ts';
import {
  completeDecision,
  deleteOpenDecision,
  findOpenDecision,
  insertDecision,
  type ReviewDecisionRow,
} from './review.sql.ts';

/**
 * The open first approval of a release (`settlement` null) or of the same settlement. Any other one is dropped. Refuses
 * `approver_conflict` for the same person twice.
 */
export async function findFirstApproval(
  { tx, actor }: StaffCtx,
  id: string,
  settlement: string | null,
): Promise<ReviewDecisionRow | undefined> {
  const open = await findOpenDecision(tx, id);
  if (!open) return undefined;
  if (open.settlement !== settlement) {
    await deleteOpenDecision(tx, id);
    return undefined;
  }
  if (open.first_by === actor.staffId) throw new Refusal('approver_conflict');
  return open;
}

type ApprovalInput = Readonly<{
  first: ReviewDecisionRow | undefined;
  settlement: string | null;
  hits: number;
  words: Pick<ReviewDecisionRow, 'reason' | 'note' | 'answer'>;
  /** Of a release: its value, and whether the role of the reader may release that much. */
  release?: Readonly<{ valueGbpMinor: bigint; isWithinLimit: boolean }>;
}>;

/** True when the decision takes effect now. A settlement, a sanctions hit or a large amount needs two people. */
export async function recordApproval(ctx: StaffCtx, payment: ReviewedPayment, said: ApprovalInput): Promise<boolean> {
  const { tx, actor, now } = ctx;
  const { first, settlement, hits, words, release } = said;
  const value = { value_gbp_minor: release?.valueGbpMinor ?? null };
  if (first) {
    await completeDecision(tx, first.id, { second_by: actor.staffId, ...value });
    return true;
  }
  const needsSecond =
    settlement !== null ||
    hits > 0 ||
    release?.isWithinLimit === false ||
    (await isAboveDualControlThreshold(ctx, payment));
  const row = {
    id: v7(),
    payment_id: payment.id,
    needs_second_approver: needsSecond,
    first_by: actor.staffId,
    settlement,
  };
  await insertDecision(tx, { ...row, ...words, ...value, released_at: needsSecond ? null : now });
  return !needsSecond;
}

async function isAboveDualControlThreshold(
  { tx }: StaffCtx,
  { currency, amountMinor }: ReviewedPayment,
): Promise<boolean> {
  const threshold = await readSetting(tx, dualControlThreshold, { currency });
  return threshold === undefined || amountMinor > threshold.above_minor;
}
