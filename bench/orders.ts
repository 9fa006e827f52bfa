import { performance } from 'node:perf_hooks';
import { fillOrders } from '../apps/api/src/auto-fx/fill-orders.ts';
import { triggerOrders } from '../apps/api/src/auto-fx/trigger-orders.ts';
import { openHouseAccounts } from '../apps/api/src/books/books.ts';
import { openDb } from '../apps/api/src/kernel/db.ts';
import { inTransaction } from '../apps/api/src/kernel/transaction.ts';
import type { Ctx, SystemActor } from '../apps/api/src/kernel/verb.ts';
import { fundedAccounts } from './ledger/accounts.ts';
import { openServer } from './measure/server.ts';
import { givenOrders, setRate } from './orders/given-orders.ts';

const open = Number(process.env.ORDERS ?? 100_000);
const ticks = Number(process.env.TICKS ?? 5);
/** Of all that wait, each tick reaches so many. */
const firedByTick = Number(process.env.FIRED ?? 1000);
const mostInOneFill = 250;
const goalMs = 1000;

const actor: SystemActor = { kind: 'system', name: 'bench' };
const server = await openServer();
const db = openDb(server.url, 8);
const run = <T>(turn: (ctx: Ctx) => Promise<T>): Promise<T> =>
  inTransaction(db, (tx, now) => turn({ tx, now, actor, requestId: 'bench' }));

/** One of the two workers: carries out what has fired until nothing is left. */
async function work(): Promise<number> {
  let filled = 0;
  for (let some = mostInOneFill; some === mostInOneFill; filled += some)
    some = await run((ctx) => fillOrders(ctx, mostInOneFill));
  return filled;
}

try {
  await inTransaction(db, openHouseAccounts);
  const accounts = {
    pounds: await fundedAccounts(db, 'bench:pounds', 'GBP', 1000),
    baht: await fundedAccounts(db, 'bench:baht', 'THB', 1000),
  };
  await givenOrders(db, accounts, open);
  console.log(
    `${open.toLocaleString('en')} open orders; each tick reaches ${firedByTick.toLocaleString('en')} of them`,
  );
  let worst = 0;
  for (let tick = 1; tick <= ticks; tick += 1) {
    await setRate(db, tick * firedByTick);
    const begun = performance.now();
    const fired = await run(triggerOrders);
    const decided = performance.now() - begun;
    const carried = await Promise.all([work(), work()]);
    const all = performance.now() - begun;
    worst = Math.max(worst, decided);
    console.log(
      `tick ${tick}: ${fired} decided in ${decided.toFixed(0)} ms, all ${carried[0] + carried[1]} filled by two workers after ${all.toFixed(0)} ms`,
    );
  }
  console.log(
    `${worst <= goalMs ? 'reached' : 'MISSED'}: fills decided within ${goalMs} ms (slowest ${worst.toFixed(0)} ms)`,
  );
} finally {
  await db.destroy();
  await server.stop();
}
