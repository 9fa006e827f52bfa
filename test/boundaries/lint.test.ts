import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const examples = join(import.meta.dirname, 'examples/lint');
const project = mkdtempSync(join(tmpdir(), 'larkmere-lint-'));
afterAll(() => rmSync(project, { recursive: true }));

function copyExamples(): Map<string, string> {
  for (const file of ['.oxlintrc.json', 'tsconfig.json', 'tsconfig.base.json'])
    cpSync(join(root, file), join(project, file));
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
  return new Map(
    readdirSync(examples).map((name) => {
      const [, path = '', text = ''] = /^\/\/ (\S+)\n(.*)/s.exec(readFileSync(join(examples, name), 'utf8')) ?? [];
      mkdirSync(dirname(join(project, path)), { recursive: true });
      writeFileSync(join(project, path), text);
      return [path, name.split('.').slice(0, 2).join('.')];
    }),
  );
}

type Report = { diagnostics: { code: string; filename: string }[] };

test('each lint rule we rely on finds its example violation', () => {
  const faults = copyExamples();
  const { stdout } = spawnSync('oxlint', ['--type-aware', '--format=json', 'apps'], { cwd: project, encoding: 'utf8' });
  const found = (JSON.parse(stdout) as Report).diagnostics.map(
    ({ code, filename }) => `${filename} ${code.replace(/\((.*)\)/, '.$1')}`,
  );
  for (const [path, rule] of faults) expect(found).toContain(`${path} ${rule}`);
}, 60_000);
