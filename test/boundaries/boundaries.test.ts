import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findCycles, type Graph } from './cycles.ts';
import { findViolations, isExempt } from './find-violations.ts';
import { moduleOf } from './modules.ts';
import { rules } from './rules.ts';
import { readSource, type Source } from './source.ts';

const root = join(import.meta.dirname, '../..');
const ours = ['apps/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts', '{tools,db,test,e2e,bench}/**/*.ts', '*.ts'];

/** The first line of an example file names the path that it is checked as. */
function readExamples(kind: 'violations' | 'allowed'): [name: string, source: Source][] {
  const folder = join(import.meta.dirname, 'examples', kind);
  return readdirSync(folder).map((file) => {
    const content = readFileSync(join(folder, file), 'utf8');
    const [, path = '', text = ''] = /^\/\/ (\S+)\n(.*)/s.exec(content) ?? [];
    return [file.replace('.txt', ''), readSource(path, text)];
  });
}

const files = globSync(ours, { cwd: root });
const sources = files.map((path) => readSource(path, readFileSync(join(root, path), 'utf8')));

test('no file breaks a boundary rule', () => {
  expect(files.length).toBeGreaterThan(100);
  const breaches = sources.flatMap(findViolations);
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

const maxFilesInCycle = 3;

const importsByFile = (all: readonly Source[]): Graph =>
  new Map(all.map(({ path, imports }) => [path, imports.map(({ target }) => target)]));

/** Tests may import any module. */
function importsByModule(all: readonly Source[]): Graph {
  const graph = new Map<string, Set<string>>();
  for (const source of all) {
    const from = moduleOf(source.path);
    if (!from || isExempt(source.path)) continue;
    const key = `${from.app} ${from.name}`;
    const targets = source.imports.flatMap(({ target }) => moduleOf(target)?.name ?? []);
    graph.set(key, new Set([...(graph.get(key) ?? []), ...targets.map((name) => `${from.app} ${name}`)]));
  }
  for (const [key, targets] of graph) targets.delete(key);
  return graph;
}

const findLongFileCycles = (all: readonly Source[]): string[][] =>
  findCycles(importsByFile(all)).filter(({ length }) => length > maxFilesInCycle);

const findModuleCycles = (all: readonly Source[]): string[][] => findCycles(importsByModule(all));

test('no import cycle, of values or types, has more than three files', () => {
  expect(findLongFileCycles(sources)).toEqual([]);
});

test('no modules import each other in a cycle', () => {
  expect(findModuleCycles(sources)).toEqual([]);
});

/** Each file of such an example begins with a line that names its path. */
function readCycle(name: string): Source[] {
  const text = readFileSync(join(import.meta.dirname, 'examples/cycles', name), 'utf8');
  return [...text.matchAll(/^\/\/ (\S+)\n((?:(?!\/\/ ).*\n)*)/gm)].map(([, path = '', content = '']) =>
    readSource(path, content),
  );
}

test('finds a cycle of four files, of which one imports a type only', () => {
  expect(findLongFileCycles(readCycle('four-files.txt')).map(({ length }) => length)).toEqual([4]);
});

test('accepts a cycle of three files', () => {
  const three = readCycle('three-files.txt');
  expect(findCycles(importsByFile(three)).map(({ length }) => length)).toEqual([3]);
  expect(findLongFileCycles(three)).toEqual([]);
});

test('finds two modules that import each other through different files', () => {
  expect(findModuleCycles(readCycle('two-modules.txt'))).toEqual([['api payments/domestic', 'api payments/pricing']]);
});
