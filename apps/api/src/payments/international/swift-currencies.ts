import { formatMessage } from '@larkmere/messages/format-message';
import { defaultLanguage } from '@larkmere/messages/languages';
import { message } from '@larkmere/messages/message';
import type { Tx } from '../../platform/db/db.ts';
import { getServiceAvailability } from '../../reference/service-availability/service-availability.ts';
import { swiftRoute } from '../pricing/pricing.ts';
import { selectSwiftCurrencies } from './swift-currency.sql.ts';

export async function listSwiftCurrencies(tx: Tx, tier: 'plus' | 'wallet') {
  const { message: notice, ...service } = await getServiceAvailability(tx, swiftRoute.serviceKey);
  return {
    service: { ...service, message: notice ?? formatMessage(defaultLanguage, message('service_off')) },
    currencies: await selectSwiftCurrencies(tx, tier),
  };
}
