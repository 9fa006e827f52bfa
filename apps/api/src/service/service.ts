import type { OffData } from '@larkmere/contract/refusals';
import type { Tx } from '../kernel/db.ts';
import { Refusal } from '../kernel/refusal.ts';
import { selectService } from './service.read.ts';

/** Whether a part of the product is switched on; what is said while it is not, and until when, as far as that is known. */
export type Service = Readonly<{ isOn: boolean; message: string | null; until: Date | null }>;

/** A service by its key, such as `payment.gbp`. One that is unknown is off. */
export const serviceNow = async (tx: Tx, key: string): Promise<Service> =>
  (await selectService(tx, key)) ?? { isOn: false, message: null, until: null };

/** Refuses with `service_off`, in the operator's own words where there are any, and with the moment at which it ends. */
export function requireOn({ isOn, message, until }: Service): void {
  if (isOn) return;
  const data: OffData = { until: until?.toISOString() ?? null };
  throw new Refusal('service_off', { data, ...(message !== null && { message }) });
}
