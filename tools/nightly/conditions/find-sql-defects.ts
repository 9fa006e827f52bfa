import type { DefectKind } from './defect.ts';

/** A change of a text of SQL: `to` takes the place of what stands from `start` to `end`. */
export type Edit = Readonly<{ kind: DefectKind; start: number; end: number; to: string }>;

/** `depth`: of parentheses. `word`: in lower case. */
type Token = Readonly<{ word: string; start: number; end: number; depth: number }>;

/** Stands for a part that the program fills in. */
export const filledIn = '\uE000';

const token =
  /--[^\n]*|\uE000+|'(?:[^']|'')*'|"[^"]*"|[a-z_][\w.\uE000]*|\d[\d.]*|::|<=|>=|<>|!=|->>|->|=>|@>|<@|\|\||[-+*/<>=(),;[\]&|%?:#~!@^]/gi;

function tokensOf(sql: string): Token[] {
  let depth = 0;
  return [...sql.matchAll(token)]
    .filter(([text]) => !text.startsWith('--'))
    .map(({ 0: text, index }) => {
      if (text === ')' || text === ']') depth -= 1;
      const found = { word: text.toLowerCase(), start: index, end: index + text.length, depth };
      if (text === '(' || text === '[') depth += 1;
      return found;
    });
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const openings = setOf('where having on and or when');
const boundaries = setOf(
  'where having on and or when then else end order group limit for returning union except left right join inner cross set from window offset fetch select do values , ;',
);
const statements = setOf('select insert update delete merge');

/** Every change of a text that is a statement, or a part of one. */
export function findSqlEdits(sql: string): Edit[] {
  const tokens = tokensOf(sql);
  const predicates = findPredicates(tokens);
  const isStatement = tokens.some(({ word }) => statements.has(word));
  const isCompared = ({ start }: Token) =>
    !isStatement || predicates.some((predicate) => predicate.start <= start && start < predicate.end);
  return [
    ...predicates,
    ...tokens.flatMap((each, i) => editsAt(tokens, each, i, isCompared(each))),
    ...findOrders(tokens),
    ...findLists(tokens),
  ];
}

const comparisons: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const equalities: Readonly<Record<string, string>> = { '=': '<>', '<>': '=', '!=': '=' };

function editsAt(tokens: readonly Token[], { word, start, end }: Token, i: number, isCompared: boolean): Edit[] {
  const edit = (kind: DefectKind, to: string, until = end): Edit[] => [{ kind, start, end: until, to }];
  const next = tokens[i + 1];
  const moved = comparisons[word];
  if (moved) return edit('comparison', moved);
  const turned = equalities[word];
  if (turned) return isCompared ? edit('equality', turned) : [];
  if (isConnective(tokens, i)) return edit('logic', word === 'and' ? 'or' : 'and');
  if (word === 'not' && next && isNegation(tokens, i)) return edit('not', '', next.start);
  if (word === 'is' && next?.word !== 'not' && isCompared) return edit('not', 'is not');
  if (word === 'zone' && next?.word.startsWith("'") && next.word !== "'utc'")
    return [{ kind: 'zone', start: next.start, end: next.end, to: "'UTC'" }];
  return [];
}

/** Not `if not exists`, `not null` of a column, or `is not json`. */
const isNegation = (tokens: readonly Token[], i: number): boolean =>
  tokens[i - 1]?.word !== 'if' && (tokens[i + 1]?.word !== 'null' || tokens[i - 1]?.word === 'is');

/** `and` or `or`, but not the `and` of `between`. */
function isConnective(tokens: readonly Token[], i: number): boolean {
  const own = tokens[i];
  if (own?.word !== 'and' && own?.word !== 'or') return false;
  for (let back = i - 1; back >= 0; back -= 1) {
    const earlier = tokens[back];
    if (!earlier || earlier.depth < own.depth) return true;
    if (earlier.depth > own.depth) continue;
    if (earlier.word === 'between') return own.word === 'or';
    if (boundaries.has(earlier.word)) return true;
  }
  return true;
}

/** Each condition of a clause, made true where it is one of several that must hold, and false where one must. */
function findPredicates(tokens: readonly Token[]): Edit[] {
  const starts = new Set<number>();
  for (const [i, { word }] of tokens.entries()) {
    if (word === 'and' || word === 'or') {
      if (!isConnective(tokens, i)) continue;
      starts.add(i + 1);
      starts.add(startBefore(tokens, i));
    } else if (openings.has(word) && !isOtherOn(tokens, i)) starts.add(i + 1);
  }
  return [...starts].flatMap((i) => {
    const [first, last] = [tokens[i], tokens[endOf(tokens, i)]];
    if (!first || !last || last.end <= first.start) return [];
    const around = [tokens[i - 1]?.word, tokens[endOf(tokens, i) + 1]?.word];
    const to = around.includes('or') || around.includes('when') ? 'false' : 'true';
    return first.word === to ? [] : [{ kind: 'predicate' as const, start: first.start, end: last.end, to }];
  });
}

/** `on conflict`, `distinct on`, and rules of keys. */
const isOtherOn = (tokens: readonly Token[], i: number): boolean =>
  tokens[i]?.word === 'on' &&
  (tokens[i - 1]?.word === 'distinct' || ['conflict', 'delete', 'update'].includes(tokens[i + 1]?.word ?? ''));

function startBefore(tokens: readonly Token[], i: number): number {
  const depth = tokens[i]?.depth ?? 0;
  for (let back = i - 1; back >= 0; back -= 1) {
    const earlier = tokens[back];
    if (!earlier || earlier.depth < depth) return back + 1;
    const isBetween = earlier.word === 'and' && !isConnective(tokens, back);
    if (earlier.depth === depth && boundaries.has(earlier.word) && !isBetween) return back + 1;
  }
  return 0;
}

/** The last token of a condition that begins at `i`. */
function endOf(tokens: readonly Token[], i: number): number {
  const depth = tokens[i]?.depth ?? 0;
  for (let at = i; at < tokens.length; at += 1) {
    const each = tokens[at];
    if (!each || each.depth < depth) return at - 1;
    const isBetween = each.word === 'and' && !isConnective(tokens, at);
    const isDistinct = each.word === 'from' && tokens[at - 1]?.word === 'distinct';
    if (each.depth === depth && boundaries.has(each.word) && !isBetween && !isDistinct) return at - 1;
  }
  return tokens.length - 1;
}

const keyEnds = setOf('asc desc nulls limit offset for returning union rows range , ;');

/** The first key of each order. Rows that are locked are sorted only so that two transactions cannot wait for each other. */
function findOrders(tokens: readonly Token[]): Edit[] {
  return tokens.flatMap(({ word, depth }, i) => {
    if (word !== 'by' || tokens[i - 1]?.word !== 'order') return [];
    const rest = tokens.slice(i + 1);
    const end = rest.findIndex((each) => each.depth < depth || (each.depth === depth && keyEnds.has(each.word)));
    const last = rest.at(end === -1 ? -1 : end - 1);
    const after = end === -1 ? undefined : rest[end];
    const closing = rest.findIndex((each) => each.depth < depth);
    const clause = closing === -1 ? rest : rest.slice(0, closing);
    if (!last || clause.some((each, at) => each.word === 'for' && clause[at + 1]?.word === 'update')) return [];
    if (after?.word === 'desc' || after?.word === 'asc')
      return [
        { kind: 'order' as const, start: after.start, end: after.end, to: after.word === 'desc' ? 'asc' : 'desc' },
      ];
    return [{ kind: 'order' as const, start: last.end, end: last.end, to: ' desc' }];
  });
}

/** `in ('a', 'b')` without each of its entries. */
function findLists(tokens: readonly Token[]): Edit[] {
  return tokens.flatMap(({ word, depth }, i) => {
    if ((word !== 'in' && word !== 'array') || !/^[([]$/.test(tokens[i + 1]?.word ?? '')) return [];
    const close = tokens.findIndex((each, at) => at > i + 1 && each.depth === depth && /^[)\]]$/.test(each.word));
    const entries = tokens.slice(i + 2, close).filter(({ word: text }) => text !== ',');
    if (entries.length < 2 || !entries.every(({ word: text }) => /^['\uE000\d]/.test(text))) return [];
    return entries.map((entry, at) => {
      const [before, after] = [entries[at - 1], entries[at + 1]];
      const [start, end] = after ? [entry.start, after.start] : [before?.end ?? entry.start, entry.end];
      return { kind: 'entry' as const, start, end, to: '' };
    });
  });
}
