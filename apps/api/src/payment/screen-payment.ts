import type { ReasonCode } from '@larkmere/contract/payment';
import { together } from '../kernel/driver.ts';
import type { Ctx } from '../kernel/verb.ts';
import { findHits, type Hit } from '../screening/screening.ts';
import { reviewRuleOf } from './screen.sql.ts';
import { promisedAt } from './setting.sql.ts';

/** What is known of a payment when it is looked at. */
export type Screened = Readonly<{
  rail: string;
  currency: string;
  amountMinor: bigint;
  payerName: string;
  payeeName: string;
  /** Of the countries that it reaches. */
  risk: 'standard' | 'enhanced';
  /** Kinds of documents that came with it and that the scanner has let through. */
  sent: readonly string[];
}>;

/** Released, or held for a person, with what that person needs, and by when we say more. */
export type Screening = Readonly<
  | { state: 'ready' }
  | {
      state: 'in_review';
      reasonCode: ReasonCode;
      reason: string;
      nextStep: string;
      documents: readonly string[];
      /** Names on the sanctions list, which the customer is told nothing of. */
      hits: readonly Hit[];
      nextUpdateAt: Date;
      deadlineAt: Date;
    }
>;

/**
 * Decides whether a payment may go on by itself. It only reads: what it finds is written with the payment. Above a
 * threshold a person looks, and the documents that the rule names are asked for. A name on the sanctions list holds the
 * payment for a person, too, and the payer reads only of extra checks. So does a country of enhanced risk.
 */
export async function screenPayment(ctx: Ctx, screened: Screened): Promise<Screening> {
  const { tx, now } = ctx;
  const [documents, hits] = await together(
    reviewRuleOf(tx, screened),
    findHits(ctx, { payee: screened.payeeName, payer: screened.payerName }),
  );
  const isEnhanced = screened.risk === 'enhanced';
  if (!documents && hits.length === 0 && !isEnhanced) return { state: 'ready' };
  const { newsAt, decidedBy } = await promisedAt(tx, now);
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
  if (documents.every((type) => screened.sent.includes(type)))
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
