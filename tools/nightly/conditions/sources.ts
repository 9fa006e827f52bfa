import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../test/step.ts';
import { importsOf, lineStarts, type Node, parse } from './syntax.ts';

/** `file`: from the root of the tree. */
export type Source = Readonly<{
  file: string;
  text: string;
  tree: Node;
  lines: readonly number[];
  imports: readonly string[];
}>;

const patterns = ['apps/api/src/**/*.ts', 'packages/{ledger,money}/src/**/*.ts'];
const isProduct = (file: string): boolean => !/\.test\.ts$|[.-]fixture\.ts$|\.gen\.ts$|\.d\.ts$/.test(file);

export const sourceOf = (file: string, text: string): Source => {
  const tree = parse(text);
  return { file, text, tree, lines: lineStarts(text), imports: importsOf(file, tree) };
};

/** The code of the server whose rules tests are expected to witness. */
export const readSources = (): Source[] =>
  globSync(patterns, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter(isProduct)
    .sort()
    .map((file) => sourceOf(file, readFileSync(join(root, file), 'utf8')));

/** The first folder of the API, or the package. */
export function districtOf(file: string): string {
  const [, name] = /^(?:apps\/api\/src|packages)\/([^/]+)\//.exec(file) ?? [];
  return name ?? 'composition';
}

/** Money, access, identity, and who is told. */
const strictDistricts: ReadonlySet<string> = new Set([
  'ledger',
  'money',
  'accounting',
  'accounts',
  'payments',
  'fx',
  'cards',
  'identity',
  'approvals',
  'notifications',
]);

export const goalPercent = (district: string): number => (strictDistricts.has(district) ? 90 : 80);
