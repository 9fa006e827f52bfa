import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium } from './tools/chromium.mjs';
import { temporaryFolder } from './tools/temporary-folder.ts';

process.env.TMPDIR = temporaryFolder();

/** The whole run uses one server with its own ports and data, passed to the workers through the environment. */
if (process.env.E2E_DATA_DIR === undefined) {
  const data = mkdtempSync(join(tmpdir(), 'larkmere-e2e-'));
  process.env.E2E_DATA_DIR = data;
  // Below 32,768: the system assigns higher ports to outgoing connections.
  process.env.E2E_PORT ??= String(20_000 + (process.pid % 6_000) * 2);
  process.on('exit', () => rmSync(data, { recursive: true, force: true }));
}
const port = Number(process.env.E2E_PORT);
const baseURL = `http://localhost:${port}`;
process.env.E2E_BANK_URL = `http://127.0.0.1:${port + 1}`;

// Fixtures and the server hash passwords and PINs at every new customer and sign-in.
process.env.PASSWORD_HASH_MEMORY_KIB ??= '8';

const books =
  /\/(card-numbers|payment-review|price-rise|reconciliation|operator-settings|service-breaker|service-queue)\.e2e\.ts$/;

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
];

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  globalSetup: './e2e/bank.setup.ts',
  outputDir: 'test-results',
  workers: 3,
  forbidOnly: true,
  retries: 1,
  // Two small cores run two browsers, the servers and the database.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
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
        `--disable-features=${withoutFeatures.join(',')}`,
      ],
    },
  },
  projects: [
    { name: 'desktop', testIgnore: books, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      testIgnore: books,
      grep: /@phone/,
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
    // Each changes what all customers see, so one runs at a time.
    { name: 'books', testMatch: books, dependencies: ['desktop', 'phone'], workers: 1 },
  ],
  webServer: {
    command: 'node tools/start.ts',
    env: {
      PORT: String(port),
      SANDBOX_BANK_PORT: String(port + 1),
      DATA_DIR: process.env.E2E_DATA_DIR,
      LARKMERE_MODE: 'demo',
      // Each browser sends its own client address.
      TRUST_PROXY: 'loopback',
      EMBED_PARTNERS: 'http://partner.localhost:*',
    },
    url: `${baseURL}/healthz`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
});
