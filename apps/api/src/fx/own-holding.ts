import type { AccountId } from '@larkmere/ledger/types';
import type { Currency } from '@larkmere/money/money';
import { requireOwnAccount } from '../bank-account/bank-account.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerActor, CustomerCtx } from '../kernel/verb.ts';
import { walletsOf } from '../wallet/wallet.ts';

export type Holding = Readonly<{
  bankholderId: string;
  currency: Currency;
  ledgerAccountId: AccountId;
  active: boolean;
}>;

type OwnerCtx = Pick<CustomerCtx, 'tx'> & Readonly<{ actor: Pick<CustomerActor, 'customerId' | 'userType'> }>;

export async function requireOwnHolding(ctx: OwnerCtx, bankholderId: string): Promise<Holding> {
  const wallets = ctx.actor.userType === 'wallet' ? await walletsOf(ctx.tx, ctx.actor.customerId) : [];
  const wallet = wallets.find((own) => own.bankholderId === bankholderId);
  const { currency, ledgerAccountId, status } = wallet ?? (await requireOwnAccount(ctx, bankholderId));
  return { bankholderId, currency, ledgerAccountId, active: status === 'active' };
}

export async function requireUsableHolding(ctx: OwnerCtx, bankholderId: string, currency: Currency): Promise<Holding> {
  const holding = await requireOwnHolding(ctx, bankholderId);
  if (holding.currency !== currency || !holding.active) throw new Refusal('account_not_usable');
  return holding;
}
