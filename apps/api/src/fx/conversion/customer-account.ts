import type { AccountId } from '@larkmere/ledger/types';
import type { Currency } from '@larkmere/money/money';
import { requireOwnAccount } from '../../accounts/bank-account/bank-account.ts';
import { listWalletsOf } from '../../accounts/wallet/wallet.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerActor, CustomerCtx } from '../../platform/requests/verb.ts';

export type CustomerAccount = Readonly<{
  bankholderId: string;
  currency: Currency;
  ledgerAccountId: AccountId;
  isActive: boolean;
}>;

type OwnerCtx = Pick<CustomerCtx, 'tx'> & Readonly<{ actor: Pick<CustomerActor, 'customerId' | 'userType'> }>;

export async function requireCustomerAccount(ctx: OwnerCtx, bankholderId: string): Promise<CustomerAccount> {
  const wallets = ctx.actor.userType === 'wallet' ? await listWalletsOf(ctx.tx, ctx.actor.customerId) : [];
  const wallet = wallets.find((own) => own.bankholderId === bankholderId);
  const { currency, ledgerAccountId, status } = wallet ?? (await requireOwnAccount(ctx, bankholderId));
  return { bankholderId, currency, ledgerAccountId, isActive: status === 'active' };
}

export async function requireTradableAccount(
  ctx: OwnerCtx,
  bankholderId: string,
  currency: Currency,
): Promise<CustomerAccount> {
  const holding = await requireCustomerAccount(ctx, bankholderId);
  if (holding.currency !== currency || !holding.isActive) throw new Refusal('account_not_usable');
  return holding;
}
