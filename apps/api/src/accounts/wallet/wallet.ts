/**
 * A wallet: one currency of a wallet customer, with a name, and one of them the default. Its money is on a bank account
 * of the product `wallet`. It can be opened, renamed, closed when empty, and turned into a bank account by an upgrade.
 */

import type { WalletView } from '@larkmere/contract/accounts/wallet';
import { unfreezeAccount } from '@larkmere/ledger/account-status';
import { type Balance, balancesOf } from '@larkmere/ledger/balance';
import { openAccount } from '@larkmere/ledger/open-account';
import type { AccountId } from '@larkmere/ledger/types';
import { type Currency, formatAmount } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { findCustomer } from '../../customers/customer/customer.ts';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { MemberCtx } from '../../platform/requests/verb.ts';
import { canUseAccount, openWalletAccount, updateAccountStatus } from '../bank-account/bank-account.ts';
import { insertWallet, selectWallets, updateWallet } from './wallet.sql.ts';

export type Wallet = Readonly<{
  id: string;
  customerId: string;
  bankholderId: string;
  currency: Currency;
  name: string;
  ledgerAccountId: AccountId;
  status: 'active' | 'closing' | 'closed';
  /** Opened first where the customer has not chosen. */
  isDefault: boolean;
}>;

export type NewWallet = Pick<Wallet, 'customerId' | 'currency' | 'name'> &
  Partial<Pick<Wallet, 'bankholderId'>> & { readonly openedAt?: Date };

/** The wallets that this member may use. */
export const listOwnWallets = async ({ tx, actor }: MemberCtx): Promise<Wallet[]> =>
  (await listWalletsOf(tx, actor.customerId)).filter(({ bankholderId }) => canUseAccount(actor, bankholderId));

/** All wallets of a customer, regardless of the restrictions of a member. */
export async function listWalletsOf(tx: Tx, customerId: string): Promise<Wallet[]> {
  return await selectWallets(tx, customerId);
}

/** Refuses `not_found` for wallets of others, closed ones, and those that this member may not use. */
export async function requireOwnWallet(ctx: MemberCtx, id: string): Promise<Wallet> {
  const wallet = (await listOwnWallets(ctx)).find((own) => own.id === id && own.status !== 'closed');
  if (!wallet) throw new Refusal('not_found');
  return wallet;
}

/** The first wallet of a customer is their default. */
export async function openWallet(tx: Tx, wallet: NewWallet): Promise<Wallet> {
  const { name, openedAt, ...owned } = wallet;
  const { customerId, currency } = owned;
  const customer = await findCustomer(tx, customerId);
  if (!customer) throw new RangeError(`no customer ${customerId}`);
  const code = `wallet:${customerId}:${currency}`;
  const ledgerAccountId = await openAccount(tx, { code, class: 'liability', currency, mayOverdraw: false });
  const details = {
    ...owned,
    holder: customer.name,
    sepaReference: customer.memberCode,
    ...(openedAt && { openedAt }),
  };
  const account = await openWalletAccount(tx, details, ledgerAccountId);
  const isDefault = (await listWalletsOf(tx, customerId)).every((other) => !other.isDefault);
  const opened = {
    id: v7(),
    customerId,
    bankholderId: account.bankholderId,
    currency,
    name,
    ledgerAccountId,
    isDefault,
  };
  await insertWallet(tx, opened, openedAt);
  return { ...opened, status: 'active' };
}

/** A closed wallet keeps its ids, so one in the same currency continues it. */
export async function reopenWallet(tx: Tx, closed: Wallet, name: string): Promise<Wallet> {
  const isDefault = (await listWalletsOf(tx, closed.customerId)).every((other) => !other.isDefault);
  await updateWallet(tx, closed.id, { name, isDefault, status: 'active' });
  await unfreezeAccount(tx, closed.ledgerAccountId);
  await updateAccountStatus(tx, closed.ledgerAccountId, 'active');
  return { ...closed, name, isDefault, status: 'active' };
}

export async function closeWallet(tx: Tx, { id, ledgerAccountId }: Pick<Wallet, 'id' | 'ledgerAccountId'>) {
  await updateWallet(tx, id, { status: 'closed', isDefault: false });
  await updateAccountStatus(tx, ledgerAccountId, 'closed');
}

export const toWalletView = (
  { id, bankholderId, currency, name, status, isDefault }: Wallet,
  { balance, available }: Pick<Balance, 'balance' | 'available'>,
): WalletView => ({
  uid: id,
  bankholderid: bankholderId,
  currency,
  name,
  balance: formatAmount(balance),
  available: formatAmount(available),
  status,
  isDefault,
});

export async function viewWallet(tx: Tx, wallet: Wallet): Promise<WalletView> {
  const figures = (await balancesOf(tx, [wallet.ledgerAccountId])).get(wallet.ledgerAccountId);
  if (!figures) throw new RangeError(`no ledger account ${wallet.ledgerAccountId}`);
  return toWalletView(wallet, figures);
}
