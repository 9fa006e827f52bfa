import { shorten } from './defect.ts';
import type { CoverageIndex } from './find-suites-of.ts';
import { districtOf, type Source } from './sources.ts';
import { type FunctionRange, functionAround, isNode, lineOf, type Node, walk } from './syntax.ts';

/** A function that no suite runs, or a condition that always goes the same way. */
export type Unwitnessed = Readonly<{ file: string; line: number; what: string }>;

/** What the suites leave out of a source. Within a function that never runs nothing else is named. */
export function findUnwitnessed(index: CoverageIndex, source: Source): Unwitnessed[] {
  const found: Unwitnessed[] = [];
  const add = (offset: number, what: string): void => {
    found.push({ file: source.file, line: lineOf(source.lines, offset), what });
  };
  const never = index.functionsOf(source).filter((range) => index.count(source.file, range) === 0);
  const isDead = ({ start, end }: { start: number; end: number }): boolean =>
    never.some((range) => range.start <= start && end <= range.end);
  for (const range of never)
    if (!never.some((outer) => outer !== range && outer.start <= range.start && range.end <= outer.end))
      add(range.start, `never runs: ${range.name}`);
  walk(source.tree, (node, parents) => {
    const within = functionAround(parents);
    if (!within || isDead(node)) return;
    for (const what of untakenSides(index, source, node, within)) add(node.start, what);
  });
  return [...new Map(found.map((each) => [`${each.line} ${each.what}`, each])).values()];
}

function untakenSides(index: CoverageIndex, source: Source, node: Node, within: FunctionRange): string[] {
  const count = (at: Node): number => index.count(source.file, within, at.start);
  const all = count(node);
  if (all === 0) return [];
  const text = (key: string): string => shorten(source.text.slice((node[key] as Node).start, (node[key] as Node).end));
  if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') {
    const taken = count(node.consequent as Node);
    const other = isNode(node.alternate) ? count(node.alternate) : all - taken;
    if (taken === 0) return [`never true: ${text('test')}`];
    return other === 0 ? [`always true: ${text('test')}`] : [];
  }
  if (node.type === 'LogicalExpression') {
    const right = count(node.right as Node);
    const operator = String(node.operator);
    if (right === 0) return [`right side never needed: ${text('left')} ${operator} ${text('right')}`];
    return right === all ? [`right side always needed: ${text('left')} ${operator} ${text('right')}`] : [];
  }
  if (node.type === 'SwitchCase') {
    const first = (node.consequent as readonly Node[])[0];
    return first && count(first) === 0
      ? [`never taken: ${isNode(node.test) ? `case ${text('test')}` : 'default'}`]
      : [];
  }
  return [];
}

/** By district, with a count, then file and line. */
export function describeUnwitnessed(all: readonly Unwitnessed[]): string[] {
  const districts = Map.groupBy(all, ({ file }) => districtOf(file));
  return [...districts]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([district, own]) => {
      const functions = own.filter(({ what }) => what.startsWith('never runs')).length;
      return [
        `${district}: ${functions} functions never run, ${own.length - functions} conditions go one way only`,
        ...own.map(({ file, line, what }) => `  ${file}:${line}  ${what}`),
      ];
    });
}
