import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const parts = ['apps', 'bench', 'db', 'docs', 'packages', 'test', 'tools'];
const ours = '@larkmere';

/**
 * Copies the tree for mutation tests. Third-party packages are linked. Links to our own packages point into the copy,
 * so that mutated code is what runs.
 */
export function copyTree(): { dir: string; remove: () => void } {
  const dir = mkdtempSync(join(tmpdir(), 'larkmere-planted-'));
  const isCopied = (path: string) => !['node_modules', 'dist', '.data'].includes(basename(path));
  for (const part of parts) cpSync(join(root, part), join(dir, part), { recursive: true, filter: isCopied });
  for (const { name } of readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile()))
    cpSync(join(root, name), join(dir, name));
  for (const folder of ['', 'apps/api', 'apps/web', 'apps/sandbox-bank', 'packages/ledger', 'packages/money'])
    linkModules(join(root, folder, 'node_modules'), join(dir, folder, 'node_modules'));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

function linkModules(from: string, to: string): void {
  const names = list(from);
  if (names.length === 0) return;
  mkdirSync(to, { recursive: true });
  for (const name of names) {
    if (name === ours) cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
    else symlinkSync(join(from, name), join(to, name));
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith('.vite'));
  } catch {
    return [];
  }
}
