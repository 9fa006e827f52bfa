import { type Rate, rateOf, readRate } from '@larkmere/money/rate';
import type { Tx } from '../../platform/db/db.ts';
import { latestCoverDealt } from './treasury.sql.ts';

export type CoverRate = Readonly<{ rate: Rate; dealtAt: Date }>;

/** What the bank would give now if it stayed as far from `mid` as in our last deal of this pair (decision 0076). */
export async function expectedCoverRate(tx: Tx, mid: Rate): Promise<CoverRate | undefined> {
  const last = await latestCoverDealt(tx, mid.base, mid.quote);
  if (!last?.rate || !last.dealtAt) return undefined;
  const [dealt, midThen] = [last.rate, last.mid].map((text) => readRate(last.sell, last.buy, text));
  if (!dealt || !midThen) return undefined;
  const rate = rateOf(
    mid.base,
    mid.quote,
    mid.numerator * dealt.numerator * midThen.denominator,
    mid.denominator * dealt.denominator * midThen.numerator,
  );
  return { rate, dealtAt: last.dealtAt };
}
