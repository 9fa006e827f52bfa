import { contract } from '@larkmere/contract/contract';
import type { IssueRateAccess } from '../../identity/session/session.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { reactivateCustomer } from './mark-dormant.ts';
import { listOwnCustomers, switchCustomer } from './switch-customer.ts';

export function customerRoutes(bind: Bind, admitToRates: IssueRateAccess): void {
  bind.verb(contract.accountStatus.reactivate, reactivateCustomer);
  bind.verb(contract.session.listCustomers, listOwnCustomers);
  bind.workflow(contract.session.switchCustomer, switchCustomer(admitToRates));
}
