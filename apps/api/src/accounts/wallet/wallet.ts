import { randomInt } from 'node:crypto';
import { openAccount } from '@larkmere/ledger/open-account';
import type { AccountId } from '@larkmere/ledger/types';
import type { Currency } from '@larkmere/money/money';
import { v7 } from 'uuid';
import type { Tx } from '../../platform/db/db.ts';
import type { MemberCtx } from '../../platform/requests/verb.ts';
import { canUseAccount } from '../bank-account/bank-account.ts';
import { insertWallet, selectWallets, updateWalletStatus } from './wallet.sql.ts';

export type Wallet = Readonly<{
  id: string;
  customerId: string;
  bankholderId: string;
  currency: Currency;
  name: string;
  ledgerAccountId: AccountId;
  status: 'active' | 'closing' | 'closed';
}>;

export type NewWallet = Pick<Wallet, 'customerId' | 'currency' | 'name'> &
  Partial<Pick<Wallet, 'bankholderId'>> & { readonly openedAt?: Date };

/** The wallets that this member may use. */
export const listOwnWallets = async ({ tx, actor }: MemberCtx): Promise<Wallet[]> =>
  (await listWalletsOf(tx, actor.customerId)).filter(({ bankholderId }) => canUseAccount(actor, bankholderId));

/** All wallets of a customer, regardless of the restrictions of a member. */
export async function listWalletsOf(tx: Tx, customerId: string): Promise<Wallet[]> {
  return (await selectWallets(tx, customerId)) as Wallet[];
}

export async function openWallet(tx: Tx, wallet: NewWallet): Promise<Wallet> {
  const { customerId, currency, bankholderId = String(randomInt(1_000_000_000, 9_999_999_999)) } = wallet;
  const code = `wallet:${customerId}:${currency}`;
  const ledgerAccountId = await openAccount(tx, { code, class: 'liability', currency, mayOverdraw: false });
  const opened = { id: v7(), customerId, bankholderId, currency, name: wallet.name, ledgerAccountId };
  await insertWallet(tx, opened, wallet.openedAt);
  return { ...opened, status: 'active' };
}

/** The ledger account stays open, because a bank account can take it over. */
export const closeWallet = (tx: Tx, id: string): Promise<void> => updateWalletStatus(tx, id, 'closed');
