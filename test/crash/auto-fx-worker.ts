import { setTimeout as sleep } from 'node:timers/promises';
import { autoFxJob } from '../../apps/api/src/fx/auto-fx/run-auto-fx.ts';
import { openDb } from '../../apps/api/src/platform/db/db.ts';
import { openLog } from '../../apps/api/src/platform/observability/log.ts';

const db = openDb(process.env.DATABASE_URL ?? '', 2);
const log = openLog('silent');
for (;;) {
  await autoFxJob.run(db, log);
  await sleep(20);
}
