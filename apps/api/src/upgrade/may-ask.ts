import { findCustomer } from '../customer/customer.ts';
import type { CustomerActor, CustomerCtx } from '../kernel/verb.ts';

/** The upgrade changes the customer's contract, so only the owner may request it. */
export const mayAsk = ({ role }: CustomerActor): boolean => role === 'owner';

export async function offerOf({ tx, actor }: CustomerCtx): Promise<boolean> {
  const customer = await findCustomer(tx, actor.customerId);
  return customer?.kind === 'wallet' && customer.featureUpgrade;
}
