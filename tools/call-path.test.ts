import { expect, test } from 'vitest';
import { readSource } from '../test/boundaries/source.ts';
import { buildCallGraph, callPaths, keyOf, runsSql } from './call-path.ts';

const files = {
  'a/verb.ts': `import { write } from '../b/b.ts';
import { sum as total } from './sum.ts';

export const send = (ctx) => check(ctx) && write(ctx);

async function check(ctx) {
  // mentions write(ctx) without calling it
  return total(ctx.sum);
}
`,
  'a/sum.ts': `export function sum(each) {
  return each.sum();
}
`,
  'b/b.ts': `export { write } from './b.sql.ts';
`,
  'b/b.sql.ts': `export const write = ({ tx }) => sql<string>\`insert into b.b\`.execute(tx);
`,
};
const graph = buildCallGraph(Object.entries(files).map(([path, text]) => readSource(path, text)));

test('follows calls through imports, renamed imports and public files', () => {
  const paths = callPaths(graph, { path: 'a/verb.ts', name: 'send' });
  expect([...paths].map(([key, path]) => [key, path.length - 1])).toEqual([
    ['a/verb.ts send', 0],
    ['a/verb.ts check', 1],
    ['b/b.sql.ts write', 1],
    ['a/sum.ts sum', 2],
  ]);
});

test('knows which functions run SQL', () => {
  const paths = callPaths(graph, { path: 'a/verb.ts', name: 'send' });
  const running = [...paths.values()].flatMap((path) => path.slice(-1)).filter((each) => runsSql(graph, each));
  expect(running.map(keyOf)).toEqual(['b/b.sql.ts write']);
});
