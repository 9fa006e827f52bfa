import { fxConverted } from '../fx/fx.ts';
import { inside, type Subscription } from '../kernel/relay.ts';
import { dealMoved } from '../manual-fx/manual-fx.ts';
import { alertFired } from '../rate-alert/rate-alert.ts';
import { transferMade } from '../transfer/transfer.ts';
import { notifyAlert } from './notify-alert.ts';
import { notifyConversion } from './notify-conversion.ts';
import { notifyDeal } from './notify-deal.ts';
import { notifyTransfer } from './notify-transfer.ts';

export const exchangeNotices: readonly Subscription[] = [
  inside(alertFired, 'notify-alert', notifyAlert),
  inside(dealMoved, 'notify-deal', notifyDeal),
  inside(fxConverted, 'notify-conversion', notifyConversion),
  inside(transferMade, 'notify-transfer', notifyTransfer),
];
