import { findCustomer } from '../../customers/customer/customer.ts';
import type { Tx } from '../../platform/db/db.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { cardSetting } from './issued-card.settings.ts';

/** As the session says: a Plus customer whose account has the feature, while cards are offered at all. */
export async function isCardOffered(tx: Tx, customerId: string): Promise<boolean> {
  const customer = await findCustomer(tx, customerId);
  if (customer?.kind !== 'plus' || !customer.featureCard) return false;
  return (await requireSetting(tx, cardSetting, {})).isOffered;
}
