import { openDb } from '../apps/api/src/kernel/db.ts';
import { openLarkmere } from './api/larkmere.ts';
import { measureLoginFlood } from './api/login-flood.ts';
import { measureOverload } from './api/overload.ts';
import { openPayers } from './api/payers.ts';
import { allCompleted, measureSettlement } from './api/settlement.ts';
import { measureThroughput, tableOf } from './api/throughput.ts';
import { machine } from './measure/machine.ts';
import { round, writeResult } from './measure/results.ts';
import { medianOf, ratioOf } from './measure/rounds.ts';
import { openYardstick } from './measure/yardstick.ts';

const rounds = Number(process.env.ROUNDS ?? 5);
const seconds = Number(process.env.SECONDS ?? 4);
const overloadSeconds = Number(process.env.OVERLOAD_SECONDS ?? 60);
const settled = Number(process.env.SETTLED ?? 1000);

const before = machine();
const larkmere = await openLarkmere();
const db = openDb(larkmere.database.url, 4);
try {
  const yardstick = await openYardstick(larkmere.database);
  const payers = await openPayers(db);
  console.error('the whole way to completed …');
  const settlement = await measureSettlement(larkmere, payers, db, settled);
  const samples = await measureThroughput({ larkmere, db, payers, yardstick, rounds, seconds });
  const capacity = medianOf(samples, 'payment c32', 'perSecond');
  console.error('a flood of logins …');
  await allCompleted(db);
  const flood = await measureLoginFlood(larkmere, payers, seconds * 2);
  console.error('twice as much as it can …');
  await allCompleted(db);
  const overload = await measureOverload(larkmere, payers, 2 * capacity, overloadSeconds);

  const best = Math.max(...[8, 32, 128].map((workers) => ratioOf(samples, `payment c${workers}`, 'TPC-B c8')));
  const reached = [
    { what: 'accepted payments ÷ TPC-B c8, best', measured: best, reach: 0.15, ok: best >= 0.15 },
    atMost('overload: accepted p99, ms', overload.acceptedP99, 500),
    atMost('overload: turned away p99, ms', overload.turnedAwayP99, 200),
    atMost('overload: 503 without Retry-After', overload.withoutRetryAfter, 0),
    atMost('overload: other answers', overload.otherwise, 0),
    atMost('overload: unanswered', overload.unanswered, 0),
    atMost('overload: normal again, s', overload.normalAfterSeconds, 5),
    atMost('login flood: payments turned away', flood.turnedAway, 0),
  ].map((goal) => ({ ...goal, measured: round(goal.measured) }));
  console.log(
    `\n${before.cores} cores with the load generator on them, medians of ${rounds} interleaved rounds of ${seconds} s.`,
  );
  console.log(`TPC-B c8: ${round(medianOf(samples, 'TPC-B c8', 'perSecond'))}/s by ${yardstick.driver}.`);
  console.table(tableOf(samples));
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
  const figures = { throughput: tableOf(samples), settlement, overload, flood, reached };
  writeResult('api.json', { machine: before, settings, ...figures, samples: Object.fromEntries(samples) });
} finally {
  await db.destroy();
  await larkmere.stop();
}

function atMost(what: string, measured: number, reach: number) {
  return { what, measured, reach, ok: !(measured > reach) };
}

function floodTable({ calm, flooded, turnedAway, loginsPerSecond }: Awaited<ReturnType<typeof measureLoginFlood>>) {
  const row = (when: string, { perSecond, p50, p99 }: typeof calm) => ({
    when,
    'payments/s': round(perSecond),
    'p50 ms': round(p50),
    'p99 ms': round(p99),
  });
  return [
    row('calm', calm),
    { ...row('flooded', flooded), 'turned away': turnedAway, 'logins/s': round(loginsPerSecond) },
  ];
}
