import { requireActive, restricted } from '../customer/customer.ts';
import type { CustomerActor, CustomerCtx } from '../kernel/verb.ts';
import { requireOn } from '../service/service.ts';
import { type DealingRights, dealingRights } from './fx.read.ts';

type Dealer = Pick<CustomerCtx, 'tx'> & Readonly<{ actor: Pick<CustomerActor, 'customerId' | 'accountStatus'> }>;

export async function requireMayDeal({ tx, actor }: Dealer, service: string): Promise<DealingRights> {
  const rights = await dealingRights(tx, actor.customerId, service);
  requireActive(actor.accountStatus);
  if (!rights.mayTrade) throw restricted('trade_not_allowed');
  requireOn(rights.service);
  return rights;
}
