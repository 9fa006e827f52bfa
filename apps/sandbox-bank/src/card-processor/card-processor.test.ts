import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { startBank, startReceiver } from '../bank.fixture.ts';
import { sign } from '../signature.ts';

const receiver = await startReceiver();
const bank = await startBank(receiver);
afterAll(async () => {
  await bank.end();
  receiver.close();
});

const origin = 'https://larkmere.example';
const secret = 'a-secret-for-tests-only';

function formAddress(over: Record<string, string> = {}, issued = String(Date.now())): string {
  const query = { origin, issued, signature: sign(secret, issued, origin), ...over };
  return new URLSearchParams(query).toString();
}
const openForm = (query: string) => fetch(`${bank.url}/card-processor/fields?${query}`);
const tokenise = async (entry: object, query = formAddress()) => {
  const reply = await fetch(`${bank.url}/card-processor/tokens?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ number: '4242424242424242', month: 12, year: 2090, cvc: '123', ...entry }),
  });
  return { status: reply.status, body: (await reply.json()) as { token: string; fault: string } };
};

const orderOf = (over: object = {}) => ({
  paymentId: randomUUID(),
  reference: 'TOPUP123',
  amountMinor: '10080',
  currency: 'GBP',
  saveCard: false,
  returnUrl: `${origin}/wallet/payment-topup`,
  expiresAt: new Date(Date.now() + 60_000).toISOString(),
  ...over,
});
const send = (method: string, path: string, body?: object) =>
  bank.ask(method, path, body === undefined ? undefined : JSON.stringify(body));
const pay = (order: object) => send('POST', '/v1/card-payments', order);

describe('the form for the card number', () => {
  test('is shown in a frame of the origin that the merchant signed, and of no other', async () => {
    const page = await openForm(formAddress());
    expect(page.status).toBe(200);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`frame-ancestors ${origin}`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    const years = [...(await page.text()).matchAll(/<option>(20\d\d)<\/option>/g)].map(([, year]) => Number(year));
    const thisYear = new Date().getUTCFullYear();
    expect([years[0], years.at(-1), years.length]).toEqual([thisYear, thisYear + 15, 16]);
  });

  test.each([
    ['another origin', formAddress({ origin: 'https://evil.example' })],
    ['another signature', formAddress({ signature: 'f00d' })],
    ['another time', formAddress({ issued: String(Date.now() - 1) })],
    ['an address of yesterday', formAddress({}, String(Date.now() - 86_400_000))],
    ['nothing', ''],
  ])('is refused for %s', async (_, query) => {
    expect((await openForm(query)).status).toBe(403);
    expect((await tokenise({}, query)).status).toBe(403);
  });

  test.each([
    [{ number: '4242424242424241' }, 'number_invalid'],
    [{ number: '4539578763621486' }, 'not_a_test_card'],
    [{ month: 1, year: 2020 }, 'expired'],
    [{ cvc: '12' }, 'unreadable'],
    [{ month: 13 }, 'unreadable'],
  ])('takes no card like %j', async (entry, fault) => {
    expect(await tokenise(entry)).toMatchObject({ status: 400, body: { fault } });
  });
});

describe('a card payment', () => {
  test('takes a token once, and the same order again', async () => {
    const { token } = (await tokenise({})).body;
    const order = orderOf({ token });
    const first = await pay(order);
    expect(JSON.parse(first.body)).toMatchObject({ status: 'authorised', sequence: 1, amount: '100.80' });
    expect(await pay(order)).toEqual(first);
    expect((await pay({ ...order, amountMinor: '1' })).status).toBe(409);
    expect((await pay(orderOf({ token }))).status).toBe(422);
    expect((await pay(orderOf({ token: 'tok_unknown' }))).status).toBe(422);
    expect(first.body).not.toContain('4242424242424242');
  });

  test('is refused after its time, and unsigned', async () => {
    const { token } = (await tokenise({})).body;
    expect((await pay(orderOf({ token, expiresAt: new Date(Date.now() - 1).toISOString() }))).status).toBe(422);
    const forged = { 'x-signature': 'f00d' };
    expect((await bank.ask('POST', '/v1/card-payments', JSON.stringify(orderOf({ token })), forged)).status).toBe(401);
  });

  test('is captured once, and paid out less what went back', async () => {
    const ids: string[] = [];
    await bank.lever('PUT', '/sandbox/settings', { paused: true });
    for (const number of ['4242424242424242', '5105105105105100']) {
      const order = orderOf({ token: (await tokenise({ number })).body.token, currency: 'USD' });
      await pay(order);
      ids.push(order.paymentId);
      for (let i = 0; i < 2; i += 1)
        expect(JSON.parse((await send('POST', `/v1/card-payments/${order.paymentId}/capture`)).body)).toMatchObject({
          status: 'captured',
          sequence: 2,
        });
    }
    expect((await bank.lever('POST', `/sandbox/card-payments/${ids[0]}/chargeback`)).status).toBe(204);
    expect((await bank.lever('POST', `/sandbox/card-payments/${ids[0]}/refund`)).status).toBe(409);
    await bank.lever('PUT', '/sandbox/settings', { paused: false });
    const paidOut = () =>
      receiver.events
        .filter((event) => 'document' in event)
        .flatMap(({ document }) => (document.includes('PAYOUT') ? [/Ccy="USD">([\d.]+)/.exec(document)?.[1]] : []))
        .reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0);
    await vi.waitFor(() => expect(paidOut()).toBe(10_080), { timeout: 5000, interval: 20 });
  });

  test('that never arrived can be cancelled, and is refused when it arrives later', async () => {
    const order = orderOf({ token: (await tokenise({})).body.token });
    expect((await send('GET', `/v1/card-payments/${order.paymentId}`)).status).toBe(404);
    const cancelled = await send('POST', `/v1/card-payments/${order.paymentId}/cancel`);
    expect(JSON.parse(cancelled.body)).toMatchObject({ status: 'cancelled' });
    expect((await pay(order)).status).toBe(409);
  });

  test('waits for a challenge that is shown to the merchant only', async () => {
    const order = orderOf({ token: (await tokenise({ number: '4000000000003220' })).body.token });
    const { challengeUrl } = JSON.parse((await pay(order)).body) as { challengeUrl: string };
    const page = await fetch(challengeUrl);
    expect(page.headers.get('content-security-policy')).toContain(`frame-ancestors ${origin}`);
    await fetch(challengeUrl, { method: 'POST', body: new URLSearchParams({ decision: 'approve' }) });
    await fetch(challengeUrl, { method: 'POST', body: new URLSearchParams({ decision: 'refuse' }) });
    expect(JSON.parse((await send('GET', `/v1/card-payments/${order.paymentId}`)).body)).toMatchObject({
      status: 'authorised',
      challengeUrl: null,
    });
  });
});
