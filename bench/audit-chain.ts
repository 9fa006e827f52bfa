import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { appendChainEntries } from '../apps/api/src/accounting/audit-chain/audit-chain-writer.ts';
import { type Db, openDb } from '../apps/api/src/platform/db/db.ts';
import { scheduleJob } from '../apps/api/src/platform/jobs/job.ts';
import { migrate } from '../tools/migrate.ts';
import { fundedAccounts } from './ledger/accounts.ts';
import { sharedTransactions, singleTransactions } from './ledger/loads.ts';
import { betweenRandomAccounts } from './ledger/operations.ts';
import type { Sample } from './measure/load.ts';
import { describeMachine } from './measure/machine.ts';
import { roundToThreeDigits, writeResult } from './measure/results.ts';
import { type Contestant, interleave, median, medianOf, ratioOf } from './measure/rounds.ts';
import { startBenchServer } from './measure/server.ts';

/** The cost of the audit chain for postings: without it, with its columns and index, and with the chain job running. */
const rounds = Number(process.env.ROUNDS ?? 5);
const seconds = Number(process.env.SECONDS ?? 4);
const accounts = 1000;
const log = pino({ level: 'error' });

const before = describeMachine();
const server = await startBenchServer();
const databases: Db[] = [];
const backlog: number[] = [];
try {
  const plain = await openDatabase('plain', false);
  const still = await openDatabase('still', true);
  const sealed = await openDatabase('sealed', true);
  const samples = await interleave(rounds, [
    ...(await loads('no seal', plain, (run) => run())),
    ...(await loads('column and index', still, (run) => run())),
    ...(await loads('sealer at work', sealed, (run) => whileChaining(sealed, run))),
  ]);
  const rows = ['single transactions, 32 callers', 'shared transactions, 128 callers'].flatMap((load) =>
    ['no seal', 'column and index', 'sealer at work'].map((kind) => {
      const name = `${load}: ${kind}`;
      return {
        load: name,
        'operations/s': roundToThreeDigits(medianOf(samples, name, 'perSecond')),
        '÷ no seal': roundToThreeDigits(ratioOf(samples, name, `${load}: no seal`)),
        'p99 ms': roundToThreeDigits(medianOf(samples, name, 'p99')),
        'server µs': roundToThreeDigits(medianOf(samples, name, 'serverMicros')),
      };
    }),
  );
  console.table(rows);
  console.log(`Rows still to be sealed when a load ended: ${backlog.join(', ')}`);
  writeResult('seal.json', {
    machine: before,
    settings: server.settings,
    rounds,
    seconds,
    rows,
    lags: backlog,
    lag: median(backlog),
  });
} finally {
  await Promise.all(databases.map((db) => db.destroy()));
  await server.stop();
}

async function openDatabase(name: string, hasChain: boolean): Promise<Db> {
  await runAsOwner(server.url, `create database ${name}`);
  const url = Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
  const folder = mkdtempSync(join(tmpdir(), 'larkmere-migrations-'));
  cpSync(join(import.meta.dirname, '../db/migrations'), folder, { recursive: true });
  if (!hasChain) rmSync(join(folder, '0006-audit-chain.sql'));
  await migrate(url, folder);
  if (!hasChain) await runAsOwner(url, 'alter table ledger.transfer drop column recorded_in');
  rmSync(folder, { recursive: true });
  const db = openDb(url, 34);
  databases.push(db);
  return db;
}

async function runAsOwner(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function loads(
  kind: string,
  db: Db,
  around: (run: () => Promise<Sample>) => Promise<Sample>,
): Promise<Contestant[]> {
  const next = betweenRandomAccounts(await fundedAccounts(db, 'bench', 'GBP', accounts));
  return [
    {
      name: `single transactions, 32 callers: ${kind}`,
      run: () => around(() => singleTransactions({ server, db, callers: 32, seconds, next })),
    },
    {
      name: `shared transactions, 128 callers: ${kind}`,
      run: () => around(() => sharedTransactions({ server, db, callers: 128, seconds, next })),
    },
  ];
}

async function whileChaining(db: Db, run: () => Promise<Sample>): Promise<Sample> {
  const sealer = scheduleJob('seal', 1000, () => appendChainEntries(db), log);
  const sample = await run();
  await sealer.stop();
  const { added } = await appendChainEntries(db);
  backlog.push(Number(added ?? 0));
  return sample;
}
