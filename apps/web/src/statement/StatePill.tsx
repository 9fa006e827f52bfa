import type { Reply } from '@larkmere/contract/endpoint';
import type { PaymentState } from '@larkmere/contract/payment';
import type { activity } from '@larkmere/contract/statement';
import { PaymentStatus } from '../payment/payment.tsx';

export type ActivityItem = Reply<typeof activity>[number];

export const StatePill = ({ item: { direction, state } }: { item: Pick<ActivityItem, 'direction' | 'state'> }) =>
  direction === 'out' && state !== null && state !== 'completed' && <PaymentStatus state={state as PaymentState} />;
