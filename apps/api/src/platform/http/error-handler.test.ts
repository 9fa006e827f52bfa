import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { openServer } from './server.ts';

const app = await openServer({ log: pino({ level: 'silent' }), maxInFlight: 5, trustedProxies: [] });
afterAll(() => app.close());
let failure: unknown;
app.route({ method: ['GET', 'POST'], url: '/fails', handler: () => Promise.reject(failure) });

async function answerTo(error: unknown, method: 'GET' | 'POST' = 'POST') {
  failure = error;
  const { statusCode, headers, body } = await app.inject({ method, url: '/fails' });
  const { code, message } = JSON.parse(body) as { code: string; message: string };
  return { status: statusCode, code, message, retryAfter: headers['retry-after'] };
}
const failed = (code: string) => Object.assign(new Error('no'), { code });

test.each(['57P01', '57P02', '08006', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'])(
  'reports an unknown outcome for a broken connection (%s)',
  async (code) => {
    const { message, ...rest } = await answerTo(failed(code));
    expect(rest).toEqual({ status: 503, code: 'outcome_unknown', retryAfter: '2' });
    expect(message).not.toMatch(/nothing was/i);
  },
);

test('reports an unknown outcome for a terminated connection without a code', async () => {
  expect(await answerTo(new Error('Connection terminated unexpectedly'))).toMatchObject({ code: 'outcome_unknown' });
});

test.each(['57P03', '53300', '53100', 'ECONNREFUSED'])(
  'reports work that never began or was rolled back (%s) as unavailable',
  async (code) =>
    expect(await answerTo(failed(code))).toMatchObject({ status: 503, code: 'service_unavailable', retryAfter: '2' }),
);

test.each([
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
  'timeout expired',
])('reports work that got no connection (%s) as unavailable', async (text) =>
  expect(await answerTo(new Error(text))).toMatchObject({ status: 503, code: 'service_unavailable', retryAfter: '2' }),
);

test('reports a failed read as unavailable, not as an unknown outcome', async () => {
  expect(await answerTo(failed('57P01'), 'GET')).toMatchObject({ code: 'service_unavailable' });
});

test('reveals no details of an unexpected error', async () => {
  const { message, ...rest } = await answerTo(new Error('relation "secret" does not exist'));
  expect(rest).toMatchObject({ status: 500, code: 'unexpected' });
  expect(message).not.toContain('secret');
});
