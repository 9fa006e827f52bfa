import type { contract } from '@larkmere/contract/contract';
import type { RailName } from '@larkmere/contract/rail-name';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import type { Verb } from '../kernel/verb.ts';
import { availableFreeTrades } from './free-trade.sql.ts';

type Source = 'signup' | 'referral' | 'promo' | 'goodwill';

export const listFreeTrades: Verb<typeof contract.payment.freeTrades> = async ({ tx, actor }) => {
  const trades = await availableFreeTrades(tx, actor.customerId);
  return trades.map(({ id, source, applies_to, currency, max_minor, expires_at }) => ({
    uid: id,
    source: source as Source,
    appliesTo: applies_to as RailName[],
    maxAmount: max_minor === null ? null : formatAmount(money(currency as Currency, max_minor)),
    currency: currency as Currency | null,
    expiresAt: expires_at?.toISOString() ?? null,
    status: 'available' as const,
  }));
};
