import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { findBindings, type Name } from './bindings.ts';
import { lineAt, withoutComments } from './source.ts';

const root = join(import.meta.dirname, '../..');
const ours = ['apps/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts', '{tools,db,test,e2e,bench}/**/*.ts', '*.ts'];

/** Words that name nothing by themselves, and private metaphors for which the trade has a term. */
const forbidden: ReadonlySet<string> = new Set(
  `say says saying said tell tells telling told hear heard asks asked stand stands standing stood tend tends
  bring brings brought came goes gone makes made others anew beside way ways twin twins company companies
  chase leash bell mover arrow house wall walls tempo patience silence doubt`.split(/\s+/),
);

/** No variable or parameter of a program may contain one of these: it is named after what it is in the business. */
const forbiddenInBindings: ReadonlySet<string> = new Set('asked kept wanted said told stood twin ears lane'.split(' '));

/** Terms of the trade, of a standard or of a library that contain such a word. */
const allowed: readonly RegExp[] = [
  /standing orders?/g,
  /standing date/g, // the approval of one date of a standing order, as stored
  /payee add to standing/g, // the path of a screen in the specification
  /company name/g, // the name of a payee that is a company
  /asked minor/g, // the column card_payment.payment.asked_minor
  /asked by/g, // the column rate.source.asked_by, and a field of its stored audit entries
  /cancel asked at/g, // the column top_up.top_up.cancel_asked_at
];

const DECLARATION =
  /^(?:export )?(?:default )?(?:declare )?(?:async )?(?:function\*?|const|let|(?:abstract )?class|type|interface|enum) (?:(?<name>\w+)|[[{](?<names>[^=]*)[\]}] =)/gm;
const TYPE = /^(?:export )?(?:type|interface) .*(?:\n[ \t].*)*(?:\n}.*)?/gm;
const PROPERTY = /(?<=[{;,]\s*(?:readonly )?)(?<name>\w+)\??:/g;

/** Every name that a file declares at its top level, with the properties of its types. */
function findNames(text: string): Name[] {
  const declared = [...text.matchAll(DECLARATION)].flatMap(({ index, groups = {} }) =>
    (groups.name ?? groups.names ?? '').split(',').map((each) => ({ name: lastWord(each), line: lineAt(text, index) })),
  );
  const properties = [...text.matchAll(TYPE)].flatMap(({ index: start, 0: type }) =>
    [...type.matchAll(PROPERTY)].map(({ index, groups }) => ({
      name: groups?.name ?? '',
      line: lineAt(text, start + index),
    })),
  );
  return [...declared, ...properties];
}

/** `a: b = c` binds b. */
const lastWord = (binding: string): string => /(\w+)\s*(?:=.*)?$/s.exec(binding)?.[1] ?? '';

const splitWords = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_.]/g, ' ')
    .toLowerCase();

function findForbiddenWord(text: string, refused: ReadonlySet<string>): string | undefined {
  const words = allowed.reduce((left, term) => left.replaceAll(term, ''), splitWords(text));
  return words.split(/\W+/).find((word) => refused.has(word));
}

const describeViolations = (path: string, names: readonly Name[], refused: ReadonlySet<string>): string[] =>
  names.flatMap(({ name, line }) => {
    const word = findForbiddenWord(name, refused);
    return word === undefined ? [] : [`${path}:${line} ${name} (${word})`];
  });

function findViolations(path: string, content: string): string[] {
  const names = [{ name: basename(path).replace(/\.tsx?$/, ''), line: 1 }, ...findNames(withoutComments(content))];
  return describeViolations(path, names, forbidden);
}

const isTest = (path: string): boolean => /^(?:test|e2e)\/|\.test\.tsx?$/.test(path);

/** Parsing takes long, so only a file that contains such a word anywhere is parsed. */
const findBindingViolations = (path: string, content: string): string[] =>
  isTest(path) || findForbiddenWord(content, forbiddenInBindings) === undefined
    ? []
    : describeViolations(path, findBindings(path, content), forbiddenInBindings);

const files = globSync(ours, { cwd: root }).filter((path) => !path.endsWith('.gen.ts'));
const findAll = (find: typeof findViolations): string[] =>
  files.flatMap((path) => find(path, readFileSync(join(root, path), 'utf8')));

test('no file, declaration or property has a name with a forbidden word', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(findAll(findViolations)).toEqual([]);
});

test('no variable or parameter of a program has a name with a forbidden word', () => {
  expect(findAll(findBindingViolations)).toEqual([]);
});

test.each([
  ['apps/api/src/payments/payment/say-anew.ts', ''],
  ['payment.ts', 'export async function tellPayer() {}'],
  ['payment.ts', 'const wayBack = 1;'],
  ['payment.ts', 'export const { a: twin, b } = found;'],
  ['payment.ts', 'export type Payment = Readonly<{ id: string; toldAt: Date }>;'],
  ['payment.ts', 'type Order = Readonly<{\n  id: string;\n  madeAt?: Date;\n}>;'],
  ['payment.ts', 'export class Company {}'],
])('finds the forbidden word in %s %s', (path, text) => {
  expect(findViolations(path, text)).toHaveLength(1);
});

test.each([
  ['apps/api/src/payments/standing-order/standing-order.ts', 'export type StandingOrderTerms = 1;'],
  ['payment.ts', '// said\nexport const paymentState = "told";'],
  ['payment.ts', 'export type Maker = Readonly<{ makerId: string; companyName: string }>;'],
])('accepts %s %s', (path, text) => {
  expect(findViolations(path, text)).toEqual([]);
});

test.each([
  ['payment.ts', 'const wanted = 1;', 1],
  ['payment.ts', 'export function pay() {\n  const kept = 1;\n  return kept;\n}', 2],
  ['payment.ts', 'class Queue {\n  add(asked: string) {}\n}', 2],
  ['payment.ts', 'type Pay = (toldBank: Bank) => void;', 1],
  ['payment.ts', 'try {\n  pay();\n} catch (said) {}', 3],
  ['payment.ts', 'function pay() {\n  for (const ears of all) function stood() {}\n}', 2],
  ['payment.fixture.ts', 'const pay = async (twin = 1) => twin;', 1],
  [
    'Payment.tsx',
    'const Payment = () => {\n  const [isAsked, setAsked] = useState(false);\n  return <p>{isAsked}</p>;\n};',
    2,
  ],
])('finds the variable or parameter of %s %s', (path, text, line) => {
  const found = findBindingViolations(path, text);
  expect(found.length).toBeGreaterThan(0);
  for (const each of found) expect(each).toContain(`${path}:${line} `);
});

test('finds each forbidden word of a pattern', () => {
  const text =
    'const pay = ({ order: { told }, a: kept, said: b, ...wanted }: Order, [lane = twin, ...ears] = []) => {};';
  const found = findBindingViolations('payment.ts', text).map((each) => /\((\w+)\)$/.exec(each)?.[1]);
  expect(found).toEqual(['told', 'kept', 'wanted', 'lane', 'ears']);
});

test.each([
  ['payment.test.ts', 'const told = 1;'],
  ['test/simulation/simulation.ts', 'const told = 1;'],
  ['payment.ts', 'const request = { asked: 1, ...answer.told };'],
  ['payment.ts', 'const { asked: request } = row; // asked'],
  ['payment.ts', 'const find = ({ askedBy, cancelAskedAt, askedMinor }: Row) => sql`select a.asked from a as asked`;'],
])('accepts the variables and parameters of %s %s', (path, text) => {
  expect(findBindingViolations(path, text)).toEqual([]);
});
