import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { searchCustomers } from './customer-search.read.ts';

export function customerSearchRoutes(bind: Bind): void {
  bind.verb(contract.customerSearch.search, searchCustomers);
}
