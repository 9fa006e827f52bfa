import { z } from 'zod';
import { CurrencyCode } from './fields.ts';

const RatePair = z.object({ base: CurrencyCode, quote: CurrencyCode, rate: z.string() });

export const DisplayedRate = RatePair.extend({ market: RatePair.nullable() }).meta({
  id: 'DisplayedRate',
  description:
    'One `base`, the currency that is sold, buys `rate` of `quote`. Four decimals, or five digits below 0.1, rounded down. `market` is the same rate the way the market quotes the pair, rounded up; null where that is the same way.',
});
export type DisplayedRate = z.infer<typeof DisplayedRate>;
