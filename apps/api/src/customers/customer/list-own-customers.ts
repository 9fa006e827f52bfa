import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { selectOwnCustomers } from './customer.sql.ts';

export const listOwnCustomers: Verb<typeof contract.session.listCustomers> = async ({ tx, actor }) => {
  const customers = await selectOwnCustomers(tx, actor.userId);
  return customers.map((customer) => ({ ...customer, isCurrent: customer.id === actor.customerId }));
};
