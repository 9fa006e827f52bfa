import { posix } from 'node:path';
import { parseAst } from 'vitest/node';

/**
 * The syntax tree of a module. TypeScript 7 has no stable API for it, so this is the parser of the test runner. Offsets
 * are those of the file, and also those that V8 reports, because Node replaces types by blanks.
 */
export type Node = Readonly<{ type: string; start: number; end: number }> & { readonly [key: string]: unknown };

/** `parents`: outermost first. */
export type Visit = (node: Node, parents: readonly Node[]) => void;

export const parse = (text: string, lang: 'ts' | 'tsx' = 'ts'): Node => parseAst(text, { lang }) as unknown as Node;

const typeKeys: ReadonlySet<string> = new Set([
  'typeAnnotation',
  'typeArguments',
  'typeParameters',
  'returnType',
  'superTypeArguments',
  'implements',
]);
const expressionsWithType: ReadonlySet<string> = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
]);

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Calls `visit` for every node that remains when the types are stripped. */
export function walk(node: Node, visit: Visit, parents: readonly Node[] = []): void {
  if (node.type.startsWith('TS') && !expressionsWithType.has(node.type)) return;
  visit(node, parents);
  const inner = [...parents, node];
  for (const [key, value] of Object.entries(node)) {
    if (typeKeys.has(key)) continue;
    if (isNode(value)) walk(value, visit, inner);
    else if (Array.isArray(value)) for (const each of value) if (isNode(each)) walk(each, visit, inner);
  }
}

const functionTypes: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
]);
export const isFunction = ({ type }: Node): boolean => functionTypes.has(type);

/** `start`: of the method's name if it is a method, as V8 has it. */
export type FunctionRange = Readonly<{ name: string; start: number; end: number }>;

export function functionRange(node: Node, parents: readonly Node[]): FunctionRange {
  const parent = parents.at(-1);
  const isMethod =
    parent !== undefined &&
    (parent.type === 'MethodDefinition' ||
      (parent.type === 'Property' && (parent.method === true || parent.kind !== 'init')));
  const names = [node.id, parent?.id, parent?.key].map((id) => (isNode(id) ? id.name : undefined));
  const name = names.find((each) => typeof each === 'string') ?? 'anonymous';
  return { name, start: isMethod ? parent.start : node.start, end: node.end };
}

/** The innermost function around a node. */
export function functionAround(parents: readonly Node[]): FunctionRange | undefined {
  const index = parents.findLastIndex(isFunction);
  const found = parents[index];
  return found && functionRange(found, parents.slice(0, index));
}

export const lineStarts = (text: string): number[] => [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];

/** From 1. */
export function lineOf(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}

/** The files of the tree that a module imports, values and types, as far as they are its own or those of a package. */
export function importsOf(file: string, tree: Node): string[] {
  const sources = (tree.body as readonly Node[]).flatMap(({ source, importKind, exportKind }) =>
    isNode(source) && importKind !== 'type' && exportKind !== 'type' ? [String(source.value)] : [],
  );
  return sources.flatMap((from) => {
    if (from.startsWith('.')) return [posix.join(posix.dirname(file), from)];
    const [, name, path] = /^@larkmere\/([^/]+)\/(.+)$/.exec(from) ?? [];
    return name && path ? [`packages/${name}/src/${path}.ts`] : [];
  });
}
