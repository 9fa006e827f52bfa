import type { Db } from '../kernel/db.ts';
import { inTransaction } from '../kernel/transaction.ts';
import type { Ctx, SystemActor } from '../kernel/verb.ts';
import { judgeUpgrade } from './judge-upgrade.ts';
import { moveUpgrade } from './move-upgrade.ts';
import { takeDue } from './upgrade.read.ts';

const actor: SystemActor = { kind: 'system', name: 'tend-upgrades' };
const most = 50;

const late = 'We did not get what was missing in time. Your wallets stay as they are, and you can ask again.';

export function tendUpgrades(db: Db): Promise<void> {
  return inTransaction(db, async (tx, now) => {
    const ctx: Ctx = { tx, now, actor, requestId: 'tend-upgrades' };
    for (const request of await takeDue(tx, most)) {
      const judged = await judgeUpgrade(ctx, request);
      if (judged.state === 'kyc_gap') await moveUpgrade(ctx, judged, { state: 'refused', reason: late });
    }
  });
}
