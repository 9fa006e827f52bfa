/**
 * The circuit breaker of each partner: opens when too many calls fail or are slow, lets a few through after a while,
 * and closes again. While it is open, its services are off. Staff may hold it open or closed.
 */

import type { RailName } from '@larkmere/contract/platform/rail-name';
import { keysOf } from '../../platform/values/values.ts';

export { breakerRule } from './service-breaker.settings.ts';
export {
  type BreakerRow,
  lockBreaker,
  selectBreakers,
  selectStoppedServices,
  updateBreaker,
} from './service-breaker.sql.ts';

const services = {
  'faster-payments': 'payment.gbp',
  'sepa-credit-transfer': 'payment.eur',
  'sepa-instant': 'payment.eur',
  promptpay: 'payment.thb',
  bahtnet: 'payment.thb',
  swift: 'payment.swift',
  fedwire: 'payment.fedwire',
  local: 'payment.local',
} as const satisfies Readonly<Record<RailName, string>>;

/** Each service has a breaker of its own, so that the other rails continue. */
export const serviceOfRail = (rail: RailName): string => services[rail];

export const railsOfServices = (stopped: readonly string[]): RailName[] =>
  keysOf(services).filter((rail) => stopped.includes(services[rail]));
