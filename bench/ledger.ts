import type { Currency } from '@larkmere/money/money';
import { type Db, openDb } from '../apps/api/src/platform/db/db.ts';
import { fundedAccounts, openFirmAccount } from './ledger/accounts.ts';
import { goals, isReached } from './ledger/goals.ts';
import { heldAndSettled, sharedTransactions, singleTransactions } from './ledger/loads.ts';
import { betweenRandomAccounts, exchange, intoOneAccount, payment } from './ledger/operations.ts';
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
    ...(await loads(server)),
  ];
  report(await interleave(rounds, contestants), yardstick.driver);
} finally {
  await db.destroy();
  await server.stop();
}

async function loads(on: BenchServer): Promise<Contestant[]> {
  const usual = await fundedAccounts(db, 'bench:usual', 'GBP', usualAccounts);
  const euros = await fundedAccounts(db, 'bench:euros', 'EUR', usualAccounts);
  const many = await fundedAccounts(db, 'bench:many', 'GBP', manyAccounts);
  const open = (name: string, currency: Currency = 'GBP') => openFirmAccount(db, `bench:${name}`, currency);
  const [hot, positionGbp, positionEur] = [
    await open('hot'),
    await open('position:GBP'),
    await open('position:EUR', 'EUR'),
  ];
  const [clearing, feeIncome, safeguarding] = [await open('clearing'), await open('fees'), await open('safeguarding')];
  const row = <Next>(name: string, load: Load<Next>, callers: number, next: Next): Contestant => ({
    name: `${name}, ${callers.toLocaleString('en')} callers`,
    run: () => load({ server: on, db, callers, seconds, next }),
  });
  const uniform = betweenRandomAccounts(usual);
  const payments = payment({ payers: usual, clearing, feeIncome, safeguarding });
  return [
    row('payments', heldAndSettled, 32, payments),
    row('payments', heldAndSettled, 128, payments),
    row('transfers', sharedTransactions, 32, uniform),
    row('transfers', sharedTransactions, 128, uniform),
    row('single transactions', singleTransactions, 32, uniform),
    row('one hot account', sharedTransactions, 128, intoOneAccount(usual, hot)),
    row('100,000 accounts', sharedTransactions, 128, betweenRandomAccounts(many)),
    row(
      'three-leg FX',
      sharedTransactions,
      128,
      exchange({ pounds: usual, euros, positionGbp, positionEur, fees: feeIncome }),
    ),
  ];
}

type Load<Next> = (
  run: Readonly<{ server: BenchServer; db: Db; callers: number; seconds: number; next: Next }>,
) => Promise<Sample>;

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
