import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../kernel/bind.ts';
import { createStandingOrder } from './create-standing-order.ts';
import { editNextDate } from './edit-next-date.ts';
import { editStandingOrder } from './edit-standing-order.ts';
import { listStandingOrders, showHistory, showStandingOrder } from './list-standing-orders.ts';
import { payHeld } from './pay-held.ts';
import { previewDates } from './preview-dates.ts';
import { cancelStandingOrder, pauseStandingOrder, resumeStandingOrder, skipNextDate } from './turn-standing-order.ts';

export function standingOrderRoutes(bind: Bind): void {
  bind.verb(contract.standingOrder.list, listStandingOrders);
  bind.verb(contract.standingOrder.preview, previewDates);
  bind.verb(contract.standingOrder.view, showStandingOrder);
  bind.verb(contract.standingOrder.history, showHistory);
  bind.verb(contract.standingOrder.create, createStandingOrder);
  bind.verb(contract.standingOrder.edit, editStandingOrder);
  bind.verb(contract.standingOrder.editNext, editNextDate);
  bind.verb(contract.standingOrder.pause, pauseStandingOrder);
  bind.verb(contract.standingOrder.resume, resumeStandingOrder);
  bind.verb(contract.standingOrder.skip, skipNextDate);
  bind.verb(contract.standingOrder.payHeld, payHeld);
  bind.verb(contract.standingOrder.cancel, cancelStandingOrder);
}
