import { performance } from 'node:perf_hooks';
import { openFirmAccounts } from '../apps/api/src/accounting/chart-of-accounts/chart-of-accounts.ts';
import { fillOrders } from '../apps/api/src/fx/auto-fx/fill-orders.ts';
import { triggerOrders } from '../apps/api/src/fx/auto-fx/trigger-orders.ts';
import { openDb } from '../apps/api/src/platform/db/db.ts';
import { inTransaction } from '../apps/api/src/platform/db/transaction.ts';
import type { Ctx, SystemActor } from '../apps/api/src/platform/requests/verb.ts';
import { createOrders, createTraders, setRate } from './auto-fx/auto-fx-orders.fixture.ts';
import { openBaseline } from './measure/baseline.ts';
import { describeMachine } from './measure/machine.ts';
import { roundToThreeDigits, writeResult } from './measure/results.ts';
import { median } from './measure/rounds.ts';
import { startBenchServer } from './measure/server.ts';

const open = Number(process.env.ORDERS ?? 100_000);
const rounds = Number(process.env.ROUNDS ?? 3);
const seconds = Number(process.env.SECONDS ?? 4);
const customers = Math.ceil(open / 20);
const smallCount = Math.ceil(open / 100);
const maxPerFill = 250;
const goalMs = 1000;

type MarketMove = Readonly<{
  decidedMs: number;
  filledMs: number;
  filled: number;
  perSecond: number;
  toYardstick: number;
}>;

const before = describeMachine();
const actor: SystemActor = { kind: 'system', name: 'bench' };
const server = await startBenchServer();
const db = openDb(server.url, 8);
const run = <T>(turn: (ctx: Ctx) => Promise<T>): Promise<T> =>
  inTransaction(db, (tx, now) => turn({ tx, now, actor, requestId: 'bench' }));

try {
  await inTransaction(db, openFirmAccounts);
  const yardstick = await openBaseline(server);
  const traders = await createTraders(db, customers);
  const [some, all, yardsticks]: [MarketMove[], MarketMove[], number[]] = [[], [], []];
  for (let turn = 1; turn <= rounds; turn += 1) {
    await setRate(db, 0);
    await createOrders(db, traders, open);
    const { perSecond } = await yardstick.run(8, seconds);
    yardsticks.push(perSecond);
    some.push(await measureMarketMove(smallCount, perSecond));
    await createOrders(db, traders, smallCount);
    all.push(await measureMarketMove(open, perSecond));
    console.error(
      `round ${turn}/${rounds}  ${JSON.stringify({ yardstick: perSecond, some: some.at(-1), all: all.at(-1) })}`,
    );
  }
  report([workload(smallCount, some), workload(open, all)], median(yardsticks), yardstick.driver);
} finally {
  await db.destroy();
  await server.stop();
}

async function measureMarketMove(reached: number, yardstick: number): Promise<MarketMove> {
  await setRate(db, reached);
  const begun = performance.now();
  const fired = await run(triggerOrders);
  const decidedMs = performance.now() - begun;
  const filled = (await Promise.all([fillAll(), fillAll()])).reduce((sum, each) => sum + each, 0);
  const filledMs = performance.now() - begun;
  if (fired !== reached || filled !== fired) throw new Error(`${fired} fired and ${filled} filled of ${reached}`);
  const perSecond = (filled / (filledMs - decidedMs)) * 1000;
  return { decidedMs, filledMs, filled, perSecond, toYardstick: perSecond / yardstick };
}

async function fillAll(): Promise<number> {
  let filled = 0;
  for (let some = maxPerFill; some === maxPerFill; filled += some)
    some = await run((ctx) => fillOrders(ctx, maxPerFill));
  return filled;
}

function workload(reached: number, ticks: readonly MarketMove[]) {
  const middle = (figure: keyof MarketMove): number => roundToThreeDigits(median(ticks.map((each) => each[figure])));
  return {
    workload: `${reached.toLocaleString('en')} of ${open.toLocaleString('en')} orders`,
    'decided ms': middle('decidedMs'),
    'slowest ms': roundToThreeDigits(Math.max(...ticks.map(({ decidedMs }) => decidedMs))),
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
  console.log(
    `Yardstick: TPC-B-like, prepared, scale 50, 8 clients, by ${driver}: ${roundToThreeDigits(yardstick)}/s.`,
  );
  console.table(workloads);
  console.table(reached);
  const settings = {
    rounds,
    seconds,
    open,
    customers,
    mostInOneFill: maxPerFill,
    yardstick: driver,
    postgres: server.settings,
  };
  writeResult('orders.json', { machine: before, settings, yardstick, workloads, reached });
}
