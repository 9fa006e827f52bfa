import { type Defect, type DefectKind, shorten } from './defect.ts';
import { type Edit, filledIn, findSqlEdits } from './find-sql-defects.ts';
import type { Source } from './sources.ts';
import { functionAround, isNode, lineOf, type Node, walk } from './syntax.ts';

/** Every small change of a source that some test is expected to notice. */
export function findDefects(source: Source): Defect[] {
  const found: Defect[] = [];
  walk(source.tree, (node, parents) => {
    const find = finders[node.type];
    if (!find || isInLog(parents)) return;
    for (const { kind, form = 'expression', at = node, code, original, changed, line } of find(node, parents, source)) {
      if (isInOptionalChain(at, node, parents)) continue;
      found.push({
        file: source.file,
        line: lineOf(source.lines, line ?? at.start),
        kind,
        form,
        start: at.start,
        end: at.end,
        code,
        within: functionAround(parents),
        original: shorten(original ?? textOf(source, at)),
        changed: shorten(changed ?? code),
      });
    }
  });
  return found;
}

/** `at`: what is replaced, by default the node itself. `line`: an offset in it. */
type Change = Readonly<{
  kind: DefectKind;
  form?: Defect['form'];
  at?: Node;
  code: string;
  original?: string;
  changed?: string;
  line?: number;
}>;
type Finder = (node: Node, parents: readonly Node[], source: Source) => Change[];

const textOf = ({ text }: Source, { start, end }: Node): string => text.slice(start, end);
const child = (node: Node, key: string): Node => node[key] as Node;
const children = (node: Node, key: string): readonly (Node | null)[] => (node[key] as readonly (Node | null)[]) ?? [];
const isText = (node: Node | null | undefined): boolean => node?.type === 'Literal' && typeof node.value === 'string';

/** What a call calls: the last name. */
function calledName(call: Node): string {
  const callee = child(call, 'callee');
  const named = callee.type === 'MemberExpression' ? child(callee, 'property') : callee;
  return typeof named.name === 'string' ? named.name : '';
}

const logs = /^(log|logger|info|warn|debug|error|observe|inc)$/;
const isInLog = (parents: readonly Node[]): boolean =>
  parents.some((parent) => parent.type === 'CallExpression' && /^(log|logger)$/.test(receiverOf(parent)));

function receiverOf(call: Node): string {
  const callee = child(call, 'callee');
  const object = callee.type === 'MemberExpression' ? child(callee, 'object') : undefined;
  return typeof object?.name === 'string' ? object.name : '';
}

/** `a?.b.c()` cannot be taken apart. */
function isInOptionalChain(at: Node, node: Node, parents: readonly Node[]): boolean {
  if (at !== node) return false;
  let inner = node;
  for (const parent of parents.toReversed()) {
    if (parent.type === 'ChainExpression') return true;
    if (parent.object !== inner && parent.callee !== inner) return false;
    inner = parent;
  }
  return false;
}

const predicateCalls: ReadonlySet<string> = new Set(['where', 'whereRef', 'having', 'havingRef', 'on', 'onRef']);
const operators: Readonly<Record<string, string>> = {
  '=': '!=',
  '!=': '=',
  '<>': '=',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  in: 'not in',
  'not in': 'in',
  is: 'is not',
  'is not': 'is',
};

function changesOfCall(node: Node, _parents: readonly Node[], source: Source): Change[] {
  const name = calledName(node);
  const callee = child(node, 'callee');
  const values = children(node, 'arguments');
  const operator = values[1];
  const turned = values.length === 3 && operator && isText(operator) ? operators[String(operator.value)] : undefined;
  const isPredicate =
    predicateCalls.has(name) && callee.type === 'MemberExpression' && (!name.startsWith('on') || turned !== undefined);
  const line = callee.type === 'MemberExpression' ? child(callee, 'property').start : node.start;
  const shown = source.text.slice(line - 1, node.end);
  const removed: Change[] = isPredicate
    ? [{ kind: 'predicate', code: textOf(source, child(callee, 'object')), original: shown, changed: '', line }]
    : [];
  const other: Change[] =
    turned && operator && (isPredicate || name === 'eb')
      ? [
          {
            kind: 'operator',
            at: operator,
            code: `'${turned}'`,
            original: values.map((value) => value && textOf(source, value)).join(' '),
            changed: turned,
          },
        ]
      : [];
  return [...removed, ...other, ...(name === 'orderBy' ? turnOrder(node, values, source, line) : [])];
}

function turnOrder(node: Node, values: readonly (Node | null)[], source: Source, line: number): Change[] {
  const [key, direction] = values;
  if (!key || (direction && !isText(direction)) || key.type === 'ArrayExpression') return [];
  const code = `${textOf(source, child(node, 'callee'))}(${textOf(source, key)}, '${direction?.value === 'desc' ? 'asc' : 'desc'}')`;
  const shown = (text: string): string => text.slice(line - node.start);
  return [{ kind: 'order', code, original: shown(textOf(source, node)), changed: shown(code), line }];
}

const comparisons: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const equalities: Readonly<Record<string, string>> = { '===': '!==', '!==': '===' };

function changesOfBinary(node: Node, _parents: readonly Node[], source: Source): Change[] {
  const operator = String(node.operator);
  const [moved, turned] = [comparisons[operator], equalities[operator]];
  if (!moved && !turned) return [];
  const [left, right] = [textOf(source, child(node, 'left')), textOf(source, child(node, 'right'))];
  const other = moved ?? turned;
  return [
    {
      kind: moved ? 'comparison' : 'equality',
      code: `(${left}) ${other} (${right})`,
      changed: `${left} ${other} ${right}`,
    },
  ];
}

function changesOfLogic(node: Node, parents: readonly Node[], source: Source): Change[] {
  const [left, right] = [textOf(source, child(node, 'left')), textOf(source, child(node, 'right'))];
  if (parents.at(-1)?.type === 'SpreadElement' && node.operator === '&&')
    return [
      { kind: 'spread', code: '{}' },
      { kind: 'spread', code: `true && ${right}` },
    ];
  if (node.operator !== '&&' && node.operator !== '||') return [];
  const other = node.operator === '&&' ? '||' : '&&';
  return [{ kind: 'logic', code: `(${left}) ${other} (${right})`, changed: `${left} ${other} ${right}` }];
}

const leaves = (statement: Node): boolean =>
  /^(Return|Throw|Continue|Break)Statement$/.test(
    (statement.type === 'BlockStatement' ? children(statement, 'body').at(-1) : statement)?.type ?? '',
  );

function changesOfIf(node: Node): Change[] {
  const at = child(node, 'test');
  const made = (code: string): Change => ({ kind: 'condition', at, code });
  return leaves(child(node, 'consequent')) ? [made('false'), made('true')] : [made('false')];
}

const changesOfChoice = (node: Node): Change[] =>
  ['true', 'false'].map((code) => ({ kind: 'choice', at: child(node, 'test'), code }));

/** Calls that read columns: without one of them the code after it fails everywhere. */
const columnCalls: ReadonlySet<string> = new Set([
  'select',
  'returning',
  'columns',
  'groupBy',
  'distinctOn',
  'doUpdateSet',
]);

function changesOfArray(node: Node, parents: readonly Node[]): Change[] {
  const elements = children(node, 'elements').filter((element) => element !== null);
  const parent = parents.at(-1);
  if (elements.length < 2 || !parent || parent.type === 'ArrayExpression') return [];
  const called = parent.type === 'CallExpression' ? calledName(parent) : '';
  if (columnCalls.has(called) || (called === 'orderBy' && elements.length === 2)) return [];
  const isList =
    elements.every(({ type }) => type === 'Literal') ||
    functionAround(parents) === undefined ||
    called === 'and' ||
    called === 'or' ||
    (called === 'all' && parents.slice(-3, -1).every(({ type }) => /^(Await|Expression)/.test(type)));
  return isList ? elements.map((at) => ({ kind: 'entry', form: 'entry', at, code: '', changed: '' })) : [];
}

const effects =
  /^(notify|tell|announce|publish|audit|emit|record|void|revoke|end|cancel|erase|delete|purge|expire|release|close|withdraw|invalidate|clear|remove|require|assert|refuse|check|ensure|verify|lock|mark|forget|reset|restore|schedule|enqueue|send|add|set)/;

function changesOfStatement(node: Node, _parents: readonly Node[], source: Source): Change[] {
  const expression = child(node, 'expression');
  const isAwaited = expression.type === 'AwaitExpression';
  const call = isAwaited ? child(expression, 'argument') : expression;
  if (call.type !== 'CallExpression' || child(call, 'callee').type === 'Super') return [];
  const name = calledName(call);
  if (logs.test(name) || (!isAwaited && !effects.test(name)) || /^setTimeout|^clear(Timeout|Interval)/.test(name))
    return [];
  return [{ kind: 'call', form: 'statement', code: '', original: textOf(source, expression), changed: '' }];
}

const place = /^(Europe|Asia|America|Africa|Australia|Pacific)\/[A-Z]\w+$/;
const statement = /^\s*(select|insert|update|delete|with)\s/i;

function changesOfLiteral(node: Node, parents: readonly Node[], source: Source): Change[] {
  const parent = parents.at(-1);
  if (typeof node.value !== 'string' || (parent?.key === node && parent.computed !== true) || parent?.source === node)
    return [];
  if (place.test(node.value)) return [{ kind: 'zone', code: "'UTC'" }];
  return statement.test(node.value) ? changesOfSql(node, node.start, node.end, [], source) : [];
}

function changesOfTemplate(node: Node, parents: readonly Node[], source: Source): Change[] {
  const parent = parents.at(-1);
  const isTagged = parent?.type === 'TaggedTemplateExpression';
  if (isTagged ? child(parent, 'tag').name !== 'sql' : !statement.test(textOf(source, node).slice(1))) return [];
  const expressions = children(node, 'expressions').filter(isNode);
  return changesOfSql(isTagged ? parent : node, node.start, node.end, expressions, source);
}

/** What stands between `start` and `end`, both of them quotation marks, with each change of it. */
function changesOfSql(at: Node, start: number, end: number, filled: readonly Node[], source: Source): Change[] {
  const base = start + 1;
  let sql = source.text.slice(base, end - 1);
  for (const { start: from, end: to } of filled)
    sql = `${sql.slice(0, from - base - 2)}${filledIn.repeat(to - from + 3)}${sql.slice(to - base + 1)}`;
  const isQuoted = at.type === 'Literal';
  const edits = findSqlEdits(sql).filter(({ to }) => !isQuoted || !to.includes("'"));
  return edits.map(({ kind, start: from, end: to, to: text }: Edit) => ({
    kind,
    at,
    code: source.text.slice(at.start, base + from) + text + source.text.slice(base + to, at.end),
    original: source.text.slice(base + around(sql, from, -1), base + around(sql, to, 1)),
    changed: `${source.text.slice(base + around(sql, from, -1), base + from)}${text}${source.text.slice(base + to, base + around(sql, to, 1))}`,
    line: base + from,
  }));
}

/** Some characters more, to know the place again. */
function around(sql: string, offset: number, direction: 1 | -1): number {
  const far = Math.min(sql.length, Math.max(0, offset + direction * 24));
  const part = direction === 1 ? sql.slice(offset, far) : sql.slice(far, offset);
  const cut = direction === 1 ? part.lastIndexOf(' ') : part.indexOf(' ');
  if (cut === -1 || far === 0 || far === sql.length) return far;
  return direction === 1 ? offset + cut : far + cut;
}

const finders: Readonly<Record<string, Finder>> = {
  CallExpression: changesOfCall,
  BinaryExpression: changesOfBinary,
  LogicalExpression: changesOfLogic,
  UnaryExpression: (node, _parents, source) =>
    node.operator === '!' ? [{ kind: 'not', code: textOf(source, child(node, 'argument')) }] : [],
  IfStatement: changesOfIf,
  ConditionalExpression: changesOfChoice,
  ArrayExpression: changesOfArray,
  ExpressionStatement: changesOfStatement,
  Literal: changesOfLiteral,
  TemplateLiteral: changesOfTemplate,
};
