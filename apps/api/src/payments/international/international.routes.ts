import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { listCurrencies, showAvailability } from './list-currencies.ts';
import { priceInternational } from './price-international.ts';
import { sendCrossCurrency, sendCrossCurrencyAtRate } from './send-cross-currency.ts';
import { sendPendingInternational, sendSameCurrency } from './send-same-currency.ts';
import { showDetail, showTracking } from './show-tracking.ts';

export function internationalRoutes(bind: Bind): void {
  const { globalPayment } = contract;
  bind.verb(globalPayment.sendSame, sendSameCurrency);
  bind.verb(globalPayment.sendPending, sendPendingInternational);
  bind.verb(globalPayment.sendCross, sendCrossCurrency);
  bind.workflow(globalPayment.sendCrossAtRate, sendCrossCurrencyAtRate);
  bind.verb(globalPayment.currencies, listCurrencies);
  bind.verb(globalPayment.isActive, showAvailability);
  bind.verb(globalPayment.price, priceInternational);
  bind.verb(globalPayment.detail, showDetail);
  bind.verb(globalPayment.tracking, showTracking);
}
