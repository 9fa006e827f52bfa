import { requireAccountAction } from '../../customers/customer/customer.ts';
import { accountRestricted } from '../../platform/requests/account-restricted.ts';
import type { CustomerActor, CustomerCtx } from '../../platform/requests/verb.ts';
import { requireAvailable } from '../../reference/service-availability/service-availability.ts';
import { type TradingRights, tradingRights } from './conversion.read.ts';

type TradingCtx = Pick<CustomerCtx, 'tx'> & Readonly<{ actor: Pick<CustomerActor, 'customerId' | 'accountStatus'> }>;

export async function requireTradingPermission({ tx, actor }: TradingCtx, service: string): Promise<TradingRights> {
  const rights = await tradingRights(tx, actor.customerId, service);
  requireAccountAction(actor.accountStatus, 'exchange');
  if (!rights.mayTrade) throw accountRestricted('trade_not_allowed');
  requireAvailable(rights.service);
  return rights;
}
