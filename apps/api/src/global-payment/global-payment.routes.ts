import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../kernel/bind.ts';
import { listCurrencies } from './list-currencies.ts';
import { priceGlobal } from './price-global.ts';
import { sendCross } from './send-cross.ts';
import { sendCrossAtRate } from './send-cross-at-rate.ts';
import { sendPending, sendSame } from './send-same.ts';
import { showActive } from './show-active.ts';
import { showDetail } from './show-detail.ts';
import { showTracking } from './show-tracking.ts';

export function globalPaymentRoutes(bind: Bind): void {
  const { globalPayment } = contract;
  bind.verb(globalPayment.sendSame, sendSame);
  bind.verb(globalPayment.sendPending, sendPending);
  bind.verb(globalPayment.sendCross, sendCross);
  bind.procedure(globalPayment.sendCrossAtRate, sendCrossAtRate);
  bind.verb(globalPayment.currencies, listCurrencies);
  bind.verb(globalPayment.isActive, showActive);
  bind.verb(globalPayment.price, priceGlobal);
  bind.verb(globalPayment.detail, showDetail);
  bind.verb(globalPayment.tracking, showTracking);
}
