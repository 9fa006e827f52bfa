import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../tools/ports.ts';
import { type BenchServer, startBenchServer } from '../measure/server.ts';

const root = join(import.meta.dirname, '../..');
const secret = 'for measurements only, known to everybody';

export type Larkmere = Readonly<{
  database: BenchServer;
  base: string;
  api: number;
  railSecret: string;
  stop: () => Promise<void>;
}>;

export async function openLarkmere(environment: NodeJS.ProcessEnv = {}): Promise<Larkmere> {
  const database = await startBenchServer();
  const [port, bankPort] = [await freePort(), await freePort()];
  const [base, bank] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${bankPort}`];
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    PORT: String(port),
    HOST: '127.0.0.1',
    SANDBOX_BANK_URL: bank,
    SANDBOX_BANK_PORT: String(bankPort),
    LARKMERE_URL: base,
    LOG_LEVEL: 'silent',
    TRUST_PROXY: '127.0.0.1',
    DATA_DIR: ':memory:',
    RAIL_SECRET: secret,
    PIN_PEPPER: secret,
    CAPTCHA_SECRET: secret,
    RATE_SECRET: secret,
    SEAL_KEY: secret,
    SEAL_FILE: join(tmpdir(), `larkmere-bench-heads-${port}.jsonl`),
    ...environment,
  };
  const start = (main: string): ChildProcess => spawn(process.execPath, [join(root, main)], { env, stdio: 'ignore' });
  const bankProcess = start('apps/sandbox-bank/src/main.ts');
  const api = start('apps/api/src/main.ts');
  await Promise.all([waitUntil(`${base}/readyz`), waitUntil(`${bank}/healthz`)]);
  await removeBankDelays(bank);
  return {
    database,
    base,
    api: api.pid ?? 0,
    railSecret: secret,
    stop: async () => {
      await Promise.all([stopProcess(api), stopProcess(bankProcess)]);
      await database.stop();
    },
  };
}

async function removeBankDelays(bank: string): Promise<void> {
  await fetch(`${bank}/sandbox/settings`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ acceptDelayMs: [0, 0], settleDelayMs: [0, 0] }),
  });
}

async function stopProcess(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await Promise.race([gone, sleep(10_000).then(() => child.kill('SIGKILL'))]);
}

async function waitUntil(address: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new Error(`${address} did not answer`);
}
