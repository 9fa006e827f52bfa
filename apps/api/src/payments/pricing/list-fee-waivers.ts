import type { contract } from '@larkmere/contract/contract';
import type { RailName } from '@larkmere/contract/platform/rail-name';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import type { Verb } from '../../platform/requests/verb.ts';
import { listAvailableFeeWaivers } from '../payment/fee-waiver.sql.ts';

export const listFeeWaivers: Verb<typeof contract.payment.listFreeTransfers> = async ({ tx, actor }) => {
  const trades = await listAvailableFeeWaivers(tx, actor.customerId);
  return trades.map(({ id, source, appliesTo, currency, maxMinor, expiresAt }) => ({
    uid: id,
    source,
    appliesTo: appliesTo as RailName[],
    maxAmount: maxMinor === null ? null : formatAmount(money(currency as Currency, maxMinor)),
    currency,
    expiresAt: expiresAt?.toISOString() ?? null,
    status: 'available' as const,
  }));
};
