import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../../tools/migrate.ts';
import { freePort } from '../../tools/ports.ts';
import { superviseDatabase } from '../../tools/postgres/supervise.ts';

const root = join(import.meta.dirname, '../..');
export const railSecret = 'rail secret for tests';
const secrets = {
  RAIL_SECRET: railSecret,
  PIN_PEPPER: 'pepper for tests only',
  RATE_SECRET: 'rate secret for tests',
  CAPTCHA_SECRET: 'captcha secret for tests',
  SEAL_KEY: 'key of the seal, for tests alone',
};

/** A second process of the API. */
export type ApiNode = Readonly<{
  base: string;
  /** Sends SIGTERM and waits for the end. Returns the exit code. */
  terminate: () => Promise<number | NodeJS.Signals | null>;
  start: () => Promise<void>;
}>;

export type TestProcesses = Readonly<{
  databaseUrl: string;
  base: string;
  bank: string;
  killApi: () => Promise<number>;
  killDatabase: () => Promise<number>;
  command: (statement: string) => Promise<void>;
  recovered: () => Promise<number>;
  startNode: () => Promise<ApiNode>;
  /** For tools that an operator runs. */
  toolEnvironment: NodeJS.ProcessEnv;
  shiftClock: (milliseconds: number) => Promise<void>;
  measureApiMemory: () => Promise<MemoryUsage>;
  leakApi: () => void;
  stop: () => Promise<void>;
}>;

export type MemoryUsage = Readonly<{ bytes: number; resources: readonly string[] }>;

type ProcessOptions = Readonly<{
  settings?: readonly string[];
  dir?: string;
  environment?: Readonly<Record<string, string>>;
}>;

/** Acknowledges before a commit is on disk. The control needs this to lose acknowledged payments. */
export const asyncCommitSettings = ['synchronous_commit=off', 'wal_writer_delay=10s', 'wal_writer_flush_after=1GB'];

export async function startProcesses({
  settings = [],
  dir,
  environment = {},
}: ProcessOptions = {}): Promise<TestProcesses> {
  const home = dir ?? mkdtempSync(join(tmpdir(), 'larkmere-crash-'));
  chmodSync(home, 0o755);
  const [apiPort, bankPort] = [await freePort(), await freePort()];
  const [base, bank] = [`http://127.0.0.1:${apiPort}`, `http://127.0.0.1:${bankPort}`];
  const database = await superviseDatabase({
    dir: home,
    settings: [...settings],
    environment,
    pollMs: 200,
    recoveryTimeoutMs: 5000,
  });
  const { url } = database;
  await migrate(url);
  const env = {
    ...process.env,
    ...secrets,
    DATABASE_WAIT_MS: undefined, // for the suite alone: the API waits as long as in production
    DATABASE_URL: url,
    PORT: String(apiPort),
    HOST: '127.0.0.1',
    SANDBOX_BANK_URL: bank,
    SANDBOX_BANK_PORT: String(bankPort),
    LARKMERE_URL: base,
    LOG_LEVEL: dir === undefined ? 'silent' : 'info',
    TRUST_PROXY: '127.0.0.1',
    DATA_DIR: ':memory:',
    SEAL_FILE: join(home, 'heads', 'heads.jsonl'),
  };
  const lastWords = openSync(join(home, 'last-words'), 'a');
  // On a disk of the test the log is beside the database, as in `npm start`.
  const log = dir === undefined ? 'ignore' : openSync(join(home, 'api.log'), 'a');
  const start = (main: string, over: NodeJS.ProcessEnv = {}): ChildProcess =>
    spawn(process.execPath, ['--import', join(import.meta.dirname, 'preload.mjs'), join(root, main)], {
      env: { ...env, ...over },
      stdio: ['ignore', log, lastWords, 'ipc'],
    });
  const bankProcess = start('apps/sandbox-bank/src/main.ts');
  let api = start('apps/api/src/main.ts');
  const recovered = async (): Promise<number> => {
    const since = performance.now();
    await healthy(`${base}/readyz`, api).catch((cause: unknown) => {
      const words = readFileSync(join(home, 'last-words'), 'utf8').slice(-2000);
      throw new Error(`the API did not get ready: ${words}`, { cause });
    });
    return performance.now() - since;
  };
  await Promise.all([listening(bankProcess, bank), recovered()]);
  const nodes: { stop: () => Promise<void> }[] = [];
  const startNode = async (): Promise<ApiNode> => {
    const port = await freePort();
    const own = `http://127.0.0.1:${port}`;
    const launch = (): ChildProcess => start('apps/api/src/main.ts', { PORT: String(port) });
    let node = launch();
    nodes.push({ stop: () => kill(node) });
    await healthy(`${own}/readyz`, node);
    return {
      base: own,
      terminate: async () => {
        const gone = once(node, 'exit');
        node.kill('SIGTERM');
        await gone;
        return node.signalCode ?? node.exitCode;
      },
      start: async () => {
        node = launch();
        await healthy(`${own}/readyz`, node);
      },
    };
  };

  return {
    databaseUrl: url,
    base,
    bank,
    command: (statement) => command(url, statement),
    recovered,
    startNode,
    toolEnvironment: env,
    killApi: async () => {
      await kill(api);
      api = start('apps/api/src/main.ts');
      return await recovered();
    },
    killDatabase: async () => {
      killTree(Number(readFileSync(join(home, 'data/postmaster.pid'), 'utf8').split('\n')[0]));
      return await recovered();
    },
    shiftClock: async (milliseconds) => {
      api.send({ shiftMs: milliseconds });
      for await (const [{ shifted }] of on(api, 'message')) if (shifted === milliseconds) break;
    },
    measureApiMemory: async () => {
      api.send({ weighing: true });
      for await (const [{ weight }] of on(api, 'message')) if (weight) return weight as MemoryUsage;
      throw new Error('the API was not weighed');
    },
    leakApi: () => void api.send({ leaking: true }),
    stop: async () => {
      await Promise.all([kill(api), kill(bankProcess), ...nodes.map((node) => node.stop())]);
      await database.stop();
      closeSync(lastWords);
      if (typeof log === 'number') closeSync(log);
      if (dir === undefined) rmSync(home, { recursive: true, force: true });
    },
  };
}

async function command(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

const exitReason = (child: ChildProcess): string =>
  hasEnded(child) ? `and ended with ${child.exitCode ?? child.signalCode}` : 'and runs';

async function kill(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

function killTree(pid: number): void {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .split('\n')
    .map(Number)
    .filter(Boolean);
  for (const each of [pid, ...children]) {
    try {
      process.kill(each, 'SIGKILL');
    } catch {
      // it ended meanwhile
    }
  }
}

/** Its own message, because another process that took the port would answer too. */
async function listening(child: ChildProcess, address: string): Promise<void> {
  const gone = once(child, 'exit').then(() => {
    throw new Error(`${address} did not start, ${exitReason(child)}`);
  });
  for (;;) {
    const [{ ready }] = (await Promise.race([once(child, 'message'), gone])) as [{ ready?: string }];
    if (ready === address) return;
  }
}

async function healthy(probe: string, child: ChildProcess): Promise<void> {
  for (const start = performance.now(); performance.now() - start < 150_000; await sleep(50)) {
    if (hasEnded(child)) break;
    const ready = await fetch(probe, { signal: AbortSignal.timeout(1000) }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
  }
  throw new Error(`${probe} did not get ready, ${exitReason(child)}`);
}
