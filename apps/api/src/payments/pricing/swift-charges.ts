import { type Money, money, zero } from '@larkmere/money/money';
import type { Tx } from '../../platform/db/db.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { chargeRule } from './pricing.settings.ts';

type ChargeQuery = Readonly<{ amount: Money; chargeBearer?: 'OUR' | 'SHA' | 'BEN' }>;

export async function expectedCharges(tx: Tx, { amount, chargeBearer = 'SHA' }: ChargeQuery): Promise<Money> {
  if (chargeBearer === 'OUR') return zero(amount.currency);
  const { expectedMinor } = await requireSetting(tx, chargeRule, { currency: amount.currency });
  // Two intermediary banks deduct at most a quarter each of a small payment.
  const most = amount.minor / 2n;
  return money(amount.currency, expectedMinor < most ? expectedMinor : most);
}
