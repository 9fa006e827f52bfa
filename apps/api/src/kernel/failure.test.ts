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
  'a connection that breaks (%s) may have broken after its commit: nobody claims that nothing was done',
  async (code) => {
    const { message, ...rest } = await answerTo(failed(code));
    expect(rest).toEqual({ status: 503, code: 'outcome_unknown', retryAfter: '2' });
    expect(message).not.toMatch(/nothing was/i);
  },
);

test('the driver has no code for it', async () => {
  expect(await answerTo(new Error('Connection terminated unexpectedly'))).toMatchObject({ code: 'outcome_unknown' });
});

test.each(['57P03', '53300', '53100', 'ECONNREFUSED'])(
  'what was never begun, or undone (%s), was not done',
  async (code) =>
    expect(await answerTo(failed(code))).toMatchObject({ status: 503, code: 'service_unavailable', retryAfter: '2' }),
);

test('a question that was not answered changed nothing', async () => {
  expect(await answerTo(failed('57P01'), 'GET')).toMatchObject({ code: 'service_unavailable' });
});

test('what nobody thought of tells no details', async () => {
  const { message, ...rest } = await answerTo(new Error('relation "secret" does not exist'));
  expect(rest).toMatchObject({ status: 500, code: 'unexpected' });
  expect(message).not.toContain('secret');
});
