import { chmodSync, chownSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Account, reachable } from '../postgres/binaries.ts';

/**
 * Creates the data directory with access for us only, because it contains secrets, logs and personal data. If we run
 * as root, the group of the server account may pass through.
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
  // If a parent folder is private, the server stores its data elsewhere.
  if (!reachable(server, account)) for (const path of passage) chmodSync(path, 0o700);
}

function restrict(folder: string, server: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (folder === server && entry.isDirectory()) continue;
    if (entry.isDirectory()) restrict(path, server);
    else if (entry.isFile()) chmodSync(path, 0o600);
  }
}
