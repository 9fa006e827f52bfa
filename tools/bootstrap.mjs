// Prepares a fresh clone. Uses only built-ins of Node 20, because no package is installed yet.
// Options: --no-web skips the web build, --only-web skips everything else, --browser also installs Chromium for the tests.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from './chromium.mjs';

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

function run(what, command, args, env) {
  const start = performance.now();
  console.log(`• ${what} …`);
  const done = spawnSync(command, args, {
    cwd: root,
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    shell: process.platform === 'win32',
  });
  if (done.status !== 0) {
    const output = [done.error?.message, done.stdout, done.stderr].filter(Boolean).join('\n').trim();
    fail(`${what} failed: ${command} ${args.join(' ')}\n${output}`);
  }
  console.log(`• ${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

const produced = new Set(['node_modules', 'dist', 'test-results']);

function digest(paths) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  const add = (path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) return;
    hash.update(relative(root, path));
    if (found.isFile()) hash.update(`${found.size} ${found.mtimeMs}`);
    else for (const name of readdirSync(path).sort()) if (!produced.has(name)) add(join(path, name));
  };
  for (const path of paths) add(at(path));
  return hash.digest('hex');
}

function once(stamp, state, work) {
  if (existsSync(at(stamp)) && readFileSync(at(stamp), 'utf8') === state) return;
  work();
  mkdirSync(dirname(at(stamp)), { recursive: true });
  writeFileSync(at(stamp), state);
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
  once('node_modules/.installed', whatToInstall(), () => {
    const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
    run('Installing packages', 'npm', ['ci', '--ignore-scripts', '--prefer-offline', ...quiet], outer);
  });
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

function buildWeb() {
  const sources = ['apps/web', 'packages', 'package-lock.json', 'tsconfig.base.json'];
  once('apps/web/dist/.built', digest(sources), () => {
    run(
      'Building the web application',
      'node',
      [at('node_modules/vite/bin/vite.js'), 'build', 'apps/web', '--logLevel', 'warn'],
      inner,
    );
  });
}

function installBrowser() {
  const missing = [
    ...(findChromium() ? [] : ['chromium', 'fonts-thai-tlwg']),
    ...(outerPath.some((folder) => existsSync(join(folder, 'xmllint'))) ? [] : ['libxml2-utils']),
  ];
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    fail(
      `The tests need ${missing.join(', ')}: install it (Debian: apt-get install ${missing.join(' ')}; another browser: set CHROMIUM to its path) and try again.`,
    );
  }
  const silent = { ...outer, DEBIAN_FRONTEND: 'noninteractive' };
  run('Refreshing the package lists', 'apt-get', ['update', '-qq'], silent);
  run(
    `Installing ${missing.join(', ')}`,
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', ...missing],
    silent,
  );
}

if (!options.has('--only-web')) {
  installPackages();
  checkNode();
}
if (!options.has('--no-web')) buildWeb();
if (options.has('--browser')) installBrowser();
