import type { contract } from '@larkmere/contract/contract';
import type { PaymentState } from '@larkmere/contract/payment';
import type { Verb } from '../kernel/verb.ts';
import { bankholderIdsOf } from './payment.read.ts';
import { listPayments } from './payment.sql.ts';
import { viewPayments } from './payment.view.ts';

const most = 200;
const all: readonly PaymentState[] = [
  'ready',
  'submitted',
  'sent',
  'completed',
  'returned',
  'rejected',
  'failed',
  'cancelled',
];
/** The specification's filter; `wait` is what its badge counts (product.md B1). */
const states: Readonly<Record<string, readonly PaymentState[]>> = {
  wait: ['ready', 'submitted', 'sent'],
  approve: ['completed'],
  reject: ['rejected', 'failed', 'returned'],
  cancel: ['cancelled'],
  all,
};

/** Domestic payments of the customer, newest first. */
export const listPendingDomestic: Verb<typeof contract.payment.pendingDomestic> = async (
  { tx, actor },
  { startdate, enddate, filterType },
) => {
  const payments = await listPayments(tx, {
    customerId: actor.customerId,
    states: states[filterType] ?? all,
    startdate,
    enddate,
    most,
  });
  return { list: await viewPayments(tx, payments, await bankholderIdsOf(tx, payments)) };
};
