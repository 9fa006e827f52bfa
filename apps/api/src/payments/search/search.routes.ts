import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { find } from './find.ts';
import { listAllPayments } from './list-all-payments.ts';

export function searchRoutes(bind: Bind): void {
  bind.verb(contract.search.find, find);
  bind.verb(contract.payment.list, listAllPayments);
}
