import type { WalletBlocker } from '@larkmere/contract/accounts/wallet';
import type { contract } from '@larkmere/contract/contract';
import { freezeAccount } from '@larkmere/ledger/account-status';
import { type Message, message } from '@larkmere/messages/message';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { findBlockers } from './wallet.read.ts';
import { clearDefault, lockWallets, updateWallet as update } from './wallet.sql.ts';
import { closeWallet as close, listWalletsOf, requireOwnWallet, viewWallet } from './wallet.ts';

export const updateWallet: Verb<typeof contract.wallet.update> = async (ctx, { uid, nickname, isDefault }) => {
  const { tx, actor } = ctx;
  await lockWallets(tx, actor.customerId);
  const wallet = await requireOwnWallet(ctx, uid);
  if (isDefault) await clearDefault(tx, actor.customerId);
  const changed = { ...wallet, name: nickname ?? wallet.name, isDefault: isDefault ?? wallet.isDefault };
  await update(tx, uid, changed);
  await audit(ctx, 'wallet.updated', `wallet:${uid}`, { isDefault: changed.isDefault });
  return viewWallet(tx, changed);
};

const reasons: Readonly<Record<WalletBlocker, () => Message>> = {
  money: () => message('wallet_holds_money'),
  reserved: () => message('wallet_holds_reserved_money'),
  payments: () => message('wallet_needed_by_payments'),
  standing_orders: () => message('wallet_needed_by_standing_orders'),
  exchange_orders: () => message('wallet_needed_by_exchange_orders'),
  card: () => message('wallet_needed_by_card'),
};

export const closeWallet: Verb<typeof contract.wallet.close> = async (ctx, { uid }) => {
  const { tx, actor } = ctx;
  await lockWallets(tx, actor.customerId);
  const wallet = await requireOwnWallet(ctx, uid);
  // Frozen first, so that no money comes in between this look and the end.
  await freezeAccount(tx, wallet.ledgerAccountId);
  const blockers = await findBlockers(tx, wallet);
  const [first] = blockers;
  if (first) throw new Refusal('wallet_in_use', { reason: reasons[first](), data: { blockers } });
  await close(tx, wallet);
  if (wallet.isDefault) await passOnDefault(ctx);
  await audit(ctx, 'wallet.closed', `wallet:${uid}`, { currency: wallet.currency });
  return viewWallet(tx, { ...wallet, status: 'closed', isDefault: false });
};

async function passOnDefault({ tx, actor }: CustomerCtx): Promise<void> {
  const next = (await listWalletsOf(tx, actor.customerId)).find(({ status }) => status === 'active');
  if (next) await update(tx, next.id, { isDefault: true });
}
