import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { serverEnvironment, workerEnvironment } from './e2e/fixtures/own-server.ts';
import type { WorkerOptions } from './e2e/fixtures/test.ts';
import { findChromium } from './tools/chromium.mjs';
import { temporaryFolder } from './tools/temporary-folder.ts';

process.env.TMPDIR = temporaryFolder();

/** One server for the run, with its own ports and data, which the workers find in the environment. */
if (process.env.E2E_DATA_DIR === undefined) {
  const data = mkdtempSync(join(tmpdir(), 'larkmere-e2e-'));
  // Below 32,768: the system assigns higher ports to outgoing connections.
  const port = Number(process.env.E2E_PORT ?? 20_000 + (process.pid % 6_000) * 2);
  Object.assign(process.env, workerEnvironment({ port, bankPort: port + 1, data }));
  process.on('exit', () => rmSync(data, { recursive: true, force: true }));
}
const port = Number(process.env.E2E_PORT);
const baseURL = `http://localhost:${port}`;

// Fixtures and the server hash passwords and PINs at every new customer and sign-in.
process.env.PASSWORD_HASH_MEMORY_KIB ??= '8';

// A busy machine may need many seconds for a connection to the database.
process.env.DATABASE_WAIT_MS ??= '30000';

/** Each changes what all customers see, so they have their own server and run one by one. */
const settings =
  /\/(operator-settings|payment-review|price-rise|service-breaker|service-queue|staff-settings)\.e2e\.ts$/;
/** They look at what all journeys have left behind. */
const books = /\/(card-numbers|reconciliation|secrets)\.e2e\.ts$/;

/** Replaces Playwright's own list, so it repeats it. The last two entries avoid an extra process per browser window. */
const withoutFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
];

const desktop = { viewport: { width: 1440, height: 900 } };

export default defineConfig<object, WorkerOptions>({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  globalSetup: './e2e/bank.setup.ts',
  outputDir: 'test-results',
  workers: 4,
  forbidOnly: true,
  retries: 1,
  // Two small cores run two browsers, the servers and the database.
  timeout: 480_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL,
    actionTimeout: 60_000,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // Contrast must not be measured during a fade, and animations take processor time.
    contextOptions: { reducedMotion: 'reduce' },
    // Screenshots would take a quarter of the time, and snapshots already contain the page.
    trace: { mode: 'on-first-retry', screenshots: false, snapshots: true, sources: true },
    launchOptions: {
      executablePath: findChromium() ?? '/usr/bin/chromium',
      // Tests may run as root and in small containers.
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--renderer-process-limit=1',
        // A page lives for seconds: compiling its code for speed takes a fifth of the browser's time and never pays.
        '--js-flags=--no-maglev --no-opt',
        `--disable-features=${withoutFeatures.join(',')}`,
      ],
    },
  },
  projects: [
    { name: 'settings', testMatch: settings, workers: 1, use: { ...desktop, hasOwnServer: true } },
    { name: 'desktop', testIgnore: [settings, books], use: desktop },
    {
      name: 'phone',
      testIgnore: [settings, books],
      grep: /@phone/,
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
    { name: 'books', testMatch: books, dependencies: ['desktop', 'phone'], workers: 1 },
  ],
  webServer: {
    command: 'node tools/start.ts',
    env: serverEnvironment({ port, bankPort: port + 1, data: process.env.E2E_DATA_DIR ?? '' }),
    url: `${baseURL}/readyz`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
});
