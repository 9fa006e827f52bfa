import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../platform/http/bind.ts';
import { addPayeesOfFile, type StorePayee } from './bulk/add-payees.ts';
import { quoteConversion } from './bulk/conversion.ts';
import { confirmRow, correctRow, excludeRow, overrideNameCheck } from './bulk/correct-row.ts';
import { releaseFileOnce } from './bulk/release-file.ts';
import { downloadTemplate, exportFaultReport, getFile, listFiles, listRows } from './bulk/show-files.ts';
import { uploadFile } from './bulk/upload-file.ts';
import { sendEur, sendGbp, sendIfxEur, sendIfxGbp, sendPendingDomestic, sendThb } from './domestic/send-domestic.ts';
import { serialKeyOf } from './execution/rails/read-event.ts';
import {
  createFavourite,
  prepareFavourite,
  removeFavourite,
  reorderFavourites,
  updateFavourite,
} from './favourite/change-favourites.ts';
import { listFavourites, listMembers } from './favourite/favourite.read.ts';

import { receiveRailEvent } from './incoming/receive-rail-event.ts';
import {
  listCurrencies,
  priceInternational,
  showAvailability,
  showDetail,
  showTracking,
} from './international/international.read.ts';
import {
  sendCrossCurrency,
  sendCrossCurrencyAtRate,
  sendPendingInternational,
  sendSameCurrency,
} from './international/send-international.ts';
import { findMember } from './member-transfer/find-recipient.ts';
import { sendToMember } from './member-transfer/send-to-member.ts';
import { handleCallback, handleSignedOutCallback } from './open-banking/handle-callback.ts';
import { getPayment, listBanks, listPayments } from './open-banking/open-banking.read.ts';
import type { OpenBankingClient } from './open-banking/rails/open-banking-client.ts';
import { startPayment } from './open-banking/start-payment.ts';
import { cancelPayment } from './payment/cancel-payment.ts';
import { listPendingDomestic, listPendingSwift, repeatPayment, showPayment } from './payment/show-payments.ts';
import { pricePayment } from './pricing/price.ts';
import { listFeeWaivers, showTariff } from './pricing/pricing.read.ts';
import { recallPayment } from './recall/recall-payment.ts';
import { showReceipt } from './receipt/receipt.read.ts';
import { listAllPayments } from './search/all-payments.read.ts';
import { find } from './search/search.read.ts';
import {
  cancelStandingOrder,
  pauseStandingOrder,
  resumeStandingOrder,
  skipNextDate,
} from './standing-order/change-order-state.ts';
import { editNextOccurrence } from './standing-order/edit-next-occurrence.ts';
import { payHeldOccurrence } from './standing-order/pay-held-occurrence.ts';
import { createStandingOrder, editStandingOrder } from './standing-order/save-standing-order.ts';
import {
  getStandingOrder,
  listStandingOrderHistory,
  listStandingOrders,
  previewDates,
} from './standing-order/standing-order.read.ts';

export function paymentRoutes(bind: Bind, openBanking: OpenBankingClient, storePayee: StorePayee): void {
  corePaymentRoutes(bind);
  internationalRoutes(bind);
  bulkPaymentRoutes(bind, storePayee);
  standingOrderRoutes(bind);
  instantPaymentRoutes(bind, openBanking);
  memberTransferRoutes(bind);
  favouriteRoutes(bind);
  bind.workflow(contract.receipt.show, showReceipt);
  searchRoutes(bind);
}

function corePaymentRoutes(bind: Bind): void {
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

export function bulkPaymentRoutes(bind: Bind, storePayee: StorePayee): void {
  bind.verb(contract.bulkPayment.list, listFiles);
  bind.workflow(contract.bulkPayment.upload, uploadFile);
  bind.verb(contract.bulkPayment.view, getFile);
  bind.verb(contract.bulkPayment.rows, listRows);
  bind.verb(contract.bulkPayment.correct, correctRow);
  bind.verb(contract.bulkPayment.acceptName, overrideNameCheck);
  bind.verb(contract.bulkPayment.excludeRow, excludeRow);
  bind.verb(contract.bulkPayment.confirmRow, confirmRow);
  bind.verb(contract.bulkPayment.addPayees, addPayeesOfFile(storePayee));
  bind.verb(contract.bulkPayment.quote, quoteConversion);
  bind.workflow(contract.bulkPayment.release, releaseFileOnce);
  bind.workflow(contract.bulkPayment.template, downloadTemplate);
  bind.workflow(contract.bulkPayment.faultReport, exportFaultReport);
}

function favouriteRoutes(bind: Bind): void {
  bind.verb(contract.favourite.list, listFavourites);
  bind.verb(contract.favourite.listMembers, listMembers);
  bind.verb(contract.favourite.create, createFavourite);
  bind.verb(contract.favourite.update, updateFavourite);
  bind.verb(contract.favourite.reorder, reorderFavourites);
  bind.verb(contract.favourite.remove, removeFavourite);
  bind.verb(contract.favourite.prepare, prepareFavourite);
}

function internationalRoutes(bind: Bind): void {
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

function memberTransferRoutes(bind: Bind): void {
  bind.verb(contract.memberTransfer.findRecipient, findMember);
  bind.verb(contract.memberTransfer.send, sendToMember);
}

function instantPaymentRoutes(bind: Bind, openBanking: OpenBankingClient): void {
  bind.workflow(contract.instantPayment.aspsps, listBanks(openBanking));
  bind.workflow(contract.instantPayment.start, startPayment(openBanking));
  bind.workflow(contract.instantPayment.callback, handleCallback(openBanking));
  bind.workflow(contract.instantPayment.callbackSignedOut, handleSignedOutCallback(openBanking));
  bind.verb(contract.instantPayment.list, listPayments);
  bind.verb(contract.instantPayment.view, getPayment);
}

export function searchRoutes(bind: Bind): void {
  bind.verb(contract.search.find, find);
  bind.verb(contract.payment.list, listAllPayments);
}

function standingOrderRoutes(bind: Bind): void {
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
