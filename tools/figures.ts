import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCycles } from '../test/boundaries/cycles.ts';
import { isExempt } from '../test/boundaries/find-violations.ts';
import { isPublicFile, moduleOf, ownSchema } from '../test/boundaries/modules.ts';
import { findSentences } from '../test/boundaries/sentences.ts';
import { readSource, withoutComments } from '../test/boundaries/source.ts';
import { buildCallGraph, callPaths, type Declared, keyOf, runsSql } from './call-path.ts';

/** Prints the figures by which the structure is judged. */
const root = join(import.meta.dirname, '..');
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const paths = git('ls-files').split('\n');
const code = paths.filter((path) => /\.(tsx?|mjs)$/.test(path) && !path.endsWith('.gen.ts'));
const sources = code.map((path) => ({ ...readSource(path, read(path)), content: read(path) }));
const ours = sources.filter(({ path }) => /^(apps|packages)\//.test(path) && !isExempt(path));

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

const lineCount = (text: string): number => text.split('\n').length;

/** Consecutive lines of `//` count as one comment. */
function countComments(content: string): number {
  const bare = withoutComments(content).split('\n');
  const lines = content.split('\n');
  const hasComment = lines.map((line, i) => line.trimEnd() !== (bare[i] ?? '').trimEnd());
  return hasComment.filter((has, i) => has && !(hasComment[i - 1] && (bare[i] ?? '').trim() === '')).length;
}

function printFiles(): void {
  const sizes = ours.map(({ content }) => lineCount(content));
  print(
    'files: half / nine in ten / longest',
    `${quantile(sizes, 0.5)} / ${quantile(sizes, 0.9)} / ${Math.max(...sizes)} lines`,
  );
}

/** Of the server, without tests. */
function printServer(): void {
  const server = sources.filter(({ path }) => path.startsWith('apps/api/src/') && !isExempt(path));
  const importers = new Map<string, Set<string>>();
  for (const { path, imports } of server)
    for (const { target } of imports) importers.set(target, (importers.get(target) ?? new Set()).add(path));
  const sizes = server.map(({ content }) => lineCount(content));
  const usedOnce = server.filter(({ path }) => importers.get(path)?.size === 1);
  const statements = server.map(({ content }) => content.match(/^(import|export) [^;=]*?\bfrom '[^']+';$/gm) ?? []);
  const importLines = statements.flat().reduce((sum, statement) => sum + lineCount(statement), 0);
  const lines = sizes.reduce((sum, size) => sum + size, 0);
  const bodies = server.map(({ content }) => withoutComments(content).replaceAll(/^(import|export) [^;=]*?;$/gm, ''));
  const count = (pattern: RegExp) => bodies.reduce((sum, body) => sum + (body.match(pattern)?.length ?? 0), 0);
  const small = sizes.filter((size) => size <= 30).length;
  print(
    'files of the server: all / of at most 30 lines / half',
    [server.length, small, quantile(sizes, 0.5)].join(' / '),
  );
  print('  imported by exactly one other', String(usedOnce.length));
  print('  lines, of them imports', `${lines}, ${((100 * importLines) / lines).toFixed(1)} %`);
  print('  casts / aliases that only rename', `${count(/\bas (?!const\b)[A-Z]/g)} / ${count(/ as "\w*[A-Z]\w*"/g)}`);
}

/** Modules that each commit of code touched, over the last 200 commits that touched at least one and at most fifty files. */
function printSpread(): void {
  const commits = git('log', '-600', '--format=%x00', '--name-only', '--', 'apps', 'packages').split('\0');
  const folders = commits
    .map((text) => text.split('\n').filter((path) => /\.tsx?$/.test(path)))
    .filter((files) => files.length > 0 && files.length <= 50)
    .slice(0, 200)
    .map((files) => new Set(files.map((path) => moduleOf(path)?.name ?? path.split('/').slice(0, 4).join('/'))).size);
  print('folders touched by a commit, half / nine in ten', `${quantile(folders, 0.5)} / ${quantile(folders, 0.9)}`);
}

function printNouns(): void {
  const namesOf = (app: 'api' | 'web') =>
    new Set(sources.flatMap(({ path }) => (moduleOf(path)?.app === app ? (moduleOf(path)?.name ?? []) : [])));
  const [api, web] = [namesOf('api'), namesOf('web')];
  const contract = new Set(paths.flatMap((path) => /^packages\/contract\/src\/(.+)\.ts$/.exec(path)?.[1] ?? []));
  const onBoth = [...web].filter((name) => api.has(name) || contract.has(name));
  print(
    'modules of the web that have a module of the API or a contract of the same name',
    `${onBoth.length} of ${web.size}`,
  );
  const inContract = [...api].filter((name) => contract.has(name));
  print('modules of the API with a contract of the same name', `${inContract.length} of ${api.size}`);
  const missing = [...web].filter((name) => !api.has(name) && !contract.has(name));
  if (missing.length > 0) print('  only on the web', missing.join(', '));
  const schemas = new Set(git('grep', '-ohE', '^create schema \\w+', '--', 'db/migrations').match(/\w+$/gm));
  const owned = new Set([...api].map((name) => ownSchema(`apps/api/src/${name}/x.ts`)));
  print(
    'schemas that belong to a module or a district',
    `${[...schemas].filter((name) => owned.has(name) || ['platform', 'ledger', 'accounting'].includes(name)).length} of ${schemas.size}`,
  );
}

function printCycles(): void {
  const graph = (types: boolean) =>
    new Map(
      sources.map(({ path, imports }) => [
        path,
        imports.filter(({ isType }) => types || !isType).map(({ target }) => target),
      ]),
    );
  const sizesOf = (types: boolean) => findCycles(graph(types)).map((cycle) => cycle.length);
  const [values, all] = [sizesOf(false), sizesOf(true)];
  print(
    'import cycles: values / with types (files of the largest)',
    `${values.length} / ${all.length} (${Math.max(0, ...all)})`,
  );
}

/** From the verb that the route binds. Calls of the platform that hand a verb over (binder, batch) are not counted. */
function printPaymentPath(): void {
  const payments = 'apps/api/src/payments';
  const graph = buildCallGraph(ours);
  const reached = callPaths(graph, { path: `${payments}/domestic/send-domestic.ts`, name: 'sendGbp' });
  const insert = reached.get(keyOf({ path: `${payments}/payment/payment.sql.ts`, name: 'insertPayment' })) ?? [];
  const queries = [...reached.values()].filter((path) => runsSql(graph, path.at(-1) as Declared));
  const longest = queries.toSorted((a, b) => b.length - a.length)[0] ?? [];
  const sizeOf = (path: readonly Declared[]) =>
    `${path.length - 1} calls in ${new Set(path.map(({ path: file }) => file)).size} files`;
  print('from the verb of a GBP payment to the SQL that inserts it', sizeOf(insert));
  print('  to the SQL that is farthest away', sizeOf(longest));
  print('  by', longest.map(({ name }) => name).join(' → '));
}

function printComments(): void {
  const counts = sources.map(({ content }) => countComments(content));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const lines = sources.reduce((sum, { content }) => sum + lineCount(content), 0);
  print('comments', `${total}, one per ${Math.round(lines / total)} lines`);
}

function printPublicFiles(): void {
  const publicFiles = sources.filter(({ path }) => isPublicFile(path));
  const aliases = publicFiles.flatMap(({ text }) => [...text.matchAll(/^export (?:const|type) \w+ = [A-Za-z]\w*;$/gm)]);
  print('aliases in public files', String(aliases.length));
  const names = publicFiles.map(
    ({ text }) =>
      [...text.matchAll(/^export (?:async )?(?:const|function|class|type|interface)\b/gm)].length +
      [...text.matchAll(/^export (?:type )?\{([^}]*)\} from/gm)].reduce(
        (sum, [, list = '']) => sum + list.split(',').filter((name) => name.trim()).length,
        0,
      ),
  );
  print('names in a public file, half / most', `${quantile(names, 0.5)} / ${Math.max(...names)}`);
}

function printMigrations(): void {
  const migrations = globSync('db/migrations/*.sql', { cwd: root });
  const altering = migrations.filter((path) => /\balter table\b/i.test(read(path)));
  print('migrations, of them with alter table', `${migrations.length}, ${altering.length}`);
}

function printSentences(): void {
  const found = sources.map((source) => findSentences(source).length).filter((count) => count > 0);
  const total = found.reduce((sum, count) => sum + count, 0);
  print('sentences in the API, files that have some', `${total}, ${found.length}`);
}

function print(name: string, value: string): void {
  console.log(`${name.padEnd(82)} ${value}`);
}

printFiles();
printServer();
printSpread();
printNouns();
printCycles();
printPaymentPath();
printComments();
printPublicFiles();
printMigrations();
printSentences();
