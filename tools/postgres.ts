import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { lastLines, openLog } from './log-file.ts';
import { freePort } from './ports.ts';
import {
  type Account,
  type Binaries,
  findBinaries,
  openPublicDirectory,
  reachable,
  serverAccount,
} from './postgres/binaries.ts';
import { claim } from './postgres/claim.ts';
import { prepareCluster, serverEnvironment, stopOrphans, urlOf } from './postgres/cluster.ts';
import { read, signal } from './postgres/processes.ts';

export type Postgres = {
  url: string;
  port: number;
  pid: number;
  ended: Promise<unknown>;
  /** Fast shutdown: open transactions are rolled back, so no recovery is needed. */
  stop: () => Promise<void>;
  kill: () => Promise<void>;
};

type Options = {
  dir: string;
  port?: number;
  findPort?: () => Promise<number>;
  settings?: string[];
  environment?: Readonly<Record<string, string>>;
  log?: (line: string) => void;
};

/** Every commit is written to disk, and the log is short enough to recover within seconds. */
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=120',
  'timezone=UTC',
  'log_timezone=UTC',
  'fsync=on',
  'full_page_writes=on',
  'synchronous_commit=on',
  'shared_buffers=256MB',
  'max_wal_size=1GB',
  'log_checkpoints=off',
  'larkmere.bundled=on', // production refuses to run on a server with this setting
];

/**
 * The guardian reads a pipe from our process (descriptor 3). The pipe closes when we end, however we end, and the
 * guardian then shuts the server down. Terminal signals reach neither, so we control the order.
 */
const GUARDIAN = `
"$@" 3<&- &
server=$!
(trap '' INT TERM HUP; read -r _ <&3; kill -INT $server) 2>/dev/null &
watch=$!
wait $server
code=$?
kill -KILL $watch 2>/dev/null
exit $code`;

/**
 * Starts the bundled PostgreSQL on a loopback port and waits until it answers. Throws if another living process owns
 * the folder. Stops a server that a killed process left running.
 */
export async function startPostgres({
  dir,
  port,
  findPort = freePort,
  settings = [],
  environment = {},
  log = () => {},
}: Options): Promise<Postgres> {
  if (process.platform === 'win32')
    throw new Error('The bundled PostgreSQL needs Linux or macOS: set DATABASE_URL, or use WSL.');
  const home = resolve(dir);
  mkdirSync(home, { recursive: true });
  const { release } = claim(join(home, 'owner'), home);
  try {
    const account = serverAccount();
    const cluster = reachable(home, account) ? join(home, 'data') : join(openPublicDirectory(), nameFor(home));
    const binaries = await findBinaries(account);
    if (await stopOrphans(cluster)) log('A database server of an earlier run was still there: stopped it.');
    prepareCluster(cluster, binaries, account);
    const env = { ...serverEnvironment, ...environment };
    const place = { home, cluster, binaries, account, settings, env };
    const server = await (port ? launch({ ...place, port }) : launchAnywhere(place, findPort));
    const stop = async () => {
      server.pipe.destroy();
      await server.ended;
      release();
    };
    const kill = async () => {
      signal(server.pid, 'SIGKILL');
      await stopOrphans(cluster);
      await stop();
    };
    return { url: server.url, port: server.port, pid: server.pid, ended: server.ended, stop, kill };
  } catch (error) {
    release();
    throw error;
  }
}

export function runningPostgres(dir: string): string | undefined {
  const clusters = [join(resolve(dir), 'data'), join('/var/tmp/larkmere', nameFor(resolve(dir)))];
  for (const cluster of clusters) {
    const [, , , port, , , , state] = read(join(cluster, 'postmaster.pid')).split('\n');
    if (state?.trim() === 'ready') return urlOf(cluster, Number(port));
  }
  return undefined;
}

type Launch = {
  home: string;
  cluster: string;
  binaries: Binaries;
  account: Account;
  port: number;
  settings: string[];
  env: NodeJS.ProcessEnv;
};

/** Another program can take a free port before the server binds it, so try another one. */
async function launchAnywhere(place: Omit<Launch, 'port'>, findPort: () => Promise<number>) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await launch({ ...place, port: await findPort() });
    } catch (error) {
      if (tries === 5 || !(error instanceof Error && error.message.includes('could not bind'))) throw error;
    }
  }
}

async function launch({ home, cluster, binaries, account, port, settings, env }: Launch) {
  const logFile = join(home, 'log');
  const output = openLog(logFile);
  const flags = [...SETTINGS, ...settings].flatMap((setting) => ['-c', setting]);
  const args = ['-c', GUARDIAN, 'guardian', binaries.postgres, '-D', cluster, '-p', String(port), ...flags];
  const guardian = spawn('/bin/sh', args, {
    ...account,
    cwd: '/',
    env,
    detached: true,
    stdio: ['ignore', output, output, 'pipe'],
  });
  closeSync(output);
  const pipe = guardian.stdio[3] as Duplex;
  pipe.on('error', () => {});
  const ended = once(guardian, 'exit');
  try {
    const pid = await ready(cluster, ended);
    return { url: urlOf(cluster, port), port, pid, pipe, ended };
  } catch (error) {
    pipe.destroy();
    throw new Error(`PostgreSQL did not start.\n${lastLines(logFile)}`, { cause: error });
  }
}

async function ready(cluster: string, ended: Promise<unknown>): Promise<number> {
  let over = false;
  void ended.then(() => {
    over = true;
  });
  for (const start = performance.now(); performance.now() - start < LONGEST_RECOVERY; await sleep(10)) {
    if (over) throw new Error('The server process ended.');
    const status = read(join(cluster, 'postmaster.pid')).split('\n');
    if (status[7]?.trim() === 'ready') return Number(status[0]);
  }
  throw new Error('The server did not get ready.');
}

/** The write-ahead log is at most 1 GB, which recovers in far less even on a slow disk. */
const LONGEST_RECOVERY = 10 * 60_000;

const nameFor = (home: string): string => `data-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`;
