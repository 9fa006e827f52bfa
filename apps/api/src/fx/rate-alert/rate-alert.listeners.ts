import { type Subscription, transactionalHandler } from '../../platform/events/relay.ts';
import { rateMoved } from '../rate/rate.ts';
import { fireReachedAlerts } from './fire-alerts.ts';
export const rateAlertListeners: readonly Subscription[] = [
  transactionalHandler(rateMoved, 'fire-alerts', fireReachedAlerts),
];
