import { contract } from '@larkmere/contract/contract';
import { listPaymentsOfCustomer } from '../../cards/card-payment/card-payment.ts';
import { findCustomer } from '../../customers/customer/customer.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';

const showCustomerCardPayments: Verb<typeof contract.customerCardPayment.list> = async (ctx, { id }) => {
  if (!(await findCustomer(ctx.tx, id))) throw new Refusal('not_found');
  return { list: await listPaymentsOfCustomer(ctx, id) };
};

export function customerCardPaymentRoutes(bind: Bind): void {
  bind.verb(contract.customerCardPayment.list, showCustomerCardPayments);
}
