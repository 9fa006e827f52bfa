import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { hasDemoPeople } from '../db/seed/has-demo-people.ts';
import { dataDirectory, serverDirectory } from './database.ts';
import { migrate } from './migrate.ts';
import { freePort, requireFree } from './ports.ts';
import { serverAccount } from './postgres/binaries.ts';
import { superviseDatabase } from './postgres/supervise.ts';
import { printStep, startedAt } from './progress.mjs';
import { chooseBankPort, urlOf, writeBankUrl } from './start/addresses.ts';
import { openApiLogin } from './start/api-login.ts';
import { openDataDirectory } from './start/data-directory.ts';
import { demoLogins } from './start/demo-logins.ts';
import { demoSecrets, type Mode, readMode, refuseBundledServer } from './start/environment.ts';
import { onParentExit } from './start/npm-watch.ts';
import { type Program, superviseProgram } from './start/supervise-program.ts';

const isDev = process.argv.includes('--dev');
const running: { stop: () => Promise<void> }[] = [];

const run = async (program: Omit<Program, 'print'>) =>
  running.push(await superviseProgram({ ...program, print: printStep }));

async function start(): Promise<void> {
  enableCompileCache();
  // Builds beside the start of the database, which waits for disks rather than for processors.
  const web = isDev ? Promise.resolve() : buildWeb();
  web.catch(() => {}); // Awaited below; until then a failure must not end the process.
  const mode = readMode(process.env);
  const data = dataDirectory();
  const port = Number(process.env.PORT ?? 8080);
  await requireFree(port, 'PORT');
  const bankPort = process.env.SANDBOX_BANK_URL ? 0 : await chooseBankPort(port);

  openDataDirectory(data, serverDirectory(), process.env.DATABASE_URL ? {} : serverAccount());
  if (mode === 'demo') Object.assign(process.env, demoSecrets(data));
  const apiPort = isDev ? await freePort() : port;
  // The demo logins are public, so by default the demo listens on localhost only.
  const host = process.env.HOST ?? (mode === 'demo' ? 'localhost' : '0.0.0.0');
  const env = { ...process.env, DATA_DIR: data, LARKMERE_MODE: mode, HOST: host };
  const isQuiet = mode === 'demo' && !isDev;
  const bankUrl = process.env.SANDBOX_BANK_URL ?? urlOf('localhost', bankPort);
  const settings = { env, port, apiPort, bankUrl, bankPort, logs: isQuiet ? data : undefined };

  // Throws if another start uses the same data, so the bank comes after it.
  const databaseUrl = process.env.DATABASE_URL ?? (await startDatabase());
  writeBankUrl(data, bankUrl);
  const bank = process.env.SANDBOX_BANK_URL ? Promise.resolve({}) : startBank(settings);
  bank.catch(() => {}); // Awaited below, like the web.
  if (mode === 'production') await refuseBundledServer(databaseUrl);
  await prepare(databaseUrl, mode === 'demo');
  const mail = await bank;
  if (!process.env.SANDBOX_BANK_URL) await sendOpeningBalances(databaseUrl, bankUrl);
  await web;
  const apiUrl = process.env.DATABASE_URL ?? (await openApiLogin(databaseUrl));
  await startApi({ ...settings, env: { ...env, ...mail, DATABASE_URL: apiUrl } });
  if (isDev) await runWebServer(port, apiPort);
  printAddresses(settings, mode);
}

function printAddresses({ env, port, bankUrl, logs }: ProgramSettings, mode: Mode): void {
  printStep('Ready');
  console.log(`\nLarkmere is open: ${urlOf(env.HOST, port, 'localhost')}\n`);
  if (mode === 'demo') console.log(`${demoLogins()}\n`);
  if (mode === 'demo')
    console.log(
      `  Sandbox bank: ${bankUrl} (e-mails: ${bankUrl}/mail, text messages: ${bankUrl}/sms, cards: ${bankUrl}/card-issuer)`,
    );
  if (logs) console.log(`  Log: ${join(logs, 'api.log')}`);
  console.log('  Ctrl-C stops everything.\n');
}

async function buildWeb(): Promise<void> {
  const script = join(import.meta.dirname, 'bootstrap.mjs');
  const child = spawn(process.execPath, [script, '--only-web'], {
    env: { ...process.env, LARKMERE_STARTED_AT: String(startedAt) },
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error('The web application was not built.');
}

async function startDatabase(): Promise<string> {
  const database = await superviseDatabase({ dir: serverDirectory(), log: printStep });
  running.push(database);
  printStep('Database running');
  return database.url;
}

async function prepare(databaseUrl: string, isDemo: boolean): Promise<void> {
  const applied = await migrate(databaseUrl);
  if (applied.length > 0) printStep(describeMigrations(applied));
  if (!isDemo || (await hasDemoPeople(databaseUrl))) return;
  const { seed } = await import('../db/seed/seed.ts');
  if (await seed(databaseUrl)) printStep('Demo people added, with a year of history');
}

/** Names them for an operator who upgrades. The first start applies all. */
function describeMigrations(applied: readonly string[]): string {
  const names = applied.length > 10 ? '' : `: ${applied.join(', ')}`;
  return `Database ready, ${applied.length} ${applied.length === 1 ? 'migration' : 'migrations'} applied${names}`;
}

type ProgramSettings = {
  env: NodeJS.ProcessEnv & { HOST: string };
  port: number;
  apiPort: number;
  bankUrl: string;
  bankPort: number;
  logs: string | undefined;
};

/** Needs no database. Returns the mail server for the API. */
async function startBank({ env, bankPort, apiPort, logs }: ProgramSettings): Promise<NodeJS.ProcessEnv> {
  const smtpPort = await freePort();
  await run({
    name: 'The sandbox bank',
    command: ['apps/sandbox-bank/src/main.ts'],
    env: {
      ...env,
      SANDBOX_BANK_PORT: String(bankPort),
      SANDBOX_SMTP_PORT: String(smtpPort),
      LARKMERE_URL: urlOf(env.HOST, apiPort),
    },
    log: logs && join(logs, 'sandbox-bank.log'),
  });
  printStep('Sandbox bank running');
  return { SMTP_URL: process.env.SMTP_URL ?? `smtp://127.0.0.1:${smtpPort}` };
}

/** The money of the seeded year is held at the sandbox bank, so its statement must match our ledger. */
async function sendOpeningBalances(databaseUrl: string, bankUrl: string): Promise<void> {
  const openings = await import('../db/seed/opening-balances.ts');
  await openings.sendOpeningBalances(databaseUrl, bankUrl);
}

async function startApi({ env, port, apiPort, bankUrl, logs }: ProgramSettings): Promise<void> {
  await run({
    name: 'Larkmere',
    command: [...(isDev ? ['--watch', '--watch-preserve-output'] : []), 'apps/api/src/main.ts'],
    env: {
      ...env,
      PORT: String(apiPort),
      SANDBOX_BANK_URL: bankUrl,
      // Other banks redirect customers back to this address.
      LARKMERE_URL: process.env.LARKMERE_URL ?? `http://localhost:${port}`,
    },
    log: logs && join(logs, 'api.log'),
  });
}

async function runWebServer(port: number, apiPort: number): Promise<void> {
  await run({
    name: 'The web server',
    command: [
      'node_modules/vite/bin/vite.js',
      'apps/web',
      '--port',
      String(port),
      '--strictPort',
      '--clearScreen',
      'false',
    ],
    env: { ...process.env, API_URL: urlOf(process.env.HOST ?? 'localhost', apiPort) },
    health: `http://localhost:${port}/`,
  });
}

let stopping: Promise<void> | undefined;

function stop(): Promise<void> {
  stopping ??= (async () => {
    for (const part of running.toReversed()) await part.stop();
  })();
  return stopping;
}

function stopAndExit(): void {
  if (stopping === undefined) console.log('\nStopping …');
  void stop().then(() => process.exit(0));
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopAndExit);
onParentExit(stopAndExit);

try {
  await start();
} catch (error) {
  if (stopping === undefined) console.error(`\n✗ ${error instanceof Error ? error.message : String(error)}\n`);
  await stop();
  process.exit(1);
}
