import type { contract } from '@larkmere/contract/contract';
import type { RailName } from '@larkmere/contract/platform/rail-name';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import type { Verb } from '../../platform/requests/verb.ts';
import { listAvailableFeeWaivers } from '../payment/fee-waiver.sql.ts';

type Source = 'signup' | 'referral' | 'promo' | 'goodwill';

export const listFeeWaivers: Verb<typeof contract.payment.listFreeTransfers> = async ({ tx, actor }) => {
  const trades = await listAvailableFeeWaivers(tx, actor.customerId);
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
