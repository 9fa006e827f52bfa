import { customerUpgraded } from '../../customers/upgrade/upgrade.ts';
import { type Subscription, transactionalHandler } from '../../platform/events/relay.ts';
import { rateMoved } from '../rate/rate.ts';
import { fireReachedAlerts } from './fire-alerts.ts';
import { onCustomerUpgraded } from './on-customer-upgraded.ts';

export const rateAlertListeners: readonly Subscription[] = [
  transactionalHandler(rateMoved, 'fire-alerts', fireReachedAlerts),
  transactionalHandler(customerUpgraded, 'on-customer-upgraded', onCustomerUpgraded),
];
