import type { CustomerActor, CustomerCtx } from '../../platform/requests/verb.ts';
import { findCustomer } from '../customer/customer.ts';

/** The upgrade changes the customer's contract, so only the owner may request it. */
export const canRequestUpgrade = ({ role }: CustomerActor): boolean => role === 'owner';

export async function isUpgradeOffered({ tx, actor }: CustomerCtx): Promise<boolean> {
  const customer = await findCustomer(tx, actor.customerId);
  return customer?.kind === 'wallet' && customer.featureUpgrade;
}
