import type { contract } from '@larkmere/contract/contract';
import { audit } from '../../platform/requests/audit.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { clearDefault, lockWallets, updateWallet as update } from './wallet.sql.ts';
import { requireOwnWallet, viewWallet } from './wallet.ts';

export const renameWallet: Verb<typeof contract.wallet.rename> = async (ctx, { uid, nickname }) => {
  const wallet = await requireOwnWallet(ctx, uid);
  await update(ctx.tx, uid, { name: nickname });
  await audit(ctx, 'wallet.renamed', `wallet:${uid}`, {});
  return viewWallet(ctx.tx, { ...wallet, name: nickname });
};

export const makeDefault: Verb<typeof contract.wallet.makeDefault> = async (ctx, { uid }) => {
  await lockWallets(ctx.tx, ctx.actor.customerId);
  const wallet = await requireOwnWallet(ctx, uid);
  await clearDefault(ctx.tx, ctx.actor.customerId);
  await update(ctx.tx, uid, { isDefault: true });
  await audit(ctx, 'wallet.made_default', `wallet:${uid}`, {});
  return viewWallet(ctx.tx, { ...wallet, isDefault: true });
};
