import { setTimeout as sleep } from 'node:timers/promises';
import { tickAutoFx } from '../../apps/api/src/auto-fx/run-auto-fx.ts';
import { openDb } from '../../apps/api/src/kernel/db.ts';

// Runs only the Auto FX worker, so that a crash test can kill it at any moment.
const db = openDb(process.env.DATABASE_URL ?? '', 2);
for (;;) {
  await tickAutoFx(db);
  await sleep(20);
}
