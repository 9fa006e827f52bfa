import type { RailName } from '@larkmere/contract/rail-name';
import type { Payment } from './payment.ts';
import type { Rail } from './rails/rail.ts';

export type Rails = (payment: Payment) => Rail;

export const railsOf =
  (table: Partial<Readonly<Record<RailName, Rail>>>): Rails =>
  ({ rail, reference }) => {
    const found = table[rail as RailName];
    if (!found) throw new Error(`nobody serves the rail ${rail} that payment ${reference} goes by`);
    return found;
  };
