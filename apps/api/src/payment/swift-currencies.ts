import { refusals } from '@larkmere/contract/refusals';
import type { Tx } from '../kernel/db.ts';
import { serviceNow } from '../service/service.ts';
import { selectSwiftCurrencies } from './swift-currency.sql.ts';
import { swift } from './way.ts';

/** In what can be sent by SWIFT by a tier, and whether that is possible now; what is said when not is what a try would get. */
export async function currenciesBySwift(tx: Tx, tier: 'plus' | 'wallet') {
  const { message, ...service } = await serviceNow(tx, swift.service);
  return {
    service: { ...service, message: message ?? refusals.service_off.message },
    currencies: await selectSwiftCurrencies(tx, tier),
  };
}
