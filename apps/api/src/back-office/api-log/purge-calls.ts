import { sql } from 'kysely';
import { defineJob } from '../../platform/jobs/job.ts';

/** Drops whole days that are older than the setting keeps them. */
export const apiLogPurge = defineJob({
  name: 'purge-api-log',
  everySeconds: 3600,
  run: async ({ db }) => {
    const { rows } = await sql<{ dropped: number }>`select api_log.drop_old_partitions() as dropped`.execute(db);
    return rows[0]?.dropped ?? 0;
  },
});
