import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { openDb } from '../apps/api/src/platform/db/db.ts';
import { slowKinds } from '../test/fixtures/slow-clients.ts';
import { call } from './api/client.ts';
import { openLarkmere } from './api/larkmere.ts';
import { openPayers } from './api/payers.ts';
import { quantiles } from './measure/load.ts';
import { describeMachine } from './measure/machine.ts';
import { residentMegabytes } from './measure/process-stats.ts';
import { roundToThreeDigits, writeResult } from './measure/results.ts';
import type { Attack } from './slow-clients/attack.ts';

const seconds = Number(process.env.SECONDS ?? 8);
const connections = Number(process.env.CONNECTIONS ?? 400);
const normalClients = 8;
const pauseMs = 10;

const attacks: Readonly<Record<string, Attack>> = {
  ...Object.fromEntries(
    slowKinds.map((kind) => [`${kind}, one address`, { count: connections, kinds: [kind], addresses: 1 }]),
  ),
  'all kinds, one address': { count: connections, kinds: slowKinds, addresses: 1 },
  'all kinds, 200 addresses': { count: connections, kinds: slowKinds, addresses: 200 },
  'unread, 10 calls each': { count: 150, kinds: ['unread'], addresses: 1 },
};

const before = describeMachine();
// Without a trusted proxy, each connection counts for its own address.
const larkmere = await openLarkmere({ TRUST_PROXY: '' });
const db = openDb(larkmere.database.url, 2);
try {
  const payers = await openPayers(db);
  const measure = () => measureNormalClients(larkmere.base, (worker) => payers.token(worker));
  await measure();
  const rows = [];
  for (const [name, attack] of Object.entries(attacks)) {
    const calm = await measure();
    const calmMegabytes = residentMegabytes(larkmere.api);
    const worker = new Worker(new URL('./slow-clients/attack.ts', import.meta.url), {
      workerData: { base: larkmere.base, attack },
    });
    await new Promise((ready) => worker.once('message', ready));
    const attacked = await measure();
    const memory = residentMegabytes(larkmere.api);
    await worker.terminate();
    await sleep(500);
    rows.push({
      attack: name,
      'calm p99 ms': roundToThreeDigits(calm.p99),
      'attacked p99 ms': roundToThreeDigits(attacked.p99),
      ratio: roundToThreeDigits(attacked.p99 / calm.p99),
      asked: attacked.asked,
      refused: attacked.refused,
      'API MB': `${calmMegabytes} → ${memory}`,
      mostMegabytes: Math.max(calmMegabytes, memory),
    });
    console.error(rows.at(-1));
  }
  console.log(
    `\n${before.cores} cores with honest and slow clients on them, ${connections} connections, ${seconds} s each.`,
  );
  console.table(rows);
  const slowest = Math.max(...rows.map((row) => row['attacked p99 ms']));
  const most = Math.max(...rows.map((row) => row.mostMegabytes));
  const refused = rows.reduce((sum, row) => sum + row.refused, 0);
  console.table([
    { what: 'honest p99, ms', measured: slowest, reach: 500, ok: slowest <= 500 },
    { what: 'honest requests without an answer of 200', measured: refused, reach: 0, ok: refused === 0 },
    { what: 'memory of the API, MB', measured: most, reach: 600, ok: most < 600 },
  ]);
  writeResult('slow.json', { machine: before, settings: { seconds, connections }, rows });
} finally {
  await db.destroy();
  await larkmere.stop();
}

async function measureNormalClients(base: string, tokenOf: (worker: number) => string) {
  const times: number[] = [];
  let refused = 0;
  const end = performance.now() + seconds * 1000;
  const ask = async (worker: number): Promise<void> => {
    while (performance.now() < end) {
      const { status, milliseconds } = await call({
        base,
        path: '/v1/session/touch',
        token: tokenOf(worker),
        body: {},
      });
      times.push(milliseconds);
      if (status !== 200) refused += 1;
      await sleep(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: normalClients }, (_, worker) => ask(worker)));
  return { asked: times.length, refused, ...quantiles(times) };
}
