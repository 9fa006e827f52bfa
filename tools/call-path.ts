import { resolve, type Source } from '../test/boundaries/source.ts';

export type Declared = Readonly<{ path: string; name: string }>;

type Module = Readonly<{
  /** The text of each function and constant at the top level. */
  declarations: ReadonlyMap<string, string>;
  /** Names from other files, of imports and of re-exports. */
  names: ReadonlyMap<string, Declared>;
}>;

export type CallGraph = ReadonlyMap<string, Module>;

const DECLARATION =
  /^(?:export )?(?:(?:async )?function|const|class|type|interface|import|export) ?\*? ?(?<name>\w*)/gm;
const NAMES_FROM = /^(?:import|export)(?: type)? \{(?<list>[^}]*)\} from '(?<from>[^']+)';/gm;
const SQL = /\bsql(?:<[^`]*>)?`|\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(/;

/** Who calls whom, read from text as the formatter leaves it. A function that is handed over is not followed. */
export const buildCallGraph = (sources: readonly Source[]): CallGraph =>
  new Map(sources.map(({ path, text }) => [path, readModule(path, text)]));

function readModule(path: string, text: string): Module {
  const starts = [...text.matchAll(DECLARATION)];
  const declarations = starts.map(
    ({ index, groups }, i) => [groups?.name ?? '', text.slice(index, starts[i + 1]?.index)] as const,
  );
  const names = [...text.matchAll(NAMES_FROM)].flatMap(({ groups: { list = '', from = '' } = {} }) =>
    list.split(',').flatMap((each) => {
      const [name = '', as = name] = each
        .trim()
        .replace(/^type /, '')
        .split(' as ');
      return name ? [[as, { path: resolve(path, from), name }] as const] : [];
    }),
  );
  return { declarations: new Map(declarations), names: new Map(names) };
}

/** Every function that `start` reaches, each with the shortest way to it. */
export function callPaths(graph: CallGraph, start: Declared): Map<string, Declared[]> {
  const paths = new Map([[keyOf(start), [start]]]);
  for (const path of paths.values()) {
    const from = path.at(-1) as Declared;
    for (const called of callsOf(graph, from))
      if (!paths.has(keyOf(called))) paths.set(keyOf(called), [...path, called]);
  }
  return paths;
}

export const keyOf = ({ path, name }: Declared): string => `${path} ${name}`;

export const runsSql = (graph: CallGraph, { path, name }: Declared): boolean =>
  SQL.test(graph.get(path)?.declarations.get(name) ?? '');

function callsOf(graph: CallGraph, { path, name }: Declared): Declared[] {
  const text = graph.get(path)?.declarations.get(name) ?? '';
  const called = new Set([...text.matchAll(/(?<![.\w])(\w+)\(/g)].map(([, each = '']) => each));
  return [...called].flatMap((each) => declarationOf(graph, { path, name: each }) ?? []);
}

function declarationOf(graph: CallGraph, { path, name }: Declared): Declared | undefined {
  const module = graph.get(path);
  if (module?.declarations.has(name)) return { path, name };
  const elsewhere = module?.names.get(name);
  return elsewhere && declarationOf(graph, elsewhere);
}
