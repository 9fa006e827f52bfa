import type { ReviewView } from '@larkmere/contract/back-office/review';
import { acquireLocks } from '../../platform/db/transaction.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { requireRight } from '../../platform/requests/staff-rights.ts';
import type { StaffActor, StaffCtx } from '../../platform/requests/verb.ts';
import { findReviewedPayment, type ReviewedPayment } from './review.read.ts';
import { toReviewViews } from './review.view.ts';

/** Sanctions hits and what the payer may not know are for compliance. Refuses `access_denied`. */
export const requireCompliance = (actor: StaffActor): void => requireRight(actor, 'screening_hits', 'act');

/** Decisions on one payment run one after the other. Refuses `not_found`. */
export async function lockReviewedPayment({ tx }: StaffCtx, id: string): Promise<ReviewedPayment> {
  await acquireLocks(tx, [`review.payment:${id}`]);
  const payment = await findReviewedPayment(tx, id);
  if (!payment) throw new Refusal('not_found');
  return payment;
}

export async function loadReviewView({ tx }: StaffCtx, id: string): Promise<ReviewView> {
  const payment = await findReviewedPayment(tx, id);
  const [view] = payment ? await toReviewViews(tx, [payment]) : [];
  if (!view) throw new Error(`payment ${id} has no view`);
  return view;
}
