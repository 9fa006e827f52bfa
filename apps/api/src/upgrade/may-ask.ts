import { findCustomer } from '../customer/customer.ts';
import type { CustomerActor, CustomerCtx } from '../kernel/verb.ts';

/** The upgrade changes what the account is: its owner alone decides on it. */
export const mayAsk = ({ role }: CustomerActor): boolean => role === 'owner';

/** Whether the upgrade is offered to this customer. */
export async function offerOf({ tx, actor }: CustomerCtx): Promise<boolean> {
  const customer = await findCustomer(tx, actor.customerId);
  return customer?.kind === 'wallet' && customer.featureUpgrade;
}
