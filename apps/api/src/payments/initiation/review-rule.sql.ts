import type { Currency } from '@larkmere/money/money';
import { sql } from 'kysely';
import { batchLoader } from '../../platform/batching/batch-loader.ts';
import { allInForce } from '../../platform/settings/setting.ts';
import { reviewRule } from '../payment/payment.settings.ts';

type ReviewRuleQuery = Readonly<{ rail: string; currency: Currency; amountMinor: bigint }>;

export const findReviewDocuments = batchLoader(
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
