import type { contract } from '@larkmere/contract/contract';
import { Refusal } from '../kernel/refusal.ts';
import type { Verb } from '../kernel/verb.ts';
import { bankholderIdsOf } from './payment.read.ts';
import { findPayment } from './payment.sql.ts';
import { viewPayment } from './payment.view.ts';

/** One payment of the customer; somebody else's looks like none. Refuses with `not_found`. */
export const showPayment: Verb<typeof contract.payment.domesticDetail> = async ({ tx, actor }, { id }) => {
  const payment = await findPayment(tx, id);
  if (!payment || payment.customer_id !== actor.customerId) throw new Refusal('not_found');
  const holders = await bankholderIdsOf(tx, [payment]);
  return viewPayment(tx, payment, holders.get(payment.account_id) ?? '');
};
