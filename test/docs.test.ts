import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { coverage } from '../tools/coverage.ts';
import { districts } from './boundaries/modules.ts';

const root = join(import.meta.dirname, '..');
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const folders = /`((?:apps|packages|db|docs|e2e|bench|tools|test)\/[\w./@-]+)`/g;
const links = /\]\((?!https?:)([^)#]+)/g;

describe('documentation', () => {
  it.each(pages)('%s names only files that exist', (page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const named = [...text.matchAll(folders)].map(([, path]) => join(root, path ?? ''));
    const linked = [...text.matchAll(links)].map(([, path]) => join(root, page, '..', path ?? ''));
    expect([...named, ...linked].filter((path) => !existsSync(path))).toEqual([]);
  });

  it.each(districts)('the map lists every noun of %s', (district) => {
    const map = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
    const section = map.split(/^##+ /m).find((text) => text.startsWith(`${district}: `)) ?? '';
    const listed = [...section.matchAll(/^\| ([a-z][a-z\d-]*) \|/gm)].map(([, noun]) => noun);
    const nouns = readdirSync(join(root, 'apps/api/src', district), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(listed).toEqual(nouns.toSorted());
  });

  it('matches the generated specification coverage', () => {
    expect(readFileSync(join(root, 'docs/specification-coverage.md'), 'utf8')).toBe(coverage());
  });

  it('contains the whole lists of the specification: 112 calls and 82 screens', () => {
    const rows = (name: string) =>
      readFileSync(join(root, 'docs/spec', name), 'utf8')
        .split('\n')
        .filter((line) => line && !line.startsWith('#'));
    expect([rows('calls.tsv').length, rows('routes.tsv').length]).toEqual([112, 82]);
  });
});
