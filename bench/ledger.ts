import { openDb } from '../apps/api/src/platform/db/db.ts';
import { fundedAccounts, openFirmAccount } from './ledger/accounts.ts';
import { goals, isReached } from './ledger/goals.ts';
import { bareCalls, batchedRequests, bulkLane, singleRequests } from './ledger/lanes.ts';
import {
  betweenRandomAccounts,
  exchange,
  intoOneAccount,
  type NextOperation,
  partlyRefused,
} from './ledger/operations.ts';
import { openBaseline } from './measure/baseline.ts';
import { barChart } from './measure/chart.ts';
import type { Sample } from './measure/load.ts';
import { describeMachine } from './measure/machine.ts';
import { roundToThreeDigits, writeResult } from './measure/results.ts';
import { type Contestant, interleave, medianOf, ratioOf, type Samples } from './measure/rounds.ts';
import { type BenchServer, startBenchServer } from './measure/server.ts';

const rounds = Number(process.env.ROUNDS ?? 5);
const seconds = Number(process.env.SECONDS ?? 4);
const manyAccounts = 100_000;
const usualAccounts = 1000;

const before = describeMachine();
const server = await startBenchServer();
const db = openDb(server.url, 32);
try {
  const yardstick = await openBaseline(server);
  const contestants = [
    { name: 'TPC-B c8', run: () => yardstick.run(8, seconds) },
    { name: 'TPC-B c32', run: () => yardstick.run(32, seconds) },
    ...(await lanes(server)),
  ];
  report(await interleave(rounds, contestants), yardstick.driver);
} finally {
  await db.destroy();
  await server.stop();
}

async function lanes(on: BenchServer): Promise<Contestant[]> {
  const usual = await fundedAccounts(db, 'bench:usual', 'GBP', usualAccounts);
  const euros = await fundedAccounts(db, 'bench:euros', 'EUR', usualAccounts);
  const many = await fundedAccounts(db, 'bench:many', 'GBP', manyAccounts);
  const [hot, positionGbp, positionEur, fees] = [
    await openFirmAccount(db, 'bench:hot', 'GBP'),
    await openFirmAccount(db, 'bench:position:GBP', 'GBP'),
    await openFirmAccount(db, 'bench:position:EUR', 'EUR'),
    await openFirmAccount(db, 'bench:fees', 'GBP'),
  ];
  type Lane = typeof bulkLane;
  const row = (name: string, lane: Lane, callers: number, next: NextOperation): Contestant => ({
    name: `${name}, ${callers.toLocaleString('en')} callers`,
    run: (): Promise<Sample> => lane({ server: on, db, callers, seconds, next }),
  });
  const uniform = betweenRandomAccounts(usual);
  return [
    row('request lane', batchedRequests, 32, uniform),
    row('request lane, alone', singleRequests, 32, uniform),
    row('bare calls', bareCalls, 32, uniform),
    row('bulk lane', bulkLane, 64, uniform),
    row('bulk lane', bulkLane, 256, uniform),
    row('bulk lane', bulkLane, 1024, uniform),
    row('one hot account', bulkLane, 1024, intoOneAccount(usual, hot)),
    row('100,000 accounts', bulkLane, 1024, betweenRandomAccounts(many)),
    row('5 % refused', bulkLane, 256, partlyRefused(usual, 0.05)),
    row('three-leg FX', bulkLane, 256, exchange({ pounds: usual, euros, positionGbp, positionEur, fees })),
  ];
}

function report(samples: Samples, driver: string): void {
  const workloads = [...samples.keys()].map((name) => ({
    workload: name,
    'operations/s': roundToThreeDigits(medianOf(samples, name, 'perSecond')),
    '÷ TPC-B c8': roundToThreeDigits(ratioOf(samples, name, 'TPC-B c8')),
    'p50 ms': roundToThreeDigits(medianOf(samples, name, 'p50')),
    'p99 ms': roundToThreeDigits(medianOf(samples, name, 'p99')),
    'server µs': roundToThreeDigits(medianOf(samples, name, 'serverMicros')),
  }));
  const reached = goals.map((goal) => {
    const measured = goal.measure(samples);
    const { what, unit, target, stretchTarget } = goal;
    return {
      what,
      measured: `${roundToThreeDigits(measured)} ${unit}`,
      reach: target,
      'then push for': stretchTarget,
      reached: isReached(goal, measured),
    };
  });
  const conditions = `${before.cores} cores, medians of ${rounds} interleaved rounds of ${seconds} s, every operation durable before it is acknowledged`;
  console.log(`\n${conditions}.\nYardstick: TPC-B-like, prepared, scale 50, by ${driver}.`);
  console.table(workloads);
  console.table(reached);
  const settings = { rounds, seconds, yardstick: driver, usualAccounts, manyAccounts, postgres: server.settings };
  writeResult('ledger.json', { machine: before, settings, workloads, reached, samples: Object.fromEntries(samples) });
  writeResult('ledger.svg', chartOf(samples, conditions));
}

function chartOf(samples: Samples, conditions: string): string {
  const bars = [...samples.keys()].map((name) => {
    const goal = goals.find(({ what }) => what === `${name} ÷ TPC-B c8`)?.target;
    return {
      label: name,
      value: ratioOf(samples, name, 'TPC-B c8'),
      note: `${Math.round(medianOf(samples, name, 'perSecond')).toLocaleString('en')}/s`,
      ...(goal === undefined ? {} : { goal }),
    };
  });
  return barChart({
    title: 'Postings per second, as multiples of PostgreSQL’s TPC-B-like script with 8 clients',
    subtitle: conditions,
    unit: '×',
    bars,
  });
}
