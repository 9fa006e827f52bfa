import { acquireLocks } from '../../platform/db/advisory-lock.ts';
import { handleDueRows } from '../../platform/jobs/due-rows.ts';
import type { JobRun } from '../../platform/jobs/job.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { partnerRule } from './introducer-partner.settings.ts';
import { findBatchEnd, hasUnreadEntries } from './read-income.read.ts';
import { insertEarnings, insertTakenBack, markRead, registerIncomeAccounts } from './read-income.sql.ts';

const maxRounds = 20;

/** Held by an approval too: a rule takes effect after all income that was read before. */
export const lockEarnings = ({ tx }: Pick<Ctx, 'tx'>) => acquireLocks(tx, [`setting:${partnerRule.table}`]);

/** Reads the accounts of income from where it stopped, in batches of one transaction each. */
export async function readIncome(job: JobRun): Promise<void> {
  await job.transaction(({ tx }) => registerIncomeAccounts(tx));
  for (let round = 0, isDone = false; round < maxRounds && !isDone; round += 1) {
    isDone = true;
    await handleDueRows(job, {
      table: 'introducer_partner.income_account',
      isDue: hasUnreadEntries,
      handle: async (ctx, { id }) => {
        isDone = false;
        await readBatch(ctx, id);
      },
    });
  }
}

async function readBatch(ctx: Ctx, accountId: bigint): Promise<void> {
  const { tx } = ctx;
  await lockEarnings(ctx);
  const until = await findBatchEnd(tx, accountId);
  if (until === undefined) return;
  await insertEarnings(tx, accountId, until);
  await insertTakenBack(tx, accountId, until);
  await markRead(tx, accountId, until);
}
