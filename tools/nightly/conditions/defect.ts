import type { FunctionRange } from './syntax.ts';

export const kinds = [
  'predicate', // of a where clause, a join or a case, removed
  'operator', // of a query builder's predicate, turned or moved by one
  'comparison', // moved by one
  'equality', // turned
  'logic', // and made or, or made and
  'not', // removed
  'condition', // of an if, made true or false
  'choice', // between two values, made always the same
  'spread', // of optional properties, made unconditional or removed
  'entry', // of a list, removed
  'call', // whose result nobody uses, removed
  'order', // turned
  'zone', // made UTC
] as const;
export type DefectKind = (typeof kinds)[number];

/**
 * One small change of one file. `code` takes the place of the text from `start` to `end`: an expression, an entry of a
 * list or a statement, of which the last two are removed. `within`: the function that runs it; none at module level.
 */
export type Defect = Readonly<{
  file: string;
  line: number;
  kind: DefectKind;
  form: 'expression' | 'entry' | 'statement';
  start: number;
  end: number;
  code: string;
  within: FunctionRange | undefined;
  /** For people: what stands there, and what it becomes. */
  original: string;
  changed: string;
}>;

export type Numbered = Readonly<{ id: number; defect: Defect }>;

const mostShown = 110;

/** On one line, and short. */
export function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > mostShown ? `${line.slice(0, mostShown - 1)}…` : line;
}

export const describeDefect = ({ file, line, kind, original, changed }: Defect): string =>
  `${file}:${line}  ${kind}  ${original}  →  ${changed || '(removed)'}`;
