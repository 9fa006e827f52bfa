import type { AccountId } from '@larkmere/ledger/types';
import type { Currency } from '@larkmere/money/money';
import { canUseAccount, requireOwnAccount } from '../../accounts/bank-account/bank-account.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerActor, CustomerCtx, MemberCtx } from '../../platform/requests/verb.ts';

export type CustomerAccount = Readonly<{
  bankholderId: string;
  currency: Currency;
  ledgerAccountId: AccountId;
  isActive: boolean;
}>;

type HolderCtx = Pick<CustomerCtx, 'tx'> & Readonly<{ actor: Pick<CustomerActor, 'customerId' | 'accounts'> }>;

export async function requireCustomerAccount(ctx: HolderCtx, bankholderId: string): Promise<CustomerAccount> {
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
