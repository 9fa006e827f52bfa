import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { credentials } from '../../platform/http/call.ts';
import { type PaymentRequest, sendPayment } from './payment.api.ts';

beforeEach(() => {
  credentials.customer = 'half';
});

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['GBP', 'direct', '/v1/payment/GBP'],
  ['EUR', 'direct', '/v1/payment/EUR'],
  ['THB', 'direct', '/v1/payment/THB'],
  ['GBP', 'ifx', '/v1/payment/IFX/GBP'],
  ['EUR', 'ifx', '/v1/payment/IFX/EUR'],
] as const)('a payment in %s by the route %s is sent to %s, without its route', async (currency, route, path) => {
  const fetched = vi.fn(async () => new Response(JSON.stringify({ result: true, data: {}, message: 'success' })));
  vi.stubGlobal('fetch', fetched);
  await sendPayment({ currency, route, amount: '12.50' } as PaymentRequest);
  const [url, { body }] = fetched.mock.calls[0] as unknown as [string, { body: string }];
  expect(url).toBe(`/api/services${path}`);
  expect(JSON.parse(body)).toEqual({ currency, amount: '12.50' });
});
