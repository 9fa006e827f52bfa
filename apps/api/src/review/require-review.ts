import type { StaffRole } from '@larkmere/contract/manage';
import type { ReviewView } from '@larkmere/contract/review';
import { lockAll } from '../kernel/lock.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { StaffActor, StaffCtx } from '../kernel/verb.ts';
import { findReviewed, type ReviewedPayment } from './review.read.ts';
import { viewReviews } from './review.view.ts';

const deciding: readonly StaffRole[] = ['payment_operations', 'compliance', 'mlro'];
const looking: readonly StaffRole[] = [...deciding, 'auditor'];
const confidential: readonly StaffRole[] = ['compliance', 'mlro'];

export function requireReviewer({ role }: StaffActor, right: 'look' | 'decide'): void {
  if (!(right === 'look' ? looking : deciding).includes(role)) throw new Refusal('access_denied');
}

export function requireCompliance({ role }: StaffActor): void {
  if (!confidential.includes(role)) throw new Refusal('access_denied');
}

/** Decisions on one payment run one after the other. Refuses `access_denied` and `not_found`. */
export async function requireReview({ tx, actor }: StaffCtx, id: string): Promise<ReviewedPayment> {
  requireReviewer(actor, 'decide');
  await lockAll(tx, [`review.payment:${id}`]);
  const payment = await findReviewed(tx, id);
  if (!payment) throw new Refusal('not_found');
  return payment;
}

export async function viewAfter({ tx }: StaffCtx, id: string): Promise<ReviewView> {
  const payment = await findReviewed(tx, id);
  const [view] = payment ? await viewReviews(tx, [payment]) : [];
  if (!view) throw new Error(`payment ${id} has no view`);
  return view;
}
