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
await serveWebApp(app, dist, { connect: [], frames: ['https://partner.example'], framed: ['https://cards.example'] });
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

describe('the security headers', () => {
  it.each(['/login', '/embedded/other', '/api/nothing', '/assets/app-1.js'])(
    'of %s forbid other sites to embed it or to guess its type',
    async (url) => {
      const { headers } = await app.inject({ method: 'GET', url });
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
        'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
        'x-frame-options': 'DENY',
      });
      expect(headers['strict-transport-security']).toBeUndefined();
    },
  );

  it('let partners embed the pages made for them', async () => {
    const { headers } = await app.inject({ method: 'GET', url: '/embedded/chart?from=GBP' });
    expect(headers['content-security-policy']).toContain('frame-ancestors https://partner.example');
    expect(headers['x-frame-options']).toBeUndefined();
  });
});
