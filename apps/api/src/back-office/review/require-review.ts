import type { ReviewView } from '@larkmere/contract/back-office/review';
import type { StaffRole } from '@larkmere/contract/back-office/staff';
import { acquireLocks } from '../../platform/db/advisory-lock.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffActor, StaffCtx } from '../../platform/requests/verb.ts';
import { findReviewedPayment, type ReviewedPayment } from './review.read.ts';
import { toReviewViews } from './review.view.ts';

const decidingRoles: readonly StaffRole[] = ['payment_operations', 'compliance', 'mlro'];
const viewingRoles: readonly StaffRole[] = [...decidingRoles, 'auditor'];
const complianceRoles: readonly StaffRole[] = ['compliance', 'mlro'];

export function requireReviewer({ role }: StaffActor, right: 'look' | 'decide'): void {
  if (!(right === 'look' ? viewingRoles : decidingRoles).includes(role)) throw new Refusal('access_denied');
}

export function requireCompliance({ role }: StaffActor): void {
  if (!complianceRoles.includes(role)) throw new Refusal('access_denied');
}

/** Decisions on one payment run one after the other. Refuses `access_denied` and `not_found`. */
export async function lockReviewedPayment({ tx, actor }: StaffCtx, id: string): Promise<ReviewedPayment> {
  requireReviewer(actor, 'decide');
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
