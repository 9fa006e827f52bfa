import { inside, type Subscription } from '../kernel/relay.ts';
import { rateMoved } from '../rate/rate.ts';
import { becamePlus } from '../upgrade/upgrade.ts';
import { followUpgrade } from './follow-upgrade.ts';
import { tellAlerts } from './tell-alerts.ts';

export const rateAlertListeners: readonly Subscription[] = [
  inside(rateMoved, 'tell-alerts', tellAlerts),
  inside(becamePlus, 'follow-upgrade', followUpgrade),
];
