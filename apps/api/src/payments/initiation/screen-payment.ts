import type { ReasonCode } from '@larkmere/contract/payments/payment';
import { defaultText } from '@larkmere/messages/format-message';
import type { Currency } from '@larkmere/money/money';
import { sql } from 'kysely';
import { type ScreeningHit, screenNames } from '../../checks/screening/screening.ts';
import { batchLoader } from '../../platform/batching/batch-loader.ts';
import { pipeline } from '../../platform/db/pipeline-driver.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { allInForce } from '../../platform/settings/setting.ts';
import { reviewRule } from '../payment/payment.settings.ts';
import { findReviewDeadlines } from '../payment/schedule.sql.ts';

export type ScreeningInput = Readonly<{
  rail: string;
  currency: Currency;
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
      reason: defaultText('payment_extra_checks'),
      nextStep: defaultText('payment_extra_checks_next'),
      documents: [],
      ...waits,
    };
  if (!documents?.length)
    return {
      state: 'in_review',
      reasonCode: 'extra_checks',
      reason: defaultText(isEnhanced ? 'payment_review_by_country' : 'payment_review_by_amount'),
      nextStep: defaultText('payment_extra_checks_next'),
      documents: [],
      ...waits,
    };
  if (documents.every((type) => screened.documentTypes.includes(type)))
    return {
      state: 'in_review',
      reasonCode: 'extra_checks',
      reason: defaultText('payment_document_in_review'),
      nextStep: defaultText('payment_decision_next'),
      documents,
      ...waits,
    };
  return {
    state: 'in_review',
    reasonCode: 'documents_needed',
    reason: defaultText('payment_document_needed'),
    nextStep: defaultText('payment_document_needed_next'),
    documents,
    ...waits,
  };
}

type ReviewRuleQuery = Readonly<{ rail: string; currency: Currency; amountMinor: bigint }>;

const findReviewDocuments = batchLoader(
  'reads',
  async (tx, queries: readonly ReviewRuleQuery[]): Promise<(readonly string[] | undefined)[]> => {
    const { rows } = await sql<{ documents: string[] | null }>`
    select (
      select documents from (${allInForce(reviewRule, { rail: sql.ref('a.rail'), currency: sql.ref('a.currency') })}) rule
      where a.amount_minor > above_minor and documents is not null
      order by above_minor desc limit 1) as documents
    from unnest(${queries.map((a) => a.rail)}::text[], ${queries.map((a) => a.currency)}::text[],
      ${queries.map((a) => a.amountMinor)}::bigint[]) with ordinality as a (rail, currency, amount_minor, place)
    order by a.place`.execute(tx);
    return rows.map(({ documents }) => documents ?? undefined);
  },
);
