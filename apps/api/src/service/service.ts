import type { OffData } from '@larkmere/contract/refusals';
import type { Tx } from '../kernel/db.ts';
import { Refusal } from '../kernel/refusal.ts';
import { selectService } from './service.read.ts';

export type Service = Readonly<{ isOn: boolean; message: string | null; until: Date | null }>;

/** Availability of a service such as `payment.gbp`. An unknown key is unavailable. */
export const serviceNow = async (tx: Tx, key: string): Promise<Service> =>
  (await selectService(tx, key)) ?? { isOn: false, message: null, until: null };

export function requireOn({ isOn, message, until }: Service): void {
  if (isOn) return;
  const data: OffData = { until: until?.toISOString() ?? null };
  throw new Refusal('service_off', { data, ...(message !== null && { message }) });
}
