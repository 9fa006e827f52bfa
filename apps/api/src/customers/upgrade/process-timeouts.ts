import type { Db } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Ctx, SystemActor } from '../../platform/requests/verb.ts';
import { changeUpgradeState } from './change-upgrade-state.ts';
import { evaluateUpgrade } from './evaluate-upgrade.ts';
import { lockDueRequests } from './upgrade.read.ts';

const actor: SystemActor = { kind: 'system', name: 'process-upgrade-timeouts' };
const batchSize = 50;

const deadlineMissedReason =
  'We did not get what was missing in time. Your wallets stay as they are, and you can ask again.';

export function processUpgradeTimeouts(db: Db): Promise<void> {
  return inTransaction(db, async (tx, now) => {
    const ctx: Ctx = { tx, now, actor, requestId: 'process-upgrade-timeouts' };
    for (const request of await lockDueRequests(tx, batchSize)) {
      const judged = await evaluateUpgrade(ctx, request);
      if (judged.state === 'kyc_gap')
        await changeUpgradeState(ctx, judged, { state: 'refused', reason: deadlineMissedReason });
    }
  });
}
