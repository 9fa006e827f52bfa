import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { lineAt, withoutComments } from './source.ts';

const root = join(import.meta.dirname, '../..');
const ours = ['apps/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts', '{tools,db,test,e2e,bench}/**/*.ts', '*.ts'];

/** Words that name nothing by themselves, and private metaphors for which the trade has a term. */
const forbidden: ReadonlySet<string> = new Set(
  `say says saying said tell tells telling told hear heard asks asked stand stands standing stood tend tends
  bring brings brought came goes gone makes made others anew beside way ways twin twins company companies
  chase leash bell mover arrow house wall walls tempo patience silence doubt`.split(/\s+/),
);

/** Terms of the trade, of a standard or of a library that contain such a word. */
const allowed: readonly RegExp[] = [
  /standing orders?/g,
  /standing date/g, // the approval of one date of a standing order, as stored
  /payee add to standing/g, // the path of a screen in the specification
  /company name/g, // the name of a payee that is a company
];

type Name = Readonly<{ name: string; line: number }>;

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

function findForbiddenWord(name: string): string | undefined {
  const words = allowed.reduce((left, term) => left.replaceAll(term, ''), splitWords(name));
  return words.split(/\s+/).find((word) => forbidden.has(word));
}

function findViolations(path: string, content: string): string[] {
  const names = [{ name: basename(path).replace(/\.tsx?$/, ''), line: 1 }, ...findNames(withoutComments(content))];
  return names.flatMap(({ name, line }) => {
    const word = findForbiddenWord(name);
    return word === undefined ? [] : [`${path}:${line} ${name} (${word})`];
  });
}

test('no file, declaration or property has a name with a forbidden word', () => {
  const files = globSync(ours, { cwd: root }).filter((path) => !path.endsWith('.gen.ts'));
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap((path) => findViolations(path, readFileSync(join(root, path), 'utf8')))).toEqual([]);
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
