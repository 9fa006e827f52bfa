import { setTimeout as sleep } from 'node:timers/promises';
import { runAutoFxJob } from '../../apps/api/src/fx/auto-fx/run-auto-fx.ts';
import { openDb } from '../../apps/api/src/platform/db/db.ts';

const db = openDb(process.env.DATABASE_URL ?? '', 2);
for (;;) {
  await runAutoFxJob(db);
  await sleep(20);
}
