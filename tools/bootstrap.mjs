// Prepares a fresh clone. Uses only built-ins of Node 20, because no package is installed yet.
// Options: --no-web skips the web build, --only-web skips everything else, --dev also installs the packages of checks and
// tests, --browser also those and the programs outside npm that tests need.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmArguments, planInstall } from './install-plan.mjs';
import { announceInstall, announceSkipped, aptArguments, canInstall, findMissingTools } from './missing-tools.mjs';
import { handOverClock, printStep } from './progress.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const at = (path) => join(root, path);
const options = new Set(process.argv.slice(2));

const programs = at('node_modules/.bin');
/** npm puts node_modules/.bin on the path. `npm ci` deletes that folder and with it the Node it would run on. */
const outerPath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.endsWith(join('node_modules', '.bin')));
const outer = { ...process.env, PATH: outerPath.join(delimiter) };
const inner = { ...process.env, PATH: [programs, ...outerPath].join(delimiter) };

function fail(text) {
  console.error(`\n✗ ${text}\n`);
  process.exit(1);
}

/** Runs a command silently. Returns what it printed if it failed. */
function findFailure(command, args, env) {
  const done = spawnSync(command, args, {
    cwd: root,
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    shell: process.platform === 'win32',
  });
  if (done.status === 0) return undefined;
  const output = [done.error?.message, done.stdout, done.stderr].filter(Boolean).join('\n').trim();
  return `${command} ${args.join(' ')}\n${output}`;
}

function run(what, command, args, env) {
  printStep(`${what} …`);
  const failure = findFailure(command, args, env);
  if (failure !== undefined) fail(`${what} failed: ${failure}`);
}

const produced = new Set(['node_modules', 'dist', 'test-results']);

/** Of contents, not of times, so that a file that was only touched causes no build. */
function digest(paths) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  const add = (path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) return;
    if (found.isDirectory()) {
      for (const name of readdirSync(path).sort()) if (!produced.has(name)) add(join(path, name));
      return;
    }
    if (/\.test\.tsx?$/.test(path)) return;
    const content = readFileSync(path);
    hash.update(`${relative(root, path)} ${content.length} `).update(content);
  };
  for (const path of paths) add(at(path));
  return hash.digest('hex');
}

const readRecord = (file) => (existsSync(at(file)) ? readFileSync(at(file), 'utf8') : '');

function writeRecord(file, record) {
  mkdirSync(dirname(at(file)), { recursive: true });
  writeFileSync(at(file), record);
}

function whatToInstall() {
  const folders = ['packages', 'apps'].flatMap((kind) => readdirSync(at(kind)).map((name) => `${kind}/${name}/`));
  const hash = createHash('sha256')
    .update(`${process.platform} ${process.arch}`)
    .update(readFileSync(at('package-lock.json')));
  for (const folder of ['', ...folders]) {
    const file = at(`${folder}package.json`);
    if (!existsSync(file)) continue;
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync(file, 'utf8'));
    hash.update(JSON.stringify([folder, dependencies, devDependencies, optionalDependencies]));
  }
  return hash.digest('hex');
}

function installPackages() {
  const installed = 'node_modules/.installed';
  const plan = planInstall(readRecord(installed), whatToInstall(), options.has('--dev') || options.has('--browser'));
  if (!plan) return;
  run(
    plan.kind === 'add' ? 'Installing the packages of checks and tests' : 'Installing packages',
    'npm',
    npmArguments(plan),
    outer,
  );
  writeRecord(installed, plan.record);
  printStep('Packages installed');
  handOverClock();
}

function checkNode() {
  const bundled = at(
    `node_modules/node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}/package.json`,
  );
  if (existsSync(bundled) && JSON.parse(readFileSync(bundled, 'utf8')).version.startsWith('24.')) return;
  const found = spawnSync('node', ['--version'], { env: inner, encoding: 'utf8' }).stdout?.trim() ?? 'none';
  if (Number.parseInt(found.slice(1), 10) >= 24) return;
  fail(
    `Larkmere needs Node 24 or later, and none comes with it for ${process.platform}-${process.arch} (found: ${found}). Install it and try again.`,
  );
}

/** The best compression of the web takes longer than the rest of its build, and a demo on one machine gains nothing. */
function buildWeb() {
  const built = 'apps/web/dist/.built';
  const sources = digest(['apps/web', 'packages', 'package-lock.json', 'tsconfig.base.json']);
  const compression = process.env.WEB_COMPRESSION ?? (process.env.LARKMERE_MODE === 'production' ? 'best' : 'fast');
  if ([`${sources} best`, `${sources} ${compression}`].includes(readRecord(built))) return;
  const vite = [at('node_modules/vite/bin/vite.js'), 'build', 'apps/web', '--logLevel', 'warn'];
  run('Building the web application', 'node', vite, { ...inner, WEB_COMPRESSION: compression });
  writeRecord(built, `${sources} ${compression}`);
  printStep('Web application built');
}

/** Without these programs the tests still run: they skip what needs them. */
function installTools() {
  const missing = findMissingTools();
  if (missing.length === 0) return;
  if (canInstall()) {
    printStep(announceInstall(missing));
    const silent = { ...outer, DEBIAN_FRONTEND: 'noninteractive' };
    const failure =
      findFailure('apt-get', ['update', '-qq'], silent) ?? findFailure('apt-get', aptArguments(missing), silent);
    if (failure !== undefined) console.error(`\n✗ ${failure}\n`);
  }
  for (const tool of findMissingTools()) printStep(announceSkipped(tool));
}

if (!options.has('--only-web')) {
  installPackages();
  checkNode();
}
if (!options.has('--no-web')) buildWeb();
if (options.has('--browser')) installTools();
