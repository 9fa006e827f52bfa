import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { cancelStandingOrder, pauseStandingOrder, resumeStandingOrder, skipNextDate } from './change-order-state.ts';
import { editNextOccurrence } from './edit-next-occurrence.ts';
import { getStandingOrder, listStandingOrderHistory, listStandingOrders } from './list-standing-orders.ts';
import { payHeldOccurrence } from './pay-held-occurrence.ts';
import { previewDates } from './preview-dates.ts';
import { createStandingOrder, editStandingOrder } from './save-standing-order.ts';

export function standingOrderRoutes(bind: Bind): void {
  bind.verb(contract.standingOrder.list, listStandingOrders);
  bind.verb(contract.standingOrder.preview, previewDates);
  bind.verb(contract.standingOrder.view, getStandingOrder);
  bind.verb(contract.standingOrder.history, listStandingOrderHistory);
  bind.verb(contract.standingOrder.create, createStandingOrder);
  bind.verb(contract.standingOrder.edit, editStandingOrder);
  bind.verb(contract.standingOrder.editNext, editNextOccurrence);
  bind.verb(contract.standingOrder.pause, pauseStandingOrder);
  bind.verb(contract.standingOrder.resume, resumeStandingOrder);
  bind.verb(contract.standingOrder.skip, skipNextDate);
  bind.verb(contract.standingOrder.payHeld, payHeldOccurrence);
  bind.verb(contract.standingOrder.cancel, cancelStandingOrder);
}
