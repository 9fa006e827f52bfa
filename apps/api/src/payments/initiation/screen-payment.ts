import type { ReasonCode } from '@larkmere/contract/payments/payment';
import { type ScreeningHit, screenNames } from '../../checks/screening/screening.ts';
import { pipeline } from '../../platform/db/pipeline-driver.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { findReviewDeadlines } from '../payment/setting.sql.ts';
import { findReviewDocuments } from './review-rule.sql.ts';

export type ScreeningInput = Readonly<{
  rail: string;
  currency: string;
  amountMinor: bigint;
  payerName: string;
  payeeName: string;
  risk: 'standard' | 'enhanced';
  documentTypes: readonly string[];
}>;

export type ScreeningResult = Readonly<
  | { state: 'ready' }
  | {
      state: 'in_review';
      reasonCode: ReasonCode;
      reason: string;
      nextStep: string;
      documents: readonly string[];
      hits: readonly ScreeningHit[];
      nextUpdateAt: Date;
      deadlineAt: Date;
    }
>;

/**
 * Only reads. Sanctions matches and countries of enhanced risk hold the payment for staff; the payer sees only
 * `extra_checks`.
 */
export async function screenPayment(ctx: Ctx, screened: ScreeningInput): Promise<ScreeningResult> {
  const { tx, now } = ctx;
  const [documents, hits] = await pipeline(
    findReviewDocuments(tx, screened),
    screenNames(ctx, { payee: screened.payeeName, payer: screened.payerName }),
  );
  const isEnhanced = screened.risk === 'enhanced';
  if (!documents && hits.length === 0 && !isEnhanced) return { state: 'ready' };
  const { newsAt, decidedBy } = await findReviewDeadlines(tx, now);
  const waits = { hits, nextUpdateAt: newsAt, deadlineAt: decidedBy };
  if (hits.length > 0)
    return {
      state: 'in_review',
      reasonCode: 'extra_checks',
      reason: 'We are making extra checks. Your money is set aside and safe.',
      nextStep: 'We finish our checks. You do not need to do anything.',
      documents: [],
      ...waits,
    };
  if (!documents?.length)
    return {
      state: 'in_review',
      reasonCode: 'extra_checks',
      reason: `A person here looks at payments ${isEnhanced ? 'to this country' : 'of this size'}. Your money is set aside and safe.`,
      nextStep: 'We finish our checks. You do not need to do anything.',
      documents: [],
      ...waits,
    };
  if (documents.every((type) => screened.documentTypes.includes(type)))
    return {
      state: 'in_review',
      reasonCode: 'extra_checks',
      reason: 'We have the document that a payment of this size needs, and are looking at it. Your money is safe.',
      nextStep: 'We decide, or ask you once more.',
      documents,
      ...waits,
    };
  return {
    state: 'in_review',
    reasonCode: 'documents_needed',
    reason: 'A payment of this size needs a document. Your money is set aside and safe.',
    nextStep: 'Add the document to this payment. We look at it within a working day.',
    documents,
    ...waits,
  };
}
