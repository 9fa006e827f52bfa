import { contract } from '@larkmere/contract/contract';
import type { IssueRateAccess } from '../../identity/session/session.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { listOwnCustomers } from './list-own-customers.ts';
import { reactivateCustomer } from './reactivate-customer.ts';
import { switchCustomer } from './switch-customer.ts';

export function customerRoutes(bind: Bind, admitToRates: IssueRateAccess): void {
  bind.verb(contract.accountStatus.reactivate, reactivateCustomer);
  bind.verb(contract.session.listCustomers, listOwnCustomers);
  bind.workflow(contract.session.switchCustomer, switchCustomer(admitToRates));
}
