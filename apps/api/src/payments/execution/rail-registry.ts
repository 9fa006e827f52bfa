import type { RailName } from '@larkmere/contract/platform/rail-name';
import type { Payment } from '../payment/payment.ts';
import type { Rail } from '../payment/rail.ts';

export type RailFor = (payment: Payment) => Rail;

export const railRegistry =
  (table: Partial<Readonly<Record<RailName, Rail>>>): RailFor =>
  ({ rail, reference }) => {
    const found = table[rail as RailName];
    if (!found) throw new Error(`nobody serves the rail ${rail} that payment ${reference} goes by`);
    return found;
  };
