import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../postgres.ts';

/** For disposable data: it does not have to reach the disk and is deleted by `stop`. */
export async function startTemporaryPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const dir = mkdtempSync(join(tmpdir(), 'larkmere-'));
  chmodSync(dir, 0o755);
  const server = await startPostgres({
    dir,
    // A suite that fails at its import closes nothing, and must not take the connections of the others.
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'],
  });
  const stop = async () => {
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  };
  return { url: server.url, stop };
}
