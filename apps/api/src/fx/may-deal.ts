import { Refusal } from '../kernel/refusal.ts';
import type { CustomerActor, CustomerCtx } from '../kernel/verb.ts';
import { dealingRights } from './fx.read.ts';

/** Who deals: a signed-in customer, or somebody in whose name a job does. */
type Dealer = Pick<CustomerCtx, 'tx'> & Readonly<{ actor: Pick<CustomerActor, 'customerId' | 'accountStatus'> }>;

/** Refuses `account_restricted` for a customer who may not deal, and `service_off` while the service is. */
export async function requireMayDeal({ tx, actor }: Dealer, service: string): Promise<void> {
  const { serviceOn, message, mayTrade } = await dealingRights(tx, actor.customerId, service);
  if (actor.accountStatus !== 'active' || !mayTrade) throw new Refusal('account_restricted');
  if (!serviceOn) throw new Refusal('service_off', message === null ? {} : { message });
}
