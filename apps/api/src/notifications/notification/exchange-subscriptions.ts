import { ownTransferCompleted } from '../../accounts/own-transfer/own-transfer.ts';
import { fxConverted } from '../../fx/conversion/conversion.ts';
import { dealStateChanged } from '../../fx/manual-fx/manual-fx.ts';
import { alertFired } from '../../fx/rate-alert/rate-alert.ts';
import { type Subscription, transactionalHandler } from '../../platform/events/relay.ts';
import { notifyAlert } from './notify-alert.ts';
import { notifyConversion } from './notify-conversion.ts';
import { notifyDeal } from './notify-deal.ts';
import { notifyTransfer } from './notify-transfer.ts';

export const exchangeSubscriptions: readonly Subscription[] = [
  transactionalHandler(alertFired, 'notify-alert', notifyAlert),
  transactionalHandler(dealStateChanged, 'notify-deal', notifyDeal),
  transactionalHandler(fxConverted, 'notify-conversion', notifyConversion),
  transactionalHandler(ownTransferCompleted, 'notify-transfer', notifyTransfer),
];
