import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compilePreload } from '../../tools/compile-preload.ts';

export type SmallDisk = Readonly<{ dir: string; fill: () => void; free: () => void; remove: () => void }>;

export function mountSmallDisk(megabytes: number): SmallDisk | string {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux can mount a small disk';
  const dir = mkdtempSync(join(tmpdir(), 'larkmere-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', dir], {
    encoding: 'utf8',
  });
  if (mounted.status !== 0) {
    rmSync(dir, { recursive: true });
    return `a small disk cannot be mounted: ${mounted.stderr.trim()}`;
  }
  const ballast = join(dir, 'ballast');
  return {
    dir,
    fill: () => fillUp(ballast),
    free: () => rmSync(ballast, { force: true }),
    remove: () => {
      spawnSync('umount', ['--lazy', dir]);
      rmSync(dir, { recursive: true });
    },
  };
}

function fillUp(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (const size of [1 << 20, 4096]) {
      const block = Buffer.alloc(size);
      while (tryWrite(file, block));
    }
  } finally {
    closeSync(file);
  }
}

function tryWrite(file: number, block: Buffer): boolean {
  try {
    return writeSync(file, block) === block.length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}

export type FaultyDisk = Readonly<{
  environment: Readonly<Record<string, string>>;
  setFault: (what: 'sound' | 'slow' | 'failing' | 'lying') => void;
  remove: () => void;
}>;

export function buildFaultyDisk(): FaultyDisk | string {
  const built = compilePreload(join(import.meta.dirname, 'disk.c'));
  if (typeof built === 'string') return built;
  const fault = join(built.folder, 'fault');
  writeFileSync(fault, '');
  return {
    environment: { LD_PRELOAD: built.library, DISK_FAULT: fault },
    setFault: (what) => writeFileSync(fault, what === 'sound' ? '' : what),
    remove: built.remove,
  };
}
