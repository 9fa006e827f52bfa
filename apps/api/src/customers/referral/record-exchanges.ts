import { type Currency, type Money, money } from '@larkmere/money/money';
import { convertAtMid } from '../../fx/conversion/conversion.ts';
import type { Tx } from '../../platform/db/db.ts';
import { pushLiveChange } from '../../platform/events/live.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { usersWithAnyAccess } from '../customer/customer.ts';
import type { NewExchange } from './referral.read.ts';
import { selectNewExchanges } from './referral.read.ts';
import { insertExchanges, sumExchanges } from './referral.sql.ts';
import type { Referral } from './referral.ts';

/**
 * The worth of an exchange in the currency of the offer. The side that is in this currency counts as it was dealt: what
 * was sold with its fee, as the customer entered it. Of an exchange between two others counts what was bought at mid, at
 * the rate of now. Undefined while there is no rate.
 */
export async function valueExchange(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  { sell, buy, sellMinor, buyMinor, midValueMinor }: NewExchange,
  currency: Currency,
): Promise<Money | undefined> {
  if (sell === currency) return money(currency, sellMinor);
  if (buy === currency) return money(currency, buyMinor);
  return convertAtMid(ctx, money(buy, midValueMinor), currency);
}

/** Records what the friend exchanged since, and returns the total in minor units of the offer. */
export async function recordExchanges(ctx: Pick<Ctx, 'tx' | 'now'>, referral: Referral): Promise<bigint> {
  const { tx } = ctx;
  const rows = [];
  for (const exchange of await selectNewExchanges(tx, referral)) {
    const value = await valueExchange(ctx, exchange, referral.currency);
    if (value)
      rows.push({
        conversionId: exchange.id,
        referralId: referral.id,
        valueMinor: value.minor,
        executedAt: exchange.executedAt,
      });
  }
  await insertExchanges(tx, rows);
  if (rows.length > 0) await showReferrer(tx, referral.referrerId);
  return (await sumExchanges(tx, [referral.id])).get(referral.id) ?? 0n;
}

/** Open pages of the referrer show how far the friend has come. */
async function showReferrer(tx: Tx, customerId: string): Promise<void> {
  for (const userId of await usersWithAnyAccess(tx, customerId, ['introducer']))
    await pushLiveChange(tx, { userId, customerId });
}
