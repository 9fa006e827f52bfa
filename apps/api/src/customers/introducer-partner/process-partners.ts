import { sql } from 'kysely';
import { handleDueRows } from '../../platform/jobs/due-rows.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { isStatementDue } from './introducer-partner.read.ts';
import { issueStatement } from './issue-statement.ts';
import { payStatement } from './pay-statement.ts';
import { readIncome } from './read-income.ts';

/** Every step is a transaction of its own, so that a crash between two repeats none and skips none. */
export const partnerShares = defineJob({
  name: 'share-with-partners',
  everySeconds: 10,
  run: async (job) => {
    await readIncome(job);
    await handleDueRows(job, {
      table: 'introducer_partner.partner',
      isDue: isStatementDue,
      handle: issueStatement,
    });
    await handleDueRows(job, {
      table: 'introducer_partner.statement',
      isDue: sql`state = 'due' and next_check_at <= now()`,
      handle: payStatement,
    });
  },
});
