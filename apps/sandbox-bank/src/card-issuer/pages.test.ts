import { afterAll, expect, test } from 'vitest';
import { delivery, startIssuer } from './card-issuer.fixture.ts';

const issuer = await startIssuer();
afterAll(() => issuer.end());

async function open(path: string, form?: Readonly<Record<string, string>>) {
  const page = await fetch(`${issuer.bank.url}/card-issuer${path}`, {
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });
  return { status: page.status, text: await page.text() };
}

const outcomeOf = (text: string): string => /role="status">([^<]*)</.exec(text)?.[1] ?? '';
const stored = async () =>
  (await issuer.lever('GET', '/payments')).body as unknown as Readonly<Record<string, string>>[];

test('a person chooses a card and pays, and the merchant clears and refunds', async () => {
  expect((await open('')).text).toContain('No card yet');
  const cardId = await issuer.orderCard();
  const list = await open('');
  expect(list.text).toContain(`href="/card-issuer/${cardId}"`);
  expect(list.text).not.toMatch(/400009\d/);
  const paid = await open(`/${cardId}`, { scenario: 'hotel' });
  expect(outcomeOf(paid.text)).toBe('Hotel Mirante: 300.00 EUR held (Larkmere).');
  const [{ paymentId } = {}] = await stored();
  const act = async (action: string) => outcomeOf((await open(`/payments/${paymentId}`, { action })).text);
  expect(await act('increment')).toContain('450.00 EUR held');
  expect(await act('clear_half')).toContain('225.00 EUR held, 225.00 EUR cleared');
  expect(await act('clear_usd')).toBe('Not done: other currency.');
  expect(await act('reverse_half')).toContain('112.50 EUR held');
  expect(await act('expire')).toBe('Hotel Mirante: 225.00 EUR cleared (Larkmere).');
  expect(await act('refund')).toContain('225.00 EUR refunded');
  expect(await act('refund')).toBe('Not done: nothing cleared.');
});

test.each([
  ['cafe', 'Café Lumière: 12.50 EUR held (Larkmere).'],
  ['ramen', 'Ramen Ichiban: 7.19 GBP held (Larkmere).'],
  ['plane', 'Skylark Air: 9.50 EUR cleared (not authorised).'],
  ['refund', 'Fenwick Books: 15.00 GBP refunded (not authorised).'],
  ['check', 'Fenwick Books: nothing held (Larkmere).'],
  ['late', 'Harbour Grocers: 8.40 GBP held (stand-in).'],
  ['large', 'Hotel Mirante: declined, not available (stand-in).'],
  ['pin', 'Harbour Grocers: declined, wrong pin (processor).'],
])('the scenario %s', async (scenario, outcome) => {
  const cardId = await issuer.orderCard();
  expect(outcomeOf((await open(`/${cardId}`, { scenario })).text)).toBe(outcome);
});

test('an own payment is read, or not done', async () => {
  const cardId = await issuer.orderCard();
  const own = {
    own: 'pay',
    amount: '7.30',
    currency: 'THB',
    merchant: '<b>Stall</b>',
    category: '5999',
    country: 'TH',
  };
  const page = await open(`/${cardId}`, { ...own, channel: 'contactless' });
  expect(page.text).toContain('&#60;b&#62;Stall');
  expect(page.text).not.toContain('<b>Stall');
  expect(outcomeOf((await open(`/${cardId}`, { ...own, amount: '1.234', channel: 'chip' })).text)).toBe(
    'Not done: unreadable.',
  );
});

test('a letter is moved on, and shows its code until it is used', async () => {
  await issuer.change({ cardStepMs: 60_000 });
  const cardId = await issuer.orderCard({ kind: 'physical', delivery });
  for (const step of ['checks', 'printing', 'shipped'])
    expect((await open(`/${cardId}`, { order: 'next' })).text).toContain(`<dd>${step}`);
  const [, code = ''] = /Code to activate: <strong>(\d{6})/.exec((await open(`/${cardId}`)).text) ?? [];
  expect((await issuer.send('POST', `/v1/issuing/cards/${cardId}/activate`, { code })).status).toBe(200);
  expect((await open(`/${cardId}`)).text).not.toContain(code);
});

test.each(['/nothing', '/payments/nothing', '/disputes/nothing'])('%s is not found', async (path) => {
  expect((await open(path, { action: 'won' })).status).toBe(404);
});
