import { setTimeout as sleep } from 'node:timers/promises';
import { tickAutoFx } from '../../apps/api/src/auto-fx/run-auto-fx.ts';
import { openDb } from '../../apps/api/src/kernel/db.ts';

const db = openDb(process.env.DATABASE_URL ?? '', 2);
for (;;) {
  await tickAutoFx(db);
  await sleep(20);
}
