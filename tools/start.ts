import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { dataDirectory, serverDirectory } from './database.ts';
import { migrate } from './migrate.ts';
import { freePort, requireFree } from './ports.ts';
import { superviseDatabase } from './postgres/supervise.ts';
import { demoSecrets, type Mode, readMode } from './start/environment.ts';
import { demoLogins } from './start/people.ts';
import { keepRunning, type Running } from './start/program.ts';

const root = join(import.meta.dirname, '..');
const say = (line: string) => console.log(`• ${line}`);

/** What runs, in the order of its start; it is stopped from the end. */
const running: Running[] = [];

async function start(isDev: boolean): Promise<void> {
  const mode = readMode(process.env);
  const data = dataDirectory();
  mkdirSync(data, { recursive: true });
  const port = Number(process.env.PORT ?? 8080);
  const bankPort = Number(process.env.SANDBOX_BANK_PORT ?? port + 1);
  await requireFree(port, 'PORT');
  if (mode === 'demo') Object.assign(process.env, demoSecrets(data));

  const databaseUrl = process.env.DATABASE_URL ?? (await startDatabase());
  const applied = await migrate(databaseUrl);
  if (applied.length > 0) say(`Migrations applied: ${applied.join(', ')}`);
  if (mode === 'demo' && existsSync(join(root, 'db/seed/seed.ts'))) await seedDemo(databaseUrl);

  // In development the web has its own server in front of the API.
  const apiPort = isDev ? await freePort() : port;
  const api = `http://127.0.0.1:${apiPort}`;
  const bank = process.env.SANDBOX_BANK_URL ?? `http://127.0.0.1:${bankPort}`;
  const env = {
    ...process.env,
    NODE_ENV: isDev ? 'development' : 'production',
    DATABASE_URL: databaseUrl,
    DATA_DIR: data,
    LARKMERE_MODE: mode,
    LARKMERE_URL: api,
  };
  const log = (name: string) => (mode === 'production' || isDev ? undefined : join(data, `${name}.log`));
  if (!process.env.SANDBOX_BANK_URL) {
    await requireFree(bankPort, 'SANDBOX_BANK_PORT');
    const bankEnv = { ...env, SANDBOX_BANK_PORT: String(bankPort) };
    running.push(
      await keepRunning({
        name: 'The sandbox bank',
        command: ['apps/sandbox-bank/src/main.ts'],
        env: bankEnv,
        health: `${bank}/healthz`,
        log: log('sandbox-bank'),
        say,
      }),
    );
  }
  const apiEnv = { ...env, PORT: String(apiPort), SANDBOX_BANK_URL: bank };
  running.push(
    await keepRunning({
      name: 'Larkmere',
      command: [...(isDev ? ['--watch'] : []), 'apps/api/src/main.ts'],
      env: apiEnv,
      health: `${api}/healthz`,
      log: log('api'),
      say,
    }),
  );
  if (isDev) {
    const command = [
      'node_modules/vite/bin/vite.js',
      'apps/web',
      '--port',
      String(port),
      '--strictPort',
      '--clearScreen',
      'false',
    ];
    running.push(
      await keepRunning({
        name: 'The web server',
        command,
        env: { ...process.env, API_URL: api },
        health: `http://localhost:${port}/`,
        say,
      }),
    );
  }
  welcome(mode, `http://localhost:${port}`, log('api'));
}

async function startDatabase(): Promise<string> {
  const database = await superviseDatabase({ dir: serverDirectory(), log: say });
  running.push(database);
  return database.url;
}

async function seedDemo(databaseUrl: string): Promise<void> {
  const { seed } = (await import(join(root, 'db/seed/seed.ts'))) as { seed: (databaseUrl: string) => Promise<void> };
  await seed(databaseUrl);
}

function welcome(mode: Mode, address: string, log: string | undefined): void {
  console.log(`\nLarkmere is open: ${address}\n`);
  if (mode === 'demo' && existsSync(join(root, 'db/seed/people.json'))) console.log(`${demoLogins()}\n`);
  if (log) console.log(`  Log: ${log}`);
  console.log('  Ctrl-C stops everything.\n');
}

let stopping: Promise<void> | undefined;

/** Clients first, the database last. */
function stop(): Promise<void> {
  stopping ??= (async () => {
    for (const part of running.toReversed()) await part.stop();
  })();
  return stopping;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (stopping === undefined) console.log('\nStopping …');
    void stop().then(() => process.exit(0));
  });
}

try {
  await start(process.argv.includes('--dev'));
} catch (error) {
  if (stopping === undefined) console.error(`\n✗ ${error instanceof Error ? error.message : String(error)}\n`);
  await stop();
  process.exit(1);
}
