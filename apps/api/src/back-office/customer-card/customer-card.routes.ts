import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { showCustomerCards } from './customer-card.read.ts';
import { liftCustomerCardStop, stopCustomerCard } from './stop-customer-card.ts';

export function customerCardRoutes(bind: Bind): void {
  bind.verb(contract.customerCard.list, showCustomerCards);
  bind.verb(contract.customerCard.stop, stopCustomerCard);
  bind.verb(contract.customerCard.lift, liftCustomerCardStop);
}
