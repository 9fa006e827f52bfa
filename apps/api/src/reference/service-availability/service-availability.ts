/**
 * Whether a service such as `payment.gbp` is on, for everybody or for a customer. Staff turn services off by plan or at
 * once (`back-office/service-control`), and a breaker does for a partner that fails.
 */

import type { ServiceOffData } from '@larkmere/contract/platform/refusals';
import { message } from '@larkmere/messages/message';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { selectServiceAvailability } from './service-availability.read.ts';

export { findServiceQueue, type ServiceQueue, selectQueuedServices } from './service-availability.read.ts';

export type ServiceAvailability = Readonly<{
  isAvailable: boolean;
  message: string | null;
  disabledUntil: Date | null;
}>;

/** Availability of a service such as `payment.gbp` for a customer, or for everyone. An unknown key is unavailable. */
export const getServiceAvailability = async (
  tx: Tx,
  key: string,
  customerId: string | null = null,
): Promise<ServiceAvailability> =>
  (await selectServiceAvailability(tx, key, customerId)) ?? { isAvailable: false, message: null, disabledUntil: null };

export function requireAvailable({ isAvailable, message: note, disabledUntil }: ServiceAvailability): void {
  if (isAvailable) return;
  const data: ServiceOffData = { until: disabledUntil?.toISOString() ?? null };
  throw new Refusal('service_off', { data, ...(note !== null && { reason: message('service_off_notice', { note }) }) });
}
