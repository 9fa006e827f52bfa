import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Account, Binaries } from './binaries.ts';
import { read, serversIn, signal, startOf, until } from './processes.ts';

const NAME = 'larkmere';

export function prepareCluster(cluster: string, binaries: Binaries, account: Account): void {
  const made = read(join(cluster, 'PG_VERSION')).trim();
  if (made === '') {
    initialise(cluster, binaries, account);
    return;
  }
  const version = spawnSync(binaries.postgres, ['--version'], { ...account, encoding: 'utf8', cwd: '/' }).stdout;
  const bundled = /(\d+)\./.exec(version)?.[1];
  if (made !== bundled) throw new Error(`${cluster} was made by PostgreSQL ${made}; the bundled one is ${bundled}.`);
}

function initialise(cluster: string, binaries: Binaries, account: Account): void {
  if (existsSync(cluster)) throw new Error(`${cluster} exists but is no data directory of PostgreSQL: move it away.`);
  const fresh = `${cluster}.new`;
  const password = `${cluster}.password`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  writeFileSync(password, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (account.uid !== undefined) for (const path of [fresh, password]) chownSync(path, account.uid, account.gid);
  const args = [
    '-D',
    fresh,
    '-U',
    NAME,
    '-A',
    'scram-sha-256',
    `--pwfile=${password}`,
    '-E',
    'UTF8',
    '--data-checksums',
  ];
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const options = { ...account, encoding: 'utf8', cwd: '/', env: serverEnvironment } as const;
  const made = spawnSync(binaries.initdb, [...args, ...locale, '--no-instructions'], options);
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
  // In single-user mode, before anybody can connect: later, clients of a crashed server can take every connection.
  const single = ['--single', '-D', fresh, 'postgres'];
  const named = spawnSync(binaries.postgres, single, { ...options, input: `create database ${NAME};\n` });
  if (named.status !== 0 || /ERROR|FATAL/.test(named.stderr))
    throw new Error(`create database failed: ${named.stderr}`);
  renameSync(password, join(fresh, 'password'));
  renameSync(fresh, cluster);
}

/** Tests at another time need the same time in the database (tools/nightly/clock-shift.c). */
const clockVariables = ['LD_PRELOAD', 'CLOCK_SHIFT_SECONDS'];

/** The server must not inherit our environment: PGDATA or LC_ALL would change its behaviour. */
export const serverEnvironment: Readonly<Record<string, string | undefined>> = {
  PATH: process.env.PATH,
  TZ: 'UTC',
  LC_ALL: 'C',
  ...Object.fromEntries(clockVariables.filter((name) => process.env[name]).map((name) => [name, process.env[name]])),
};

export function urlOf(cluster: string, port: number): string {
  const password = readFileSync(join(cluster, 'password'), 'utf8');
  return `postgres://${NAME}:${password}@127.0.0.1:${port}/${NAME}`;
}

/** Stops every server process of the cluster. Tries a fast shutdown first, because it needs no recovery. */
export async function stopOrphans(cluster: string): Promise<boolean> {
  const pidFile = join(cluster, 'postmaster.pid');
  const postmaster = Number.parseInt(read(pidFile), 10);
  const living = () => serversIn(cluster);
  const found = living().length > 0;
  for (const [name, patience] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
  ] as const) {
    if (living().includes(postmaster)) signal(postmaster, name);
    if (await until(() => living().length === 0, found ? patience : 0)) break;
  }
  for (const pid of living()) signal(pid, 'SIGKILL');
  if (!(await until(() => living().length === 0, 10_000)))
    throw new Error(`Server processes in ${cluster} cannot be stopped.`);
  // The recorded process id can be unreaped or reused, and PostgreSQL would take it for a running server.
  if (process.platform === 'linux' || startOf(postmaster) === '') rmSync(pidFile, { force: true });
  return found;
}
