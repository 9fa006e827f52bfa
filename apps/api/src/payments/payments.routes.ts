import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../platform/http/bind.ts';
import { sendEur, sendGbp, sendIfxEur, sendIfxGbp, sendPendingDomestic, sendThb } from './domestic/send-domestic.ts';
import { serialKeyOf } from './execution/rails/read-event.ts';
import { receiveRailEvent } from './incoming/receive-rail-event.ts';
import { cancelPayment } from './payment/cancel-payment.ts';
import { listPendingDomestic, listPendingSwift } from './payment/list-payments.ts';
import { repeatPayment } from './payment/repeat-payment.ts';
import { showPayment } from './payment/show-payment.ts';
import { listFeeWaivers } from './pricing/list-fee-waivers.ts';
import { pricePayment } from './pricing/price.ts';
import { showTariff } from './pricing/show-tariff.ts';
import { recallPayment } from './recall/recall-payment.ts';

export function paymentRoutes(bind: Bind): void {
  const { payment } = contract;
  // Payments of one payer never share a batch.
  const payerOf = ({ customerId }: { customerId: string }): string => customerId;
  bind.batched(payment.sendGbp, payerOf, sendGbp);
  bind.batched(payment.sendEur, payerOf, sendEur);
  bind.batched(payment.sendThb, payerOf, sendThb);
  bind.batched(payment.sendIfxGbp, payerOf, sendIfxGbp);
  bind.batched(payment.sendIfxEur, payerOf, sendIfxEur);
  bind.batched(payment.sendPendingDomestic, payerOf, sendPendingDomestic);
  bind.verb(payment.price, pricePayment);
  bind.verb(payment.listFreeTransfers, listFeeWaivers);
  bind.verb(contract.tariff.show, showTariff);
  bind.verb(payment.pendingDomestic, listPendingDomestic);
  bind.verb(payment.pendingSwift, listPendingSwift);
  bind.verb(payment.domesticDetail, showPayment);
  bind.verb(payment.cancel, cancelPayment);
  bind.verb(payment.recall, recallPayment);
  bind.verb(payment.prefill, repeatPayment);
  bind.batched(contract.rail.receiveEvent, (_, wire) => serialKeyOf(wire), receiveRailEvent);
}
