import { allows } from '@larkmere/contract/back-office/permissions';
import type { Tx } from '../../platform/db/db.ts';
import { acquireLocks } from '../../platform/db/transaction.ts';
import { accessDenied, Refusal } from '../../platform/requests/refusal.ts';
import { requireRight } from '../../platform/requests/staff-rights.ts';
import type { StaffActor, StaffCtx } from '../../platform/requests/verb.ts';
import { findReviewedPayment, type ReviewedPayment, selectWithCompliance } from './review.read.ts';

/** Sanctions hits and what the payer may not know are for compliance. Refuses `access_denied`. */
export const requireCompliance = (actor: StaffActor): void => requireRight(actor, 'screening_hits', 'act');

/** Decisions on one payment run one after the other. Refuses `not_found`. */
export async function lockReviewedPayment({ tx }: StaffCtx, id: string): Promise<ReviewedPayment> {
  await acquireLocks(tx, [`review.payment:${id}`]);
  const payment = await findReviewedPayment(tx, id);
  if (!payment) throw new Refusal('not_found');
  return payment;
}

const maySeeSuspicions = ({ permissions }: Pick<StaffActor, 'permissions'>): boolean =>
  allows(permissions, ['screening_hits', 'act']);

/**
 * A payment is with compliance after a hit on the sanctions list, when a colleague handed it over, and while telling the
 * payer of a hold would be tipping off. Then nobody else decides it, and the payer reads neutral words.
 */
export async function isWithCompliance(tx: Tx, paymentId: string): Promise<boolean> {
  return (await selectWithCompliance(tx, [paymentId])).has(paymentId);
}

/** Refuses `access_denied` to others for a payment with compliance. True if it is. */
export async function requireReviewer({ tx, actor }: { tx: Tx; actor: StaffActor }, id: string): Promise<boolean> {
  const isConfidential = await isWithCompliance(tx, id);
  if (isConfidential && !maySeeSuspicions(actor)) throw accessDenied('with_compliance');
  return isConfidential;
}
