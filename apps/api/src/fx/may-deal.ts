import { requireActive, restricted } from '../customer/customer.ts';
import type { CustomerActor, CustomerCtx } from '../kernel/verb.ts';
import { requireOn } from '../service/service.ts';
import { type DealingRights, dealingRights } from './fx.read.ts';

/** Who deals: a signed-in customer, or somebody in whose name a job does. */
type Dealer = Pick<CustomerCtx, 'tx'> & Readonly<{ actor: Pick<CustomerActor, 'customerId' | 'accountStatus'> }>;

/** Refuses `account_restricted` for a customer who may not deal, and `service_off` while the service is. */
export async function requireMayDeal({ tx, actor }: Dealer, service: string): Promise<DealingRights> {
  const rights = await dealingRights(tx, actor.customerId, service);
  requireActive(actor.accountStatus);
  if (!rights.mayTrade) throw restricted('trade_not_allowed');
  requireOn(rights.service);
  return rights;
}
