import { performance } from 'node:perf_hooks';
import { fillOrders } from '../apps/api/src/auto-fx/fill-orders.ts';
import { triggerOrders } from '../apps/api/src/auto-fx/trigger-orders.ts';
import { openHouseAccounts } from '../apps/api/src/books/books.ts';
import { openDb } from '../apps/api/src/kernel/db.ts';
import { inTransaction } from '../apps/api/src/kernel/transaction.ts';
import type { Ctx, SystemActor } from '../apps/api/src/kernel/verb.ts';
import { machine } from './measure/machine.ts';
import { round, writeResult } from './measure/results.ts';
import { median } from './measure/rounds.ts';
import { openServer } from './measure/server.ts';
import { openYardstick } from './measure/yardstick.ts';
import { givenOrders, givenTraders, setRate } from './orders/given-orders.ts';

const open = Number(process.env.ORDERS ?? 100_000);
const rounds = Number(process.env.ROUNDS ?? 3);
const seconds = Number(process.env.SECONDS ?? 4);
const customers = Math.ceil(open / 20);
const few = Math.ceil(open / 100);
const mostInOneFill = 250;
const goalMs = 1000;

type Tick = Readonly<{ decidedMs: number; filledMs: number; filled: number; perSecond: number; toYardstick: number }>;

const before = machine();
const actor: SystemActor = { kind: 'system', name: 'bench' };
const server = await openServer();
const db = openDb(server.url, 8);
const run = <T>(turn: (ctx: Ctx) => Promise<T>): Promise<T> =>
  inTransaction(db, (tx, now) => turn({ tx, now, actor, requestId: 'bench' }));

try {
  await inTransaction(db, openHouseAccounts);
  const yardstick = await openYardstick(server);
  const traders = await givenTraders(db, customers);
  const [some, all, yardsticks]: [Tick[], Tick[], number[]] = [[], [], []];
  for (let turn = 1; turn <= rounds; turn += 1) {
    await setRate(db, 0);
    await givenOrders(db, traders, open);
    const { perSecond } = await yardstick.run(8, seconds);
    yardsticks.push(perSecond);
    some.push(await tick(few, perSecond));
    await givenOrders(db, traders, few);
    all.push(await tick(open, perSecond));
    console.error(
      `round ${turn}/${rounds}  ${JSON.stringify({ yardstick: perSecond, some: some.at(-1), all: all.at(-1) })}`,
    );
  }
  report([workload(few, some), workload(open, all)], median(yardsticks), yardstick.driver);
} finally {
  await db.destroy();
  await server.stop();
}

async function tick(reached: number, yardstick: number): Promise<Tick> {
  await setRate(db, reached);
  const begun = performance.now();
  const fired = await run(triggerOrders);
  const decidedMs = performance.now() - begun;
  const filled = (await Promise.all([work(), work()])).reduce((sum, each) => sum + each, 0);
  const filledMs = performance.now() - begun;
  if (fired !== reached || filled !== fired) throw new Error(`${fired} fired and ${filled} filled of ${reached}`);
  const perSecond = (filled / (filledMs - decidedMs)) * 1000;
  return { decidedMs, filledMs, filled, perSecond, toYardstick: perSecond / yardstick };
}

async function work(): Promise<number> {
  let filled = 0;
  for (let some = mostInOneFill; some === mostInOneFill; filled += some)
    some = await run((ctx) => fillOrders(ctx, mostInOneFill));
  return filled;
}

function workload(reached: number, ticks: readonly Tick[]) {
  const middle = (figure: keyof Tick): number => round(median(ticks.map((each) => each[figure])));
  return {
    workload: `${reached.toLocaleString('en')} of ${open.toLocaleString('en')} orders`,
    'decided ms': middle('decidedMs'),
    'slowest ms': round(Math.max(...ticks.map(({ decidedMs }) => decidedMs))),
    'all filled after ms': middle('filledMs'),
    'fills/s': middle('perSecond'),
    '÷ TPC-B c8': middle('toYardstick'),
  };
}

function report(workloads: readonly ReturnType<typeof workload>[], yardstick: number, driver: string): void {
  const reached = workloads.map(({ workload: of, 'slowest ms': slowest }) => {
    return { what: `${of}, decided`, measured: `${slowest} ms`, reach: goalMs, reached: slowest <= goalMs };
  });
  const conditions = `${before.cores} cores, medians of ${rounds} rounds, every decision and every fill durable before it is acknowledged`;
  console.log(`\n${conditions}; two workers.`);
  console.log(`Yardstick: TPC-B-like, prepared, scale 50, 8 clients, by ${driver}: ${round(yardstick)}/s.`);
  console.table(workloads);
  console.table(reached);
  const settings = { rounds, seconds, open, customers, mostInOneFill, yardstick: driver, postgres: server.settings };
  writeResult('orders.json', { machine: before, settings, yardstick, workloads, reached });
}
