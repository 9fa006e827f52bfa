import { isNode, type Node, parse } from '../../tools/nightly/conditions/syntax.ts';
import { lineAt } from './source.ts';

export type Name = Readonly<{ name: string; line: number }>;

/** Every name that a file binds, at its top level or inside: variables, parameters, functions and classes. */
export function findBindings(path: string, text: string): Name[] {
  const names: Name[] = [];
  const walk = (node: Node): void => {
    for (const { name, start } of boundBy(node).flatMap(identifiersIn))
      names.push({ name: String(name), line: lineAt(text, start) });
    for (const child of Object.values(node).flat()) if (isNode(child)) walk(child);
  };
  walk(parse(text, path.endsWith('.tsx') ? 'tsx' : 'ts'));
  return names;
}

const DECLARATION = /^(?:VariableDeclarator|Function\w+|Class\w+)$/;

/** The patterns, perhaps with other nodes, whose names this node binds. A function type has parameters too. */
function boundBy({ type, id, params, param }: Node): Node[] {
  return [DECLARATION.test(type) ? id : undefined, params, param].flat().filter(isNode);
}

/** The identifiers of a pattern: `{ a: [b, ...c] = d }` binds b and c. */
function identifiersIn(pattern: Node): Node[] {
  if (pattern.type === 'Identifier') return [pattern];
  const { type, properties, elements, left, argument, value } = pattern;
  if (!/^(?:\w+Pattern|RestElement|Property)$/.test(type)) return [];
  return [properties, elements, left, argument, value].flat().filter(isNode).flatMap(identifiersIn);
}
