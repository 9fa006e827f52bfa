import type { activity } from '@larkmere/contract/accounts/statement';
import type { PaymentState } from '@larkmere/contract/payments/payment';
import type { Reply } from '@larkmere/contract/platform/endpoint';
import { PaymentStatus } from '../../payments/payment/payment.tsx';

export type ActivityItem = Reply<typeof activity>[number];

export const PaymentStatePill = ({ item: { direction, state } }: { item: Pick<ActivityItem, 'direction' | 'state'> }) =>
  direction === 'out' && state !== null && state !== 'completed' && <PaymentStatus state={state as PaymentState} />;
