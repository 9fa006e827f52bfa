import type { contract } from '@larkmere/contract/contract';
import { audit } from '../../platform/requests/audit.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { clearDefault, lockWallets, updateWallet as update } from './wallet.sql.ts';
import { requireOwnWallet, viewWallet } from './wallet.ts';

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
