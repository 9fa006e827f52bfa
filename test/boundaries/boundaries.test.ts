import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findViolations } from './find-violations.ts';
import { rules } from './rules.ts';
import { readSource, type Source } from './source.ts';

const root = join(import.meta.dirname, '../..');
const ours = ['apps/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts', '{tools,db,test,e2e,bench}/**/*.ts', '*.ts'];

/** The first line of an example file names the path that it is checked as. */
function readExamples(kind: 'violations' | 'allowed'): [name: string, source: Source][] {
  const folder = join(import.meta.dirname, 'planted', kind);
  return readdirSync(folder).map((file) => {
    const content = readFileSync(join(folder, file), 'utf8');
    const [, path = '', text = ''] = /^\/\/ (\S+)\n(.*)/s.exec(content) ?? [];
    return [file.replace('.txt', ''), readSource(path, text)];
  });
}

test('no file breaks a boundary rule', () => {
  const files = globSync(ours, { cwd: root });
  expect(files.length).toBeGreaterThan(100);
  const breaches = files.flatMap((path) => findViolations(readSource(path, readFileSync(join(root, path), 'utf8'))));
  const why = (name: string) => rules.find((rule) => rule.name === name)?.why;
  expect(breaches.map(({ rule, path, line, what }) => `${path}:${line} ${what} (${rule}: ${why(rule)})`)).toEqual([]);
});

test('every rule has an example violation', () => {
  const proven = new Set(readExamples('violations').map(([name]) => name.split('.')[0]));
  expect([...proven].toSorted()).toEqual(rules.map(({ name }) => name).toSorted());
});

test.each(readExamples('violations'))('finds the example violation of %s', (name, source) => {
  const found = findViolations(source).map(({ rule, line }) => ({ rule, line }));
  expect(found).toContainEqual({ rule: name.split('.')[0], line: 1 });
});

test.each(readExamples('allowed'))('accepts the example file "%s"', (_name, source) => {
  expect(findViolations(source)).toEqual([]);
});
