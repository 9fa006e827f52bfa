import { execFileSync } from 'node:child_process';
import { arch, cpus, loadavg, platform, totalmem } from 'node:os';

export const describeMachine = () => ({
  at: new Date().toISOString(),
  commit: commit(),
  cores: cpus().length,
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  memoryGb: Math.round(totalmem() / 2 ** 30),
  system: `${platform()} ${arch()}`,
  node: process.version,
  loadBefore: loadavg()[0]?.toFixed(1),
});

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}
