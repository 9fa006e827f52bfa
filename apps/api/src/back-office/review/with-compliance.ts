import { allows } from '@larkmere/contract/back-office/permissions';
import type { Tx } from '../../platform/db/db.ts';
import { accessDenied } from '../../platform/requests/refusal.ts';
import type { StaffActor } from '../../platform/requests/verb.ts';
import { selectWithCompliance } from './review.read.ts';

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
