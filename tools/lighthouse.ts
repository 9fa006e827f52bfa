// Measures the pages that a customer opens most as a mid-range phone would load them (Lighthouse's mobile preset).
// npm run lighthouse [-- --runs=3 --pages=Home,Statement --url=http://localhost:8080 --save=DIRECTORY]
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium } from '@playwright/test';
import lighthouse, { type Result } from 'lighthouse';
import { findChromium } from './chromium.mjs';
import { findMissingTools } from './missing-tools.mjs';
import { freePort } from './ports.ts';

const pages = [
  { name: 'Home', path: '/dashboard' },
  { name: 'Statement', path: '/statement' },
  { name: 'Payment', path: '/payment' },
];

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    pages: { type: 'string' },
    url: { type: 'string' },
    save: { type: 'string' },
    who: { type: 'string', default: 'anong' },
  },
});

type Demo = { url: string; stop: () => Promise<void> };
type Measurement = Record<'score' | 'firstPaint' | 'largestPaint' | 'blocking' | 'shift' | 'speedIndex', number> &
  Record<'requests' | 'calls' | 'scriptBytes' | 'bytes', number>;
type NetworkRequest = { resourceType?: string; transferSize: number; url: string };

async function startDemo(): Promise<Demo> {
  const data = mkdtempSync(join(tmpdir(), 'larkmere-lighthouse-'));
  const port = await freePort();
  const env = {
    ...process.env,
    PORT: String(port),
    SANDBOX_BANK_PORT: String(await freePort()),
    DATA_DIR: data,
    LARKMERE_MODE: 'demo',
    WEB_COMPRESSION: 'best', // as a release is built
  };
  const server = spawn(process.execPath, [join(import.meta.dirname, 'start.ts')], { env, stdio: 'ignore' });
  const stop = async () => {
    if (server.exitCode === null) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    rmSync(data, { recursive: true, force: true });
  };
  const url = `http://localhost:${port}`;
  try {
    await waitUntilReady(server, `${url}/readyz`);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

async function waitUntilReady(server: ChildProcess, address: string): Promise<void> {
  const deadline = Date.now() + 300_000;
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error('The product did not start: run npm start to see why.');
    const isReady = await fetch(address).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('The product was not ready within five minutes.');
}

async function signIn(browser: BrowserContext, url: string, username: string): Promise<void> {
  const file = join(import.meta.dirname, '../db/seed/people.json');
  const people = JSON.parse(readFileSync(file, 'utf8')) as { username: string; password: string }[];
  const person = people.find((each) => each.username === username);
  if (!person) throw new Error(`No demo person is called ${username}.`);
  const page = await browser.newPage();
  await page.goto(`${url}/login`);
  await page.getByLabel('Member code or email').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/dashboard');
  await page.close();
}

async function measure(url: string, debugPort: number): Promise<Result> {
  const run = await lighthouse(url, { port: debugPort, onlyCategories: ['performance'], logLevel: 'error' });
  if (!run) throw new Error(`Lighthouse did not answer for ${url}.`);
  if (run.lhr.runtimeError) throw new Error(run.lhr.runtimeError.message);
  if (!run.lhr.finalDisplayedUrl?.startsWith(url)) throw new Error(`${url} led to ${run.lhr.finalDisplayedUrl}.`);
  return run.lhr;
}

function toMeasurement({ audits, categories }: Result): Measurement {
  const metric = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  const details = audits['network-requests']?.details;
  const requests = (details && 'items' in details ? details.items : []) as NetworkRequest[];
  const sum = (list: readonly NetworkRequest[]) => list.reduce((bytes, { transferSize }) => bytes + transferSize, 0);
  return {
    score: Math.round((categories.performance?.score ?? Number.NaN) * 100),
    firstPaint: metric('first-contentful-paint'),
    largestPaint: metric('largest-contentful-paint'),
    blocking: metric('total-blocking-time'),
    shift: metric('cumulative-layout-shift'),
    speedIndex: metric('speed-index'),
    requests: requests.length,
    calls: requests.filter(({ url }) => url.includes('/api/')).length,
    scriptBytes: sum(requests.filter(({ resourceType }) => resourceType === 'Script')),
    bytes: sum(requests),
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const columns: readonly [title: string, text: (values: Measurement) => string][] = [
  ['score', ({ score }) => String(score)],
  ['FCP', ({ firstPaint }) => `${(firstPaint / 1000).toFixed(2)} s`],
  ['LCP', ({ largestPaint }) => `${(largestPaint / 1000).toFixed(2)} s`],
  ['TBT', ({ blocking }) => `${Math.round(blocking)} ms`],
  ['CLS', ({ shift }) => shift.toFixed(3)],
  ['speed', ({ speedIndex }) => `${(speedIndex / 1000).toFixed(2)} s`],
  ['requests', ({ requests }) => String(requests)],
  ['calls', ({ calls }) => String(calls)],
  ['scripts', ({ scriptBytes }) => `${(scriptBytes / 1000).toFixed(1)} kB`],
  ['all', ({ bytes }) => `${(bytes / 1000).toFixed(1)} kB`],
];

function print(name: string, runs: readonly Measurement[]): void {
  const first = runs[0];
  if (!first) return;
  const middle = Object.fromEntries(
    Object.keys(first).map((key) => [key, median(runs.map((run) => run[key as keyof Measurement]))]),
  ) as Measurement;
  console.log([name.padEnd(10), ...columns.map(([title, text]) => text(middle).padStart(widthOf(title)))].join(' '));
}

const widthOf = (title: string): number => Math.max(title.length, 8);

async function saveReport(directory: string, name: string, report: Result): Promise<void> {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, name), JSON.stringify(report));
}

const missing = findMissingTools().find(({ name }) => name === 'chromium');
if (missing) {
  console.error(`Lighthouse needs ${missing.title}: apt-get install ${missing.packages.join(' ')}.`);
  process.exit(1);
}

const demo: Demo = options.url ? { url: options.url, stop: async () => {} } : await startDemo();
const debugPort = await freePort();
const browser = await chromium.launchPersistentContext('', {
  executablePath: findChromium() ?? '/usr/bin/chromium',
  args: [`--remote-debugging-port=${debugPort}`, '--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
});
try {
  await signIn(browser, demo.url, options.who);
  console.log(`Lighthouse, mobile preset, median of ${options.runs}; load of this machine ${loadavg()[0]?.toFixed(1)}`);
  console.log(['page'.padEnd(10), ...columns.map(([title]) => title.padStart(widthOf(title)))].join(' '));
  const requested = options.pages?.toLowerCase().split(',');
  for (const { name, path } of pages.filter((page) => requested?.includes(page.name.toLowerCase()) ?? true)) {
    const runs: Measurement[] = [];
    for (let turn = 1; turn <= Number(options.runs); turn += 1) {
      const report = await measure(`${demo.url}${path}`, debugPort);
      if (options.save) await saveReport(options.save, `${name}-${turn}.json`, report);
      runs.push(toMeasurement(report));
    }
    print(name, runs);
  }
} finally {
  await browser.close();
  await demo.stop();
}
