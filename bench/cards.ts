import { setTimeout as sleep } from 'node:timers/promises';
import { openDb } from '../apps/api/src/platform/db/db.ts';
import { call } from './api/client.ts';
import { openLarkmere } from './api/larkmere.ts';
import { openPayers } from './api/payers.ts';
import { waitForCompletion } from './api/settlement.ts';
import { authorisationOf, countDecisions, issueCards } from './cards/cards.ts';
import { openBaseline } from './measure/baseline.ts';
import { closedLoop, type WorkerStep } from './measure/load.ts';
import { describeMachine } from './measure/machine.ts';
import { processorMicros } from './measure/process-stats.ts';
import { roundToThreeDigits, writeResult } from './measure/results.ts';
import { type Contestant, interleave, medianOf, ratioOf } from './measure/rounds.ts';

const rounds = Number(process.env.ROUNDS ?? 5);
const seconds = Number(process.env.SECONDS ?? 4);
const connections = [8, 32, 128];
const payingConnections = 32;
const maxPaymentsPerSecond = 2000;
const warmSeconds = Math.min(1, seconds / 4);

const machine = describeMachine();
const larkmere = await openLarkmere();
const { base, database, railSecret } = larkmere;
const db = openDb(database.url, 4);
try {
  const yardstick = await openBaseline(database);
  const payers = await openPayers(db);
  const cards = await issueCards(db);
  let turn = 0;
  let [answered, turnedAway, paid] = [0, 0, 0];

  /** Repeated while the server turns requests away; in production the processor's stand-in would decide. */
  const decide: WorkerStep = async () => {
    for (;;) {
      const body = authorisationOf(cards[turn++ % cards.length] as string);
      const { status, retryAfter } = await call({
        base,
        path: '/v1/card-issuer/authorisation',
        body,
        signedWith: railSecret,
      });
      if (status === 200) {
        answered += 1;
        return true;
      }
      if (status !== 503) throw new Error(`an authorisation was answered ${status}`);
      turnedAway += 1;
      await sleep((retryAfter ?? 1) * 1000);
    }
  };
  const pay: WorkerStep = async () => {
    const { token, order } = payers.next();
    const { status, retryAfter } = await call({ base, path: '/v1/payment/GBP', token, body: order });
    if (status === 200) paid += 1;
    else if (status === 503) await sleep((retryAfter ?? 1) * 1000);
    else throw new Error(`a payment was answered ${status}`);
    return true;
  };
  const decisions = (workers: number) =>
    closedLoop({ workers, seconds, warmSeconds, work: decide, cpu: () => processorMicros(database.pid) });
  const contestants: readonly Contestant[] = [
    { name: 'TPC-B c8', run: () => yardstick.run(8, seconds) },
    ...connections.map((workers) => ({ name: `decisions c${workers}`, run: () => decisions(workers) })),
    {
      name: `decisions c8 beside payments c${payingConnections}`,
      run: async () => {
        await payers.authorise(maxPaymentsPerSecond * (seconds + warmSeconds));
        const [decided] = await Promise.all([
          decisions(8),
          closedLoop({ workers: payingConnections, seconds, warmSeconds, work: pay }),
        ]);
        return decided;
      },
    },
  ];
  const settled = contestants.map(({ name, run }) => ({
    name,
    run: async () => {
      await waitForCompletion(db);
      return run();
    },
  }));
  const samples = await interleave(rounds, settled);
  const { approved, declined, held } = await countDecisions(db);
  if (declined > 0 || approved !== answered || held !== answered)
    throw new Error(`${answered} answered, ${approved} approved, ${declined} declined, ${held} held`);

  const table = contestants.map(({ name }) => ({
    load: name,
    'per second': roundToThreeDigits(medianOf(samples, name, 'perSecond')),
    '÷ TPC-B c8': roundToThreeDigits(ratioOf(samples, name, 'TPC-B c8')),
    'p50 ms': roundToThreeDigits(medianOf(samples, name, 'p50')),
    'p99 ms': roundToThreeDigits(medianOf(samples, name, 'p99')),
    'server µs': roundToThreeDigits(medianOf(samples, name, 'serverMicros')),
  }));
  console.log(
    `\n${machine.cores} cores with the load generator on them, medians of ${rounds} interleaved rounds of ${seconds} s. Each decision holds its money durably before it is answered.`,
  );
  console.log(
    `TPC-B by ${yardstick.driver}. ${answered} decisions, all approved and held; ${turnedAway} turned away. ${paid} payments beside them.`,
  );
  console.table(table);
  const settings = { rounds, seconds, payingConnections, yardstick: yardstick.driver, postgres: database.settings };
  writeResult('cards.json', {
    machine,
    settings,
    answered,
    turnedAway,
    paid,
    table,
    samples: Object.fromEntries(samples),
  });
} finally {
  await db.destroy();
  await larkmere.stop();
}
