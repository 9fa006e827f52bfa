import { v7 } from 'uuid';
import { Refusal } from '../kernel/refusal.ts';
import type { StaffCtx } from '../kernel/verb.ts';
import type { ReviewedPayment } from './review.read.ts';
import {
  completeRelease,
  dropRelease,
  insertRelease,
  openRelease,
  type ReleaseRow,
  twoPeopleAbove,
} from './review.sql.ts';

/**
 * What the first of two has said of the same: to let a payment go, or to settle it. Who had said the other is not the first of
 * these, and counts no more. Refuses `approver_conflict` for the same person twice.
 */
export async function firstOf(
  { tx, actor }: StaffCtx,
  id: string,
  deed: 'release' | 'settle',
): Promise<ReleaseRow | undefined> {
  const open = await openRelease(tx, id);
  if (!open) return undefined;
  if (open.settles !== (deed === 'settle')) {
    await dropRelease(tx, id);
    return undefined;
  }
  if (open.first_by === actor.staffId) throw new Refusal('approver_conflict');
  return open;
}

type Said = Readonly<{
  first: ReleaseRow | undefined;
  settles: boolean;
  hits: number;
  words: Pick<ReleaseRow, 'reason' | 'note' | 'answer'>;
}>;

/** Keeps what somebody said. True when it happens now: it takes two after a hit on the sanctions list, or above an amount. */
export async function agree(ctx: StaffCtx, payment: ReviewedPayment, said: Said): Promise<boolean> {
  const { tx, actor, now } = ctx;
  const { first, settles, hits, words } = said;
  if (first) {
    await completeRelease(tx, first.id, actor.staffId);
    return true;
  }
  const needsSecond = hits > 0 || (await isLarge(ctx, payment));
  const row = { id: v7(), payment_id: payment.id, needs_second: needsSecond, first_by: actor.staffId, settles };
  await insertRelease(tx, { ...row, ...words, released_at: needsSecond ? null : now });
  return !needsSecond;
}

/** Two where nobody said from which amount on. */
async function isLarge({ tx }: StaffCtx, { currency, amountMinor }: ReviewedPayment): Promise<boolean> {
  const most = await twoPeopleAbove(tx, currency);
  return most === undefined || amountMinor > most;
}
