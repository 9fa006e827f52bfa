import { posix } from 'node:path';

export type Import = { target: string; line: number; isType: boolean };

export type Source = { path: string; text: string; imports: Import[] };

export function readSource(path: string, content: string): Source {
  const text = withoutComments(content);
  return { path, text, imports: findImports(path, text) };
}

export const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;

const STRING_OR_COMMENT = /(['"])(?:\\.|(?!\1)[^\\\n])*\1|`(?:\\.|[^\\`])*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;

export function withoutComments(content: string): string {
  return content.replace(STRING_OR_COMMENT, (found) => (found.startsWith('/') ? found.replace(/[^\n]/g, ' ') : found));
}

const STATEMENT = /^\s*(?:import|export)\b(?<clause>[^;'"]*?)\bfrom\s*['"](?<from>[^'"]+)['"]/gm;
const BARE = /(?:^\s*import|\bimport\s*\()\s*['"](?<from>[^'"]+)['"]/gm;

function findImports(path: string, text: string): Import[] {
  return [...text.matchAll(STATEMENT), ...text.matchAll(BARE)].map(({ index, groups = {} }) => ({
    target: resolve(path, groups.from ?? ''),
    line: lineAt(text, index + (/^\s*/.exec(text.slice(index))?.[0].length ?? 0)),
    isType: isTypeOnly(groups.clause ?? ''),
  }));
}

function isTypeOnly(clause: string): boolean {
  if (/^\s*type\b/.test(clause)) return true;
  const names = /^\s*\{(?<names>[^}]*)\}\s*$/
    .exec(clause)
    ?.groups?.names?.split(',')
    .filter((name) => name.trim());
  return names?.every((name) => /^\s*type\s/.test(name)) ?? false;
}

export function resolve(path: string, from: string): string {
  if (from.startsWith('.')) return posix.join(posix.dirname(path), from);
  const ours = /^@larkmere\/(?<name>[^/]+)\/(?<file>.+)$/.exec(from)?.groups;
  return ours ? `packages/${ours.name}/src/${ours.file}.ts` : from;
}
