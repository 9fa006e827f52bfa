import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '../../tools/migrate.ts';
import { freePort } from '../../tools/ports.ts';
import { type Postgres, startPostgres } from '../../tools/postgres.ts';

const root = join(import.meta.dirname, '../..');
export const railSecret = 'rail secret for tests';
const secrets = {
  RAIL_SECRET: railSecret,
  PIN_PEPPER: 'pepper for tests only',
  CAPTCHA_SECRET: 'captcha secret for tests',
  SEAL_KEY: 'key of the seal, for tests alone',
};

/** A whole Larkmere of its own, every part a process that can be killed. */
export type World = Readonly<{
  databaseUrl: string;
  base: string;
  bank: string;
  killApi: () => Promise<number>;
  killDatabase: () => Promise<number>;
  stop: () => Promise<void>;
}>;

/** Starts database, bank and API; `settings` are PostgreSQL's, as `name=value`. */
export async function openWorld(settings: readonly string[] = []): Promise<World> {
  const dir = mkdtempSync(join(tmpdir(), 'larkmere-crash-'));
  chmodSync(dir, 0o755); // the database may run as another user
  const [apiPort, bankPort] = [await freePort(), await freePort()];
  const [base, bank] = [`http://127.0.0.1:${apiPort}`, `http://127.0.0.1:${bankPort}`];
  let database: Postgres = await startPostgres({ dir, settings: [...settings] });
  const { port, url } = database;
  await migrate(url);
  const environment = {
    ...process.env,
    ...secrets,
    DATABASE_URL: url,
    PORT: String(apiPort),
    HOST: '127.0.0.1',
    SANDBOX_BANK_URL: bank,
    SANDBOX_BANK_PORT: String(bankPort),
    LARKMERE_URL: base,
    LOG_LEVEL: 'silent',
    TRUST_PROXY: '127.0.0.1',
    DATA_DIR: ':memory:',
    SEAL_FILE: join(tmpdir(), `larkmere-heads-${apiPort}.jsonl`),
  };
  const start = (main: string): ChildProcess =>
    spawn(process.execPath, [join(root, main)], { env: environment, stdio: 'ignore' });
  const bankProcess = start('apps/sandbox-bank/src/main.ts');
  let api = start('apps/api/src/main.ts');
  await Promise.all([healthy(bank), healthy(base)]);

  return {
    databaseUrl: url,
    base,
    bank,
    killApi: async () => {
      await kill(api);
      const since = performance.now();
      api = start('apps/api/src/main.ts');
      await healthy(base);
      return performance.now() - since;
    },
    killDatabase: async () => {
      const since = performance.now();
      killTree(database.pid);
      await database.ended;
      await database.stop();
      database = await startPostgres({ dir, port, settings: [...settings] });
      await healthy(base);
      return performance.now() - since;
    },
    stop: async () => {
      await Promise.all([kill(api), kill(bankProcess)]);
      await database.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Every process of the server at once, as when the machine forgets them. */
function killTree(pid: number): void {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .split('\n')
    .map(Number)
    .filter(Boolean);
  for (const each of [pid, ...children]) {
    try {
      process.kill(each, 'SIGKILL');
    } catch {
      // it ended by itself in between
    }
  }
}

async function healthy(base: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const ready = await fetch(`${base}/healthz`, { signal: AbortSignal.timeout(1000) }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await sleep(50);
  }
  throw new Error(`${base} did not get ready`);
}
