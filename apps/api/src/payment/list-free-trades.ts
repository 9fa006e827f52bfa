import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../kernel/verb.ts';
import { availableFreeTrades } from './free-trade.sql.ts';

type Source = 'signup' | 'referral' | 'promo' | 'goodwill';

/** Free transfers left, the one that runs out first on top. */
export const listFreeTrades: Verb<typeof contract.payment.freeTrades> = async ({ tx, actor }) => {
  const trades = await availableFreeTrades(tx, actor.customerId);
  return trades.map(({ id, source, expires_at }) => ({
    uid: id,
    source: source as Source,
    expiresAt: expires_at?.toISOString() ?? null,
    status: 'available' as const,
  }));
};
