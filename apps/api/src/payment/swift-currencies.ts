import { refusals } from '@larkmere/contract/refusals';
import type { Tx } from '../kernel/db.ts';
import { serviceNow } from '../service/service.ts';
import { selectSwiftCurrencies } from './swift-currency.sql.ts';
import { swift } from './way.ts';

export async function currenciesBySwift(tx: Tx, tier: 'plus' | 'wallet') {
  const { message, ...service } = await serviceNow(tx, swift.service);
  return {
    service: { ...service, message: message ?? refusals.service_off.message },
    currencies: await selectSwiftCurrencies(tx, tier),
  };
}
