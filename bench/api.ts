import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { openDb } from '../apps/api/src/kernel/db.ts';
import { openWorld } from '../test/crash/world.ts';
import { givenPayer, type Payer } from './payer.ts';

const rounds = 3;
const seconds = Number(process.env.SECONDS ?? 3);
const connections = [8, 32];
const payers = 32;
const ordersEach = 700;

type Sample = { perSecond: number; p50: number; p99: number };
/** One worker does one thing after the other; false ends it. */
type Work = (worker: number) => Promise<boolean>;

async function measure(workers: number, work: Work): Promise<Sample> {
  const times: number[] = [];
  const until = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      for (let more = true; more && performance.now() < until; ) {
        const since = performance.now();
        more = await work(worker);
        if (more) times.push(performance.now() - since);
      }
    }),
  );
  times.sort((a, b) => a - b);
  const at = (part: number): number => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN;
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99) };
}

async function ask(base: string, token: string, path: string, body: object): Promise<boolean> {
  const response = await fetch(`${base}/api/services${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
  return true;
}

/** Durable one-row commits on the same server: what the disk and PostgreSQL can do at best, one by one. */
function commits(pool: pg.Pool): Work {
  return async () => {
    await pool.query('insert into bench_commit (v) values ($1)', [randomUUID()]);
    return true;
  };
}

const middle = (samples: Sample[], of: keyof Sample): number =>
  samples.map((s) => s[of]).sort((a, b) => a - b)[Math.floor(samples.length / 2)] ?? Number.NaN;

const world = await openWorld();
const db = openDb(world.databaseUrl, 4);
const pool = new pg.Pool({ connectionString: world.databaseUrl, max: Math.max(...connections) });
try {
  await pool.query('create table bench_commit (id bigint generated always as identity primary key, v text)');
  const people: Payer[] = [];
  for (let n = 0; n < payers; n += 1) people.push(await givenPayer(db, n, ordersEach));
  const payer = (worker: number): Payer => people[worker % payers] as Payer;
  const pay: Work = async (worker) => {
    const order = payer(worker).orders.pop();
    return order ? ask(world.base, payer(worker).token, '/v1/payment/GBP', order) : false;
  };
  const noop: Work = (worker) => ask(world.base, payer(worker).token, '/v1/session/touch', {});
  const results: Record<string, unknown>[] = [];
  for (const workers of connections) {
    const samples = { payment: [] as Sample[], noop: [] as Sample[], commit: [] as Sample[] };
    for (let round = 0; round < rounds; round += 1) {
      samples.payment.push(await measure(workers, pay));
      samples.noop.push(await measure(workers, noop));
      samples.commit.push(await measure(workers, commits(pool)));
    }
    const rate = (name: keyof typeof samples): number => middle(samples[name], 'perSecond');
    results.push({
      connections: workers,
      'payment ÷ one-row commit': (rate('payment') / rate('commit')).toFixed(3),
      'payment ÷ no-op call': (rate('payment') / rate('noop')).toFixed(3),
      'payments/s': rate('payment').toFixed(0),
      'p50 ms': middle(samples.payment, 'p50').toFixed(1),
      'p99 ms': middle(samples.payment, 'p99').toFixed(1),
    });
  }
  console.log(
    `Accepted GBP payments over HTTP, durable, load generator on the same machine; medians of ${rounds} interleaved rounds of ${seconds} s.`,
  );
  console.table(results);
  const folder = join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'payments.json'), `${JSON.stringify(results, null, 2)}\n`);
} finally {
  await Promise.all([db.destroy(), pool.end()]);
  await world.stop();
}
