import { openDb } from '../apps/api/src/platform/db/db.ts';
import { openLarkmere } from './api/larkmere.ts';
import { measureLoginFlood } from './api/login-flood.ts';
import { measureOverload } from './api/overload.ts';
import { openPayers } from './api/payers.ts';
import { measureSettlement, waitForCompletion } from './api/settlement.ts';
import { measureThroughput, toTable } from './api/throughput.ts';
import { openBaseline } from './measure/baseline.ts';
import { describeMachine } from './measure/machine.ts';
import { roundToThreeDigits, writeResult } from './measure/results.ts';
import { medianOf, ratioOf } from './measure/rounds.ts';

const rounds = Number(process.env.ROUNDS ?? 5);
const seconds = Number(process.env.SECONDS ?? 4);
const overloadSeconds = Number(process.env.OVERLOAD_SECONDS ?? 60);
const settled = Number(process.env.SETTLED ?? 1000);

const before = describeMachine();
const larkmere = await openLarkmere();
const db = openDb(larkmere.database.url, 4);
try {
  const yardstick = await openBaseline(larkmere.database);
  const payers = await openPayers(db);
  console.error('the whole way to completed …');
  const settlement = await measureSettlement(larkmere, payers, db, settled);
  const samples = await measureThroughput({ larkmere, db, payers, yardstick, rounds, seconds });
  const capacity = medianOf(samples, 'payment c32', 'perSecond');
  console.error('a flood of logins …');
  await waitForCompletion(db);
  const flood = await measureLoginFlood(larkmere, payers, seconds * 2);
  console.error('twice as much as it can …');
  await waitForCompletion(db);
  const overload = await measureOverload(larkmere, payers, 2 * capacity, overloadSeconds);

  const best = Math.max(...[8, 32, 128].map((workers) => ratioOf(samples, `payment c${workers}`, 'TPC-B c8')));
  const reached = [
    { what: 'accepted payments ÷ TPC-B c8, best', measured: best, reach: 0.15, ok: best >= 0.15 },
    atMost('overload: accepted p99, ms', overload.acceptedP99, 500),
    atMost('overload: turned away p99, ms', overload.refusedP99, 200),
    atMost('overload: 503 without Retry-After', overload.withoutRetryAfter, 0),
    atMost('overload: other answers', overload.otherStatuses, 0),
    atMost('overload: unanswered', overload.unanswered, 0),
    atMost('overload: normal again, s', overload.normalAfterSeconds, 5),
    atMost('login flood: payments turned away', flood.refused, 0),
  ].map((goal) => ({ ...goal, measured: roundToThreeDigits(goal.measured) }));
  console.log(
    `\n${before.cores} cores with the load generator on them, medians of ${rounds} interleaved rounds of ${seconds} s.`,
  );
  console.log(`TPC-B c8: ${roundToThreeDigits(medianOf(samples, 'TPC-B c8', 'perSecond'))}/s by ${yardstick.driver}.`);
  console.table(toTable(samples));
  console.log('The whole way to completed, and twice as much as it can, and payments beside a flood of logins:');
  console.table([settlement]);
  console.table([overload]);
  console.table(floodTable(flood));
  console.table(reached);
  const settings = {
    rounds,
    seconds,
    overloadSeconds,
    settled,
    yardstick: yardstick.driver,
    postgres: larkmere.database.settings,
  };
  const figures = { throughput: toTable(samples), settlement, overload, flood, reached };
  writeResult('api.json', { machine: before, settings, ...figures, samples: Object.fromEntries(samples) });
} finally {
  await db.destroy();
  await larkmere.stop();
}

function atMost(what: string, measured: number, reach: number) {
  return { what, measured, reach, ok: !(measured > reach) };
}

function floodTable({ calm, flooded, refused, loginsPerSecond }: Awaited<ReturnType<typeof measureLoginFlood>>) {
  const row = (when: string, { perSecond, p50, p99 }: typeof calm) => ({
    when,
    'payments/s': roundToThreeDigits(perSecond),
    'p50 ms': roundToThreeDigits(p50),
    'p99 ms': roundToThreeDigits(p99),
  });
  return [
    row('calm', calm),
    { ...row('flooded', flooded), 'turned away': refused, 'logins/s': roundToThreeDigits(loginsPerSecond) },
  ];
}
