import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { closedLoop, type Sample } from './load.ts';
import { processorMicros } from './process-stats.ts';
import type { BenchServer } from './server.ts';

/** The baseline: PostgreSQL's TPC-B-like script, run by pgbench or by our own driver if pgbench is not installed. */
export type Baseline = Readonly<{ driver: string; run: (clients: number, seconds: number) => Promise<Sample> }>;

const scale = 50;
const run = promisify(execFile);

export async function openBaseline(server: BenchServer): Promise<Baseline> {
  const url = await createBaselineDatabase(server.url);
  const pgbench = findPgbench();
  if (!pgbench) return { driver: 'own driver (pgbench is not installed)', run: await createOwnDriver(server, url) };
  await run(pgbench, ['--initialize', '--quiet', `--scale=${scale}`, url]);
  const version = execFileSync(pgbench, ['--version'], { encoding: 'utf8' }).trim();
  return { driver: version, run: (clients, seconds) => pgbenchRound(server, pgbench, url, clients, seconds) };
}

async function createBaselineDatabase(serverUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query('create database yardstick');
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = '/yardstick';
  return url.href;
}

function findPgbench(): string | undefined {
  const script = 'command -v pgbench || ls -1 /usr/lib/postgresql/*/bin/pgbench | tail -n 1';
  try {
    return (
      execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() ||
      undefined
    );
  } catch {
    return undefined;
  }
}

async function pgbenchRound(
  server: BenchServer,
  pgbench: string,
  url: string,
  clients: number,
  seconds: number,
): Promise<Sample> {
  const before = processorMicros(server.pid);
  const args = ['--no-vacuum', '--protocol=prepared', `--client=${clients}`, '--jobs=2', `--time=${seconds}`, url];
  const { stdout } = await run(pgbench, args);
  const figure = (pattern: RegExp): number => Number(pattern.exec(stdout)?.[1] ?? Number.NaN);
  const done = figure(/transactions actually processed: (\d+)/);
  const latency = figure(/latency average = ([\d.]+) ms/);
  return {
    perSecond: figure(/tps = ([\d.]+)/),
    p50: latency, // pgbench reports only the mean.
    p99: Number.NaN,
    serverMicros: (processorMicros(server.pid) - before) / done,
  };
}

const statements = [
  'update pgbench_accounts set abalance = abalance + $1 where aid = $2',
  'select abalance from pgbench_accounts where aid = $1',
  'update pgbench_tellers set tbalance = tbalance + $1 where tid = $2',
  'update pgbench_branches set bbalance = bbalance + $1 where bid = $2',
  'insert into pgbench_history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)',
] as const;

async function createOwnDriver(server: BenchServer, url: string): Promise<Baseline['run']> {
  const pool = new pg.Pool({ connectionString: url, max: 64 });
  await pool.query(`
    create table pgbench_branches (bid int primary key, bbalance int, filler char(88)) with (fillfactor = 100);
    create table pgbench_tellers (tid int primary key, bid int, tbalance int, filler char(84)) with (fillfactor = 100);
    create table pgbench_accounts (aid int primary key, bid int, abalance int, filler char(84)) with (fillfactor = 100);
    create table pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
    insert into pgbench_branches select n, 0, '' from generate_series(1, ${scale}) n;
    insert into pgbench_tellers select n, (n - 1) / 10 + 1, 0, '' from generate_series(1, ${scale * 10}) n;
    insert into pgbench_accounts select n, (n - 1) / 100000 + 1, 0, '' from generate_series(1, ${scale * 100_000}) n;
    `);
  await pool.query('vacuum analyze');
  await pool.end();
  return async (clients, seconds) => {
    const connections = await Promise.all(Array.from({ length: clients }, () => connect(url)));
    const work = (worker: number): Promise<boolean> => runTransaction(connections[worker] as pg.Client);
    const sample = await closedLoop({ workers: clients, seconds, work, cpu: () => processorMicros(server.pid) });
    await Promise.all(connections.map((client) => client.end()));
    return sample;
  };
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

async function runTransaction(client: pg.Client): Promise<boolean> {
  const below = (most: number): number => 1 + Math.floor(Math.random() * most);
  const [aid, tid, bid, delta] = [below(scale * 100_000), below(scale * 10), below(scale), below(10_001) - 5001];
  const values = [[delta, aid], [aid], [delta, tid], [delta, bid], [tid, bid, aid, delta]];
  await client.query('begin');
  for (const [n, text] of statements.entries()) await client.query({ name: `tpcb${n}`, text, values: values[n] ?? [] });
  await client.query('commit');
  return true;
}
