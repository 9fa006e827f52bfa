import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../kernel/bind.ts';
import { cancelPayment } from './cancel-payment.ts';
import { listFreeTrades } from './list-free-trades.ts';
import { listPendingDomestic } from './list-pending-domestic.ts';
import { listPendingSwift } from './list-pending-swift.ts';
import { pricePayment } from './price-payment.ts';
import { subjectOf } from './rails/read-event.ts';
import { recallPayment } from './recall-payment.ts';
import { receiveRailEvent } from './receive-rail-event.ts';
import { repeatPayment } from './repeat-payment.ts';
import { sendEur, sendIfxEur } from './send-eur.ts';
import { sendGbp, sendIfxGbp } from './send-gbp.ts';
import { sendPendingDomestic } from './send-pending-domestic.ts';
import { sendThb } from './send-thb.ts';
import { showPayment } from './show-payment.ts';

export function paymentRoutes(bind: Bind): void {
  const { payment } = contract;
  // Payments of one payer never share a batch.
  const lane = ({ customerId }: { customerId: string }): string => customerId;
  bind.manyTogether(payment.sendGbp, lane, sendGbp);
  bind.manyTogether(payment.sendEur, lane, sendEur);
  bind.manyTogether(payment.sendThb, lane, sendThb);
  bind.manyTogether(payment.sendIfxGbp, lane, sendIfxGbp);
  bind.manyTogether(payment.sendIfxEur, lane, sendIfxEur);
  bind.manyTogether(payment.sendPendingDomestic, lane, sendPendingDomestic);
  bind.verb(payment.price, pricePayment);
  bind.verb(payment.freeTrades, listFreeTrades);
  bind.verb(payment.pendingDomestic, listPendingDomestic);
  bind.verb(payment.pendingSwift, listPendingSwift);
  bind.verb(payment.domesticDetail, showPayment);
  bind.verb(payment.cancel, cancelPayment);
  bind.verb(payment.recall, recallPayment);
  bind.verb(payment.repeat, repeatPayment);
  bind.manyTogether(contract.rail.receiveEvent, (_, wire) => subjectOf(wire), receiveRailEvent);
}
