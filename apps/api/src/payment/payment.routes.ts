import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../kernel/bind.ts';
import { listFreeTrades } from './list-free-trades.ts';
import { listPendingDomestic } from './list-pending-domestic.ts';
import { pricePayment } from './price-payment.ts';
import { subjectOf } from './rails/read-event.ts';
import { receiveRailEvent } from './receive-rail-event.ts';
import { sendGbp } from './send-gbp.ts';
import { showPayment } from './show-payment.ts';

export function paymentRoutes(bind: Bind): void {
  bind.manyTogether(contract.payment.sendGbp, ({ customerId }) => customerId, sendGbp);
  bind.verb(contract.payment.price, pricePayment);
  bind.verb(contract.payment.freeTrades, listFreeTrades);
  bind.verb(contract.payment.pendingDomestic, listPendingDomestic);
  bind.verb(contract.payment.domesticDetail, showPayment);
  bind.manyTogether(contract.rail.receiveEvent, (_, wire) => subjectOf(wire), receiveRailEvent);
}
