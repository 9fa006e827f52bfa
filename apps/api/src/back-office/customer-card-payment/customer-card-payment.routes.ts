import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { showCustomerCardPayments } from './show-customer-card-payments.ts';

export function customerCardPaymentRoutes(bind: Bind): void {
  bind.verb(contract.customerCardPayment.list, showCustomerCardPayments);
}
