import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A library for LD_PRELOAD, in a folder of its own that any user can read: the database may run as another one. */
export type Preload = Readonly<{ library: string; folder: string; remove: () => void }>;

/** Returns why not, where the system or its compiler cannot. */
export function compilePreload(source: string): Preload | string {
  if (process.platform !== 'linux') return 'libraries are preloaded on Linux only';
  const folder = mkdtempSync(join(tmpdir(), 'larkmere-preload-'));
  chmodSync(folder, 0o755);
  const library = join(folder, 'preload.so');
  const remove = () => rmSync(folder, { recursive: true });
  const options = { encoding: 'utf8' } as const;
  const built = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'], options);
  if (built.status === 0) return { library, folder, remove };
  remove();
  return `there is no C compiler that works: ${built.error?.message ?? built.stderr}`;
}
