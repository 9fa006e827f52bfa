import type { contract } from '@larkmere/contract/contract';
import { listPaymentsOfCustomer } from '../../cards/card-payment/card-payment.ts';
import { findCustomer } from '../../customers/customer/customer.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';

export const showCustomerCardPayments: Verb<typeof contract.customerCardPayment.list> = async (ctx, { id }) => {
  if (!(await findCustomer(ctx.tx, id))) throw new Refusal('not_found');
  return { list: await listPaymentsOfCustomer(ctx, id) };
};
