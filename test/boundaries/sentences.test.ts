import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findSentences } from './sentences.ts';
import { readSource } from './source.ts';

const root = join(import.meta.dirname, '../..');

test('texts of the API are in packages/messages', () => {
  const files = globSync('apps/api/src/**/*.ts', { cwd: root });
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((path) =>
    findSentences(readSource(path, readFileSync(join(root, path), 'utf8'))).map((each) => ({ path, ...each })),
  );
  expect(found.map(({ path, line, text }) => `${path}:${line} ${text}`)).toEqual([]);
});

const sentencesIn = (text: string, path = 'apps/api/src/payees/payee/payee.ts') =>
  findSentences(readSource(path, text)).map((found) => found.text);

test.each([
  ["new Refusal('not_found', { message: 'We could not find it' })", 'We could not find it'],
  [`const title = \`Pay \${amount} to you\`;`, `Pay \${amount} to you`],
  ["label: 'A colleague'", 'A colleague'],
  ["['no', 'Yes, please']", 'Yes, please'],
])('finds the sentence of %s', (text, sentence) => {
  expect(sentencesIn(text)).toEqual([sentence]);
});

test.each([
  "throw new Error('The order has no payee');",
  "log.warn({ err }, 'The bank gave no answer');",
  "help: 'Requests by route'",
  "const eea = 'AT BE BG';",
  "import { x } from './Some file.ts'; // A comment with words",
  "code = 'pin_wrong'; name = 'Larkmere';",
])('accepts %s', (text) => {
  expect(sentencesIn(text)).toEqual([]);
});
