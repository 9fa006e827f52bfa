import { defaultText } from '@larkmere/messages/format-message';
import { handleDueRows } from '../../platform/jobs/due-rows.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { changeUpgradeState } from './change-upgrade-state.ts';
import { evaluateUpgrade } from './evaluate-upgrade.ts';
import { isDueForEvaluation } from './upgrade.read.ts';

export const upgradeTimeouts = defineJob({
  name: 'process-upgrade-timeouts',
  everySeconds: 2,
  run: (job) =>
    handleDueRows(job, {
      table: 'upgrade.request',
      isDue: isDueForEvaluation,
      handle: async (ctx, request) => {
        const judged = await evaluateUpgrade(ctx, request);
        if (judged.state === 'kyc_gap')
          await changeUpgradeState(ctx, judged, { state: 'refused', reason: defaultText('upgrade_details_late') });
      },
    }),
});
