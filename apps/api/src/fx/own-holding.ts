import type { AccountId } from '@larkmere/ledger/types';
import type { Currency } from '@larkmere/money/money';
import { requireOwnAccount } from '../bank-account/bank-account.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerActor, CustomerCtx } from '../kernel/verb.ts';
import { walletsOf } from '../wallet/wallet.ts';

/** Where a customer keeps one currency: an account, or a wallet. */
export type Holding = Readonly<{
  bankholderId: string;
  currency: Currency;
  ledgerAccountId: AccountId;
  active: boolean;
}>;

/** Whose holdings they are: somebody signed in, or in whose name a colleague's approval lets something begin. */
type OwnerCtx = Pick<CustomerCtx, 'tx'> & Readonly<{ actor: Pick<CustomerActor, 'customerId' | 'userType'> }>;

/** The caller's account or wallet. Throws `not_found` when it is absent or somebody else's. */
export async function requireOwnHolding(ctx: OwnerCtx, bankholderId: string): Promise<Holding> {
  const wallets = ctx.actor.userType === 'wallet' ? await walletsOf(ctx.tx, ctx.actor.customerId) : [];
  const wallet = wallets.find((own) => own.bankholderId === bankholderId);
  const { currency, ledgerAccountId, status } = wallet ?? (await requireOwnAccount(ctx, bankholderId));
  return { bankholderId, currency, ledgerAccountId, active: status === 'active' };
}

/** The same, fit to take part in an exchange. Refuses `account_not_usable` for another currency or one that is not active. */
export async function requireUsableHolding(ctx: OwnerCtx, bankholderId: string, currency: Currency): Promise<Holding> {
  const holding = await requireOwnHolding(ctx, bankholderId);
  if (holding.currency !== currency || !holding.active) throw new Refusal('account_not_usable');
  return holding;
}
