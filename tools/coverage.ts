import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endpoints } from '@larkmere/contract/contract';
import { screens } from '@larkmere/contract/platform/screens';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const rowsOf = (path: string): string[][] =>
  read(path)
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => line.split('\t'));

export function coverage(): string {
  const served = new Set(endpoints.map(({ method, path }) => `${method} ${normalisePath(path)}`));
  const shown = new Set(
    [...read('apps/web/src/screens.tsx').matchAll(/^ {2}'(\/[^']*)':/gm)].map(([, path]) => normalisePath(path ?? '')),
  );
  const redirected = new Set(['/']);
  const guarded = new Set(screens.map(({ path }) => normalisePath(path)));
  const calls = rowsOf('docs/spec/calls.tsv').map(([method = '', path = '', , area = '']) => ({
    area,
    name: `${method} ${path}`,
    built: served.has(`${method} ${normalisePath(path)}`),
  }));
  const routes = rowsOf('docs/spec/routes.tsv').map(([area = '', path = '']) => ({
    area,
    name: path,
    built: shown.has(normalisePath(path)) || redirected.has(path),
  }));
  const unguarded = routes.filter(({ name }) => !guarded.has(normalisePath(name)));
  if (unguarded.length > 0) throw new Error(`no guard for ${unguarded.map(({ name }) => name).join(', ')}`);
  return [
    '# What of the specification is built',
    '',
    'Written by `npm run coverage` from the contract (`packages/contract/src/contract.ts`) and the table of built screens',
    '(`apps/web/src/screens.tsx`) against `docs/spec/calls.tsv` and `docs/spec/routes.tsv`; a test fails when it is out of date.',
    'A screen that is not built is still guarded, answers 404 and is in no menu.',
    '',
    `- calls: ${count(calls)}`,
    `- screens: ${count(routes)}`,
    '',
    ...table('Calls', calls),
    ...table('Screens', routes),
  ].join('\n');
}

type Row = Readonly<{ area: string; name: string; built: boolean }>;

const normalisePath = (path: string): string => path.replace(/\{\w+\}/g, '{}');
const count = (rows: readonly Row[]): string => `${rows.filter(({ built }) => built).length} of ${rows.length}`;

function table(title: string, rows: readonly Row[]): string[] {
  const areas = [...new Set(rows.map(({ area }) => area))];
  const lines = areas.flatMap((area) => {
    const own = rows.filter((row) => row.area === area);
    const list = (built: boolean): string =>
      own
        .filter((row) => row.built === built)
        .map(({ name }) => `\`${name}\``)
        .join('<br>') || '–';
    return [`| ${area} | ${count(own)} | ${list(true)} | ${list(false)} |`];
  });
  return [`## ${title}`, '', '| area | built | built | to come |', '| --- | --- | --- | --- |', ...lines, ''];
}

/** `--suites` also runs the suites that changed, and prints what none of them runs; `--files` limits what is printed. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { suites: { type: 'boolean' }, files: { type: 'string' } } });
  writeFileSync(join(root, 'docs/specification-coverage.md'), coverage());
  if (!values.suites) return;
  const { printUnwitnessed } = await import('./nightly/conditions/print-unwitnessed.ts');
  await printUnwitnessed(values.files);
}

if (import.meta.main) await main();
