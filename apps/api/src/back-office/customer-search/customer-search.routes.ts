import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { searchCustomers } from './search-customers.ts';

export function customerSearchRoutes(bind: Bind): void {
  bind.verb(contract.customerSearch.search, searchCustomers);
}
