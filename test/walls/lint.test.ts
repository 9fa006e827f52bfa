import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const planted = join(import.meta.dirname, 'planted/lint');
const house = mkdtempSync(join(tmpdir(), 'larkmere-lint-'));
afterAll(() => rmSync(house, { recursive: true }));

function plant(): Map<string, string> {
  for (const file of ['.oxlintrc.json', 'tsconfig.json', 'tsconfig.base.json'])
    cpSync(join(root, file), join(house, file));
  symlinkSync(join(root, 'node_modules'), join(house, 'node_modules'));
  return new Map(
    readdirSync(planted).map((name) => {
      const [, path = '', text = ''] = /^\/\/ (\S+)\n(.*)/s.exec(readFileSync(join(planted, name), 'utf8')) ?? [];
      mkdirSync(dirname(join(house, path)), { recursive: true });
      writeFileSync(join(house, path), text);
      return [path, name.split('.').slice(0, 2).join('.')];
    }),
  );
}

type Report = { diagnostics: { code: string; filename: string }[] };

test('each lint rule we rely on finds its example violation', () => {
  const faults = plant();
  const { stdout } = spawnSync('oxlint', ['--type-aware', '--format=json', 'apps'], { cwd: house, encoding: 'utf8' });
  const found = (JSON.parse(stdout) as Report).diagnostics.map(
    ({ code, filename }) => `${filename} ${code.replace(/\((.*)\)/, '.$1')}`,
  );
  for (const [path, rule] of faults) expect(found).toContain(`${path} ${rule}`);
}, 60_000);
