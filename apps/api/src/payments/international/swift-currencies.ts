import { refusals } from '@larkmere/contract/platform/refusals';
import type { Tx } from '../../platform/db/db.ts';
import { getServiceAvailability } from '../../reference/service-availability/service-availability.ts';
import { swiftRoute } from '../pricing/pricing.ts';
import { selectSwiftCurrencies } from './swift-currency.sql.ts';

export async function listSwiftCurrencies(tx: Tx, tier: 'plus' | 'wallet') {
  const { message, ...service } = await getServiceAvailability(tx, swiftRoute.serviceKey);
  return {
    service: { ...service, message: message ?? refusals.service_off.message },
    currencies: await selectSwiftCurrencies(tx, tier),
  };
}
