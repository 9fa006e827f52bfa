import { sql } from 'kysely';
import { decideIdentityDocument } from '../../checks/document/document.ts';
import { removeAllFactors } from '../../identity/second-factor/second-factor.ts';
import { handleDueRows } from '../../platform/jobs/due-rows.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { changeResetState, discardPicture, endReset } from './change-reset-state.ts';
import { isLeftOver } from './factor-reset.read.ts';
import { selectPictures } from './factor-reset.sql.ts';
import type { ResetRow } from './factor-reset-lifecycle.ts';

/** Removes the factors a day after the approval, and ends what nobody handed in or decided in time. */
export const factorResets = defineJob({
  name: 'process-factor-resets',
  everySeconds: 5,
  run: async (job) => {
    const table = 'factor_reset.request';
    await handleDueRows(job, {
      table,
      isDue: sql`state in ('requested', 'submitted') and expires_at <= now()`,
      handle: (ctx, request) => endReset(ctx, request, { state: 'expired' }),
    });
    await handleDueRows(job, { table, isDue: sql`state = 'approved' and applies_at <= now()`, handle: apply });
    await handleDueRows(job, {
      table: 'document.document',
      isDue: isLeftOver,
      handle: (ctx, { id }) => discardPicture(ctx, id),
    });
  },
});

/** Whoever used a factor since the request has cancelled it, so nothing is looked up here. The PIN stays. */
async function apply(ctx: Ctx, request: ResetRow): Promise<void> {
  await removeAllFactors(ctx, request.userId);
  for (const { documentId } of await selectPictures(ctx.tx, [request.id]))
    await decideIdentityDocument(ctx, documentId, { state: 'accepted' });
  await changeResetState(ctx, request, { state: 'applied', endedAt: ctx.now });
}
