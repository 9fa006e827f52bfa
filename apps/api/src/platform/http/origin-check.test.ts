import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { openServer } from './server.ts';

type Options = Partial<Parameters<typeof openServer>[0]>;

async function openTestServer(over: Options) {
  const app = await openServer({ log: pino({ level: 'silent' }), maxInFlight: 5, trustedProxies: [], ...over });
  afterAll(() => app.close());
  app.all('/api/thing', async () => ({ done: true }));
  return (origin: string | undefined, method: 'GET' | 'POST' | 'DELETE' = 'POST') =>
    app.inject({
      method,
      url: '/api/thing',
      headers: { host: 'bank.example', 'sec-fetch-site': 'same-origin', ...(origin !== undefined && { origin }) },
    });
}

const demo = await openTestServer({});
const behindProxy = await openTestServer({ publicUrl: 'https://www.bank.example/', requiresHostCookies: true });

test.each([
  'https://elsewhere.example',
  'http://bank.example.elsewhere.example',
  'http://bank.example:8080',
  'null',
  'x',
])('refuses a write from %s, whatever Sec-Fetch-Site says', async (origin) => {
  for (const method of ['POST', 'DELETE'] as const) {
    const answer = await demo(origin, method);
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'access_denied']);
  }
  expect((await behindProxy(origin)).statusCode).toBe(403);
});

test('accepts writes from our own origin and from programs without an origin', async () => {
  for (const origin of ['http://bank.example', undefined]) expect((await demo(origin)).statusCode).toBe(200);
  for (const origin of ['https://www.bank.example', undefined])
    expect((await behindProxy(origin)).statusCode).toBe(200);
});

test('accepts only the public URL as own origin in production', async () => {
  expect((await behindProxy('https://bank.example')).statusCode).toBe(403);
});

test('accepts reads from any origin, because they change nothing', async () => {
  expect((await demo('https://elsewhere.example', 'GET')).statusCode).toBe(200);
});
