import { sql } from 'kysely';
import { batchLoader } from '../../platform/batching/batch-loader.ts';

type ReviewRuleQuery = Readonly<{ rail: string; currency: string; amountMinor: bigint }>;

export const findReviewDocuments = batchLoader(
  'reads',
  async (tx, asked: readonly ReviewRuleQuery[]): Promise<(readonly string[] | undefined)[]> => {
    const { rows } = await sql<{ documents: string[] | null }>`
    select (
      select documents from payment.review_rule r
      where r.rail = a.rail and r.currency = a.currency and a.amount_minor > r.above_minor
        and r.effective_from <= now() and (r.effective_to is null or r.effective_to > now())
      order by r.above_minor desc, r.effective_from desc limit 1) as documents
    from unnest(${asked.map((a) => a.rail)}::text[], ${asked.map((a) => a.currency)}::text[],
      ${asked.map((a) => a.amountMinor)}::bigint[]) with ordinality as a (rail, currency, amount_minor, place)
    order by a.place`.execute(tx);
    return rows.map(({ documents }) => documents ?? undefined);
  },
);
