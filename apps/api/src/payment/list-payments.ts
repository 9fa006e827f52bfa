import type { PaymentState, PaymentView } from '@larkmere/contract/payment';
import type { CustomerCtx } from '../kernel/verb.ts';
import { bankholderIdsOf } from './payment.read.ts';
import { listPayments } from './payment.sql.ts';
import type { PaymentOrder } from './payment.ts';
import { viewPayments } from './payment.view.ts';
import { paymentStates, waitingStates } from './payment-state.ts';

const most = 200;
/** The specification's filter; `wait` is what its badge counts (product.md B1). */
const states: Readonly<Record<string, readonly PaymentState[]>> = {
  wait: waitingStates,
  approve: ['completed'],
  reject: ['rejected', 'failed', 'expired', 'returned'],
  cancel: ['cancelled'],
  all: paymentStates,
};

type Asked = Readonly<{ startdate?: string | undefined; enddate?: string | undefined; filterType: string }>;

/** The customer's payments of some kinds by state and day, newest first. */
export async function paymentsOf(
  { tx, actor }: CustomerCtx,
  kinds: readonly PaymentOrder['kind'][],
  { startdate, enddate, filterType }: Asked,
): Promise<PaymentView[]> {
  const { customerId } = actor;
  const wanted = states[filterType] ?? paymentStates;
  const payments = await listPayments(tx, { customerId, kinds, states: wanted, startdate, enddate, most });
  return viewPayments(tx, payments, await bankholderIdsOf(tx, payments));
}
