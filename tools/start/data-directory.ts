import { chmodSync, chownSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Account, reachable } from '../postgres/binaries.ts';

/**
 * Makes the data directory, open to nobody but us: secrets, logs and people are in there. Run by root, the bundled server has
 * an account of its own, whose group may then pass through; its data directory is that account's alone.
 */
export function openDataDirectory(directory: string, server: string, account: Account): void {
  mkdirSync(server, { recursive: true });
  restrict(directory, server);
  const { gid } = account;
  if (gid === undefined) return;
  const passage = [directory, server];
  for (const path of passage) {
    chownSync(path, 0, gid);
    chmodSync(path, 0o710);
  }
  // Closed further up, the server keeps its data elsewhere.
  if (!reachable(server, account)) for (const path of passage) chmodSync(path, 0o700);
}

/** Takes all rights from others, of what an earlier version left open too. The server looks after its own data. */
function restrict(folder: string, server: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (folder === server && entry.isDirectory()) continue;
    if (entry.isDirectory()) restrict(path, server);
    else if (entry.isFile()) chmodSync(path, 0o600);
  }
}
