import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { openServer } from './server.ts';
import { serveWebApp } from './web-app.ts';

const dist = mkdtempSync(join(tmpdir(), 'larkmere-web-'));
mkdirSync(join(dist, 'assets'));
writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Larkmere</title>');
writeFileSync(join(dist, 'assets', 'app-1.js'), 'export {};');
const app = await openServer({ log: pino({ level: 'silent' }), maxInFlight: 5, trustedProxies: [] });
await serveWebApp(app, dist, { connect: [], frames: [] });
afterAll(async () => {
  await app.close();
  rmSync(dist, { recursive: true });
});

async function answerTo(url: string, accept?: string) {
  const { statusCode, headers } = await app.inject({ method: 'GET', url, headers: accept ? { accept } : {} });
  return `${statusCode} ${String(headers['content-type']).split(';')[0]}`;
}

describe('the address of a page', () => {
  const page = '200 text/html';

  it.each(['*/*', undefined, 'text/html,*/*;q=0.8', 'application/json'])(
    'returns the page for Accept: %s',
    async (accept) => {
      expect(await answerTo('/login', accept)).toBe(page);
      expect(await answerTo('/payment/gbp?from=1', accept)).toBe(page);
      expect(await answerTo('/apiary', accept)).toBe(page);
    },
  );
});

describe('any other address', () => {
  it.each([
    '/api/services/v1/nothing',
    '/api',
    '/assets/app-2.js',
    '/assets/',
    '/healthz/more',
    '/socket.io/?EIO=4',
    '/favicon.ico',
    '/sw.js?1',
  ])('%s returns 404 for every Accept header', async (url) => {
    for (const accept of ['text/html', '*/*', undefined])
      expect(await answerTo(url, accept)).toBe('404 application/json');
  });

  it('serves a built file', async () => {
    expect(await answerTo('/assets/app-1.js', '*/*')).toBe('200 application/javascript');
  });
});
