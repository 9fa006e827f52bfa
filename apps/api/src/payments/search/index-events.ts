import { minorDigits } from '@larkmere/money/money';
import { sql } from 'kysely';
import { defineJob } from '../../platform/jobs/job.ts';

const batchSize = 5000;

/** Every process runs it; the database lets one at a time. What is not indexed yet is found a second later. */
export const searchIndex = defineJob({
  name: 'index-search',
  everySeconds: 1,
  run: async ({ transaction }) => {
    const indexNext = () =>
      transaction(async ({ tx }) => {
        const { rows } = await sql<{ hasMore: boolean }>`
          select search.index_new(${batchSize}, ${JSON.stringify(minorDigits)}::jsonb) as has_more`.execute(tx);
        return rows[0]?.hasMore === true;
      });
    while (await indexNext());
  },
});
