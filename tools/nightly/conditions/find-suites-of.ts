import type { Coverage, SuiteCoverage } from './coverage-map.ts';
import type { Defect } from './defect.ts';
import type { Source } from './sources.ts';
import type { FunctionCounts } from './suite-messages.ts';
import { type FunctionRange, functionRange, isFunction, isNode, type Node, walk } from './syntax.ts';

/** `needsNewProcess`: the place runs while the sources are imported, so a process that has imported them is of no use. */
export type Witnesses = Readonly<{ suites: readonly SuiteCoverage[]; needsNewProcess: boolean }>;

type Declaration = Readonly<{ names: readonly string[]; start: number; end: number }>;

/** Which suites run what, by file, function and place. */
export class CoverageIndex {
  private readonly byFile = new Map<string, { suite: SuiteCoverage; functions: Map<number, FunctionCounts[]> }[]>();
  private readonly initial: ReadonlyMap<string, Map<number, FunctionCounts[]>>;
  private readonly sources: ReadonlyMap<string, Source>;
  private readonly importers: ReadonlyMap<string, readonly Source[]>;
  private readonly functionsByFile = new Map<string, readonly FunctionRange[]>();
  private readonly declarationsByFile = new Map<string, readonly Declaration[]>();

  constructor({ suites, initial }: Coverage, sources: readonly Source[]) {
    this.sources = new Map(sources.map((source) => [source.file, source]));
    this.initial = new Map(Object.entries(initial).map(([file, functions]) => [file, byEnd(functions)]));
    for (const suite of suites)
      for (const [file, functions] of Object.entries(suite.ran)) {
        const runs = this.byFile.get(file) ?? [];
        this.byFile.set(file, [...runs, { suite, functions: byEnd(functions) }]);
      }
    const pairs = sources.flatMap((source) => source.imports.map((target) => ({ target, source })));
    this.importers = new Map(
      [...Map.groupBy(pairs, ({ target }) => target)].map(([target, own]) => [target, own.map(({ source }) => source)]),
    );
  }

  /** How often all suites together, and the import of the sources, ran a function, or a place in it. */
  count(file: string, within: FunctionRange, offset?: number): number {
    const initial = this.initial.get(file);
    const runs = this.byFile.get(file) ?? [];
    return runs.reduce(
      (sum, { functions }) => sum + countAt(functions, within, offset),
      initial ? countAt(initial, within, offset) : 0,
    );
  }

  functionsOf({ file, tree }: Source): readonly FunctionRange[] {
    let found = this.functionsByFile.get(file);
    if (!found) {
      const functions: FunctionRange[] = [];
      walk(tree, (node, parents) => {
        if (isFunction(node)) functions.push(functionRange(node, parents));
      });
      found = functions;
      this.functionsByFile.set(file, found);
    }
    return found;
  }

  /** The suites that run the place of a defect. */
  witnessesOf({ file, within, start }: Defect): Witnesses {
    const initially = this.initial.get(file);
    const isInitial = within === undefined || (initially !== undefined && countAt(initially, within, start) > 0);
    const direct = within === undefined ? [] : this.suitesThatRan(file, within, start);
    if (!isInitial || direct.length > 0) return { suites: direct, needsNewProcess: isInitial };
    return { suites: this.suitesThatUse(file, start), needsNewProcess: true };
  }

  private suitesThatRan(file: string, within: FunctionRange, offset?: number): SuiteCoverage[] {
    const runs = this.byFile.get(file) ?? [];
    return runs.filter(({ functions }) => countAt(functions, within, offset) > 0).map(({ suite }) => suite);
  }

  /** The suites that ran a function of the declaration at a place, or one that names what is declared there. */
  private suitesThatUse(file: string, offset: number): SuiteCoverage[] {
    const found = new Set<SuiteCoverage>();
    const seen = new Set<string>();
    const waiting: { file: string; declaration: Declaration }[] = [];
    const add = (at: string, declaration: Declaration | undefined): void => {
      const key = `${at} ${declaration?.start}`;
      if (!declaration || seen.has(key)) return;
      seen.add(key);
      waiting.push({ file: at, declaration });
    };
    add(
      file,
      this.declarationsOf(file).find(({ start, end }) => start <= offset && offset < end),
    );
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { names, start, end } = next.declaration;
      this.addSuites(found, next.file, ({ start: from, end: to }) => start <= from && to <= end);
      const own = this.sources.get(next.file);
      for (const source of [...(own ? [own] : []), ...(this.importers.get(next.file) ?? [])]) {
        const pattern = new RegExp(`\\b(${names.join('|')})\\b`);
        if (names.length === 0 || !pattern.test(source.text)) continue;
        this.addSuites(found, source.file, (range) => pattern.test(source.text.slice(range.start, range.end)));
        for (const each of this.declarationsOf(source.file))
          if (each.names.length > 0 && pattern.test(source.text.slice(each.start, each.end))) add(source.file, each);
      }
      if (seen.size > 200) break; // named all over the place
    }
    return [...found];
  }

  private addSuites(found: Set<SuiteCoverage>, file: string, isMeant: (range: FunctionRange) => boolean): void {
    const source = this.sources.get(file);
    if (!source) return;
    const meant = this.functionsOf(source).filter(isMeant);
    const innermost = meant.filter(
      (outer) => !meant.some((inner) => inner !== outer && outer.start <= inner.start && inner.end <= outer.end),
    );
    for (const range of innermost) for (const suite of this.suitesThatRan(file, range)) found.add(suite);
  }

  private declarationsOf(file: string): readonly Declaration[] {
    const known = this.declarationsByFile.get(file);
    if (known) return known;
    const statements = (this.sources.get(file)?.tree.body ?? []) as readonly Node[];
    const found = statements
      .filter(({ type }) => !type.startsWith('Import') && !type.startsWith('TS'))
      .map((statement) => ({ names: declaredNames(statement), start: statement.start, end: statement.end }));
    this.declarationsByFile.set(file, found);
    return found;
  }
}

function declaredNames(statement: Node): string[] {
  const inner = isNode(statement.declaration) ? statement.declaration : statement;
  const declared = Array.isArray(inner.declarations) ? (inner.declarations as Node[]) : [inner];
  return declared.flatMap(({ id }) => (isNode(id) && typeof id.name === 'string' ? [id.name] : []));
}

function byEnd(functions: readonly FunctionCounts[]): Map<number, FunctionCounts[]> {
  return Map.groupBy(functions, ([range]) => range?.[1] ?? -1);
}

/** How often a function ran, or a place in it. V8 may begin a function some characters later than the syntax tree. */
export function countAt(
  functions: ReadonlyMap<number, readonly FunctionCounts[]>,
  within: FunctionRange,
  offset?: number,
): number {
  const starting = (counts: FunctionCounts): number => counts[0]?.[0] ?? 0;
  const own = functions
    .get(within.end)
    ?.filter((counts) => starting(counts) >= within.start)
    .toSorted((one, other) => starting(one) - starting(other))[0];
  if (!own) return 0;
  if (offset === undefined) return own[0]?.[2] ?? 0;
  let [count, size] = [0, Number.POSITIVE_INFINITY];
  for (const [start, end, times] of own)
    if (start <= offset && offset < end && end - start <= size) [count, size] = [times, end - start];
  return count;
}
