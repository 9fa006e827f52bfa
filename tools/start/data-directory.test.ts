import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { reachable, serverAccount } from '../postgres/binaries.ts';
import { openDataDirectory } from './data-directory.ts';

const home = mkdtempSync(join(tmpdir(), 'larkmere-data-'));
chmodSync(home, 0o755);
afterAll(() => rmSync(home, { recursive: true }));
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

function createFiles(name: string): { data: string; server: string } {
  const data = join(home, name);
  mkdirSync(join(data, 'seal'), { recursive: true, mode: 0o755 });
  mkdirSync(join(data, 'postgres', 'data'), { recursive: true, mode: 0o755 });
  for (const file of ['secrets.json', 'api.log', 'seal/heads.jsonl', 'postgres/owner', 'postgres/data/PG_VERSION'])
    writeFileSync(join(data, file), 'x', { mode: 0o644 });
  return { data, server: join(data, 'postgres') };
}

it('removes access of other accounts, also on existing files, and leaves the server’s own data alone', () => {
  const { data, server } = createFiles('own');
  openDataDirectory(data, server, {});
  const folders = [data, server, join(data, 'seal')].map(modeOf);
  const files = ['secrets.json', 'api.log', 'seal/heads.jsonl', 'postgres/owner'].map((file) =>
    modeOf(join(data, file)),
  );
  expect([...folders, ...files]).toEqual(['700', '700', '700', '600', '600', '600', '600']);
  expect([join(server, 'data'), join(server, 'data/PG_VERSION')].map(modeOf)).toEqual(['755', '644']);
});

it('creates a missing directory', () => {
  const data = join(home, 'new');
  openDataDirectory(data, join(data, 'postgres'), {});
  expect(modeOf(data)).toBe('700');
});

it.runIf(process.getuid?.() === 0)('lets only the server account pass', () => {
  const { data, server } = createFiles('root');
  const account = serverAccount();
  openDataDirectory(data, server, account);
  expect([data, server, join(data, 'seal')].map(modeOf)).toEqual(['710', '710', '700']);
  expect(reachable(server, account)).toBe(true);
  expect(reachable(server, { uid: 12_345, gid: 12_345 })).toBe(false);
});
