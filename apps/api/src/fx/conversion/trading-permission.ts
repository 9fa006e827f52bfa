import { requireAccountAction } from '../../customers/customer/customer.ts';
import { accountRestricted } from '../../platform/requests/refusal.ts';
import type { CustomerActor, CustomerCtx } from '../../platform/requests/verb.ts';
import { requireAvailable } from '../../reference/service-availability/service-availability.ts';
import { type TradingRights, tradingRights } from './conversion.read.ts';

type TradingCtx = Pick<CustomerCtx, 'tx'> & Readonly<{ actor: Pick<CustomerActor, 'customerId' | 'accountStatus'> }>;

/** A closing account only exchanges into the currency that leaves with the customer. */
export async function requireTradingPermission(
  { tx, actor }: TradingCtx,
  service: string,
  buy?: string,
): Promise<TradingRights> {
  const rights = await tradingRights(tx, actor.customerId, service);
  const leaves = buy !== undefined && rights.exitCurrency === buy;
  requireAccountAction(actor.accountStatus, 'exchange', leaves ? ['exit_currency'] : []);
  if (!rights.mayTrade) throw accountRestricted('trade_not_allowed');
  requireAvailable(rights.service);
  return rights;
}
