import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { dataDirectory, serverDirectory } from './database.ts';
import { migrate } from './migrate.ts';
import { freePort, requireFree } from './ports.ts';
import { serverAccount } from './postgres/binaries.ts';
import { superviseDatabase } from './postgres/supervise.ts';
import { chooseBankPort, urlOf, writeBankUrl } from './start/addresses.ts';
import { openApiLogin } from './start/api-login.ts';
import { openDataDirectory } from './start/data-directory.ts';
import { demoLogins } from './start/demo-logins.ts';
import { demoSecrets, readMode, refuseBundledServer } from './start/environment.ts';
import { onParentExit } from './start/npm-watch.ts';
import { type Program, superviseProgram } from './start/supervise-program.ts';

const isDev = process.argv.includes('--dev');
const print = (line: string) => console.log(`• ${line}`);

const running: { stop: () => Promise<void> }[] = [];

const run = async (program: Omit<Program, 'print'>) => running.push(await superviseProgram({ ...program, print }));

async function start(): Promise<void> {
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
  const databaseUrl = process.env.DATABASE_URL ?? (await startDatabase());
  if (mode === 'production') await refuseBundledServer(databaseUrl);
  await prepare(databaseUrl, mode === 'demo');
  await web;

  const apiPort = isDev ? await freePort() : port;
  const apiUrl = process.env.DATABASE_URL ?? (await openApiLogin(databaseUrl));
  // The demo logins are public, so by default the demo listens on localhost only.
  const host = process.env.HOST ?? (mode === 'demo' ? 'localhost' : '0.0.0.0');
  const env = { ...process.env, DATABASE_URL: apiUrl, DATA_DIR: data, LARKMERE_MODE: mode, HOST: host };
  const isQuiet = mode === 'demo' && !isDev;
  const bank = process.env.SANDBOX_BANK_URL ?? urlOf('localhost', bankPort);
  writeBankUrl(data, bank);
  await runPrograms({ env, port, apiPort, bank, bankPort, logs: isQuiet ? data : undefined });
  if (isDev) await runWebServer(port, apiPort);

  console.log(`\nLarkmere is open: ${urlOf(host, port, 'localhost')}\n`);
  if (mode === 'demo') console.log(`${demoLogins()}\n`);
  if (mode === 'demo')
    console.log(
      `  Sandbox bank: ${bank} (e-mails: ${bank}/mail, text messages: ${bank}/sms, cards: ${bank}/card-issuer)`,
    );
  if (isQuiet) console.log(`  Log: ${join(data, 'api.log')}`);
  console.log('  Ctrl-C stops everything.\n');
}

async function buildWeb(): Promise<void> {
  const script = join(import.meta.dirname, 'bootstrap.mjs');
  const child = spawn(process.execPath, [script, '--only-web'], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error('The web application was not built.');
}

async function startDatabase(): Promise<string> {
  const database = await superviseDatabase({ dir: serverDirectory(), log: print });
  running.push(database);
  return database.url;
}

async function prepare(databaseUrl: string, isDemo: boolean): Promise<void> {
  const applied = await migrate(databaseUrl);
  if (applied.length > 0) print(`Migrations applied: ${applied.join(', ')}`);
  if (!isDemo) return;
  const { seed } = await import('../db/seed/seed.ts');
  if (await seed(databaseUrl)) print('The demo people have moved in, with a year behind them.');
}

type ProgramSettings = {
  env: NodeJS.ProcessEnv & { DATABASE_URL: string; HOST: string };
  port: number;
  apiPort: number;
  bank: string;
  bankPort: number;
  logs: string | undefined;
};

async function runPrograms({ env, port, apiPort, bank, bankPort, logs }: ProgramSettings): Promise<void> {
  const mail: NodeJS.ProcessEnv = {};
  if (!process.env.SANDBOX_BANK_URL) {
    const smtpPort = await freePort();
    mail.SMTP_URL = process.env.SMTP_URL ?? `smtp://127.0.0.1:${smtpPort}`;
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
    // The money of the seeded year is held at the sandbox bank, so its statement must match our ledger.
    const { sendOpeningBalances } = await import('../db/seed/opening-balances.ts');
    await sendOpeningBalances(env.DATABASE_URL, bank);
  }
  await run({
    name: 'Larkmere',
    command: [...(isDev ? ['--watch', '--watch-preserve-output'] : []), 'apps/api/src/main.ts'],
    env: {
      ...env,
      PORT: String(apiPort),
      SANDBOX_BANK_URL: bank,
      ...mail,
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
