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
 * The open first approval of this kind. One of the other kind is dropped. Refuses `approver_conflict` for the same
 * person twice.
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

/** True when the decision takes effect now. A sanctions hit or a large amount needs two people. */
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

async function isLarge({ tx }: StaffCtx, { currency, amountMinor }: ReviewedPayment): Promise<boolean> {
  const most = await twoPeopleAbove(tx, currency);
  return most === undefined || amountMinor > most;
}
