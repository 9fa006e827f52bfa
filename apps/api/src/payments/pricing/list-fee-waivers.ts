import type { contract } from '@larkmere/contract/contract';
import { formatAmount, money } from '@larkmere/money/money';
import { v7 } from 'uuid';
import type { Tx } from '../../platform/db/db.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { present } from '../../platform/values/values.ts';
import { listAvailableFeeWaivers } from '../payment/fee-waiver.sql.ts';

export const listFeeWaivers: Verb<typeof contract.payment.listFreeTransfers> = async ({ tx, actor }) => {
  const trades = await listAvailableFeeWaivers(tx, actor.customerId);
  return trades.map(({ id, source, appliesTo, currency, maxMinor, expiresAt }) => ({
    uid: id,
    source,
    appliesTo,
    maxAmount:
      maxMinor === null ? null : formatAmount(money(present(currency, 'the currency of the largest amount'), maxMinor)),
    currency,
    expiresAt: expiresAt?.toISOString() ?? null,
    status: 'available' as const,
  }));
};

type Grant = Readonly<{ customerId: string; source: 'signup' | 'referral' | 'promo' | 'goodwill'; count: number }>;

/** Gives free transfers that do not expire. The caller makes sure that it happens once. */
export async function grantFeeWaivers(tx: Tx, { customerId, source, count }: Grant): Promise<void> {
  if (count === 0) return;
  const waivers = Array.from({ length: count }, () => ({ id: v7(), customerId, source }));
  await tx.insertInto('payment.fee_waiver').values(waivers).execute();
}
