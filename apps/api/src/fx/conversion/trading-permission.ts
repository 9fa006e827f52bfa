import type { AccountId } from '@larkmere/ledger/types';
import type { Currency } from '@larkmere/money/money';
import { canUseAccount, requireOwnAccount } from '../../accounts/bank-account/bank-account.ts';
import { requireAccountAction } from '../../customers/customer/customer.ts';
import { accountRestricted, Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerActor, CustomerCtx, MemberCtx } from '../../platform/requests/verb.ts';
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

export type CustomerAccount = Readonly<{
  bankholderId: string;
  currency: Currency;
  ledgerAccountId: AccountId;
  isActive: boolean;
}>;

type HolderCtx = Pick<CustomerCtx, 'tx'> & Readonly<{ actor: Pick<CustomerActor, 'customerId' | 'accounts'> }>;

async function requireCustomerAccount(ctx: HolderCtx, bankholderId: string): Promise<CustomerAccount> {
  const { currency, ledgerAccountId, status } = await requireOwnAccount(ctx, bankholderId);
  return { bankholderId, currency, ledgerAccountId, isActive: status === 'active' };
}

type Exchange = Readonly<{ customerId: string; sourceBankholderId: string; targetBankholderId: string }>;

/** Of this customer, and between accounts that this member may use. */
export const isOwnExchange = (member: MemberCtx['actor'], exchange: Exchange): boolean =>
  exchange.customerId === member.customerId &&
  canUseAccount(member, exchange.sourceBankholderId) &&
  canUseAccount(member, exchange.targetBankholderId);

export async function requireTradableAccount(
  ctx: HolderCtx,
  bankholderId: string,
  currency: Currency,
): Promise<CustomerAccount> {
  const holding = await requireCustomerAccount(ctx, bankholderId);
  if (holding.currency !== currency || !holding.isActive) throw new Refusal('account_not_usable');
  return holding;
}
