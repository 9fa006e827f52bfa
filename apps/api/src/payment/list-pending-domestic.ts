import type { contract } from '@larkmere/contract/contract';
import type { PaymentState } from '@larkmere/contract/payment';
import type { Verb } from '../kernel/verb.ts';
import { bankholderIdsOf } from './payment.read.ts';
import { listPayments } from './payment.sql.ts';
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

/** Domestic payments of the customer, newest first. */
export const listPendingDomestic: Verb<typeof contract.payment.pendingDomestic> = async (
  { tx, actor },
  { startdate, enddate, filterType },
) => {
  const payments = await listPayments(tx, {
    customerId: actor.customerId,
    kinds: ['domestic', 'internal'],
    states: states[filterType] ?? paymentStates,
    startdate,
    enddate,
    most,
  });
  return { list: await viewPayments(tx, payments, await bankholderIdsOf(tx, payments)) };
};
