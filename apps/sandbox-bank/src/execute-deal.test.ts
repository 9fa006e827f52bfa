import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { startBank, startReceiver } from './bank.fixture.ts';

const receiver = await startReceiver();
const bank = await startBank(receiver);
afterAll(async () => {
  await bank.end();
  receiver.close();
});

const order = (over: object = {}) => ({
  dealId: randomUUID(),
  sell: 'GBP',
  buy: 'THB',
  sellAmount: '100.00',
  midRate: '43.3356305996',
  ...over,
});
const deal = (body: object) => bank.ask('POST', '/v1/fx-deals', JSON.stringify(body));
const today = async () => {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(new Date());
  return (await bank.ask('GET', `/v1/statements/${day}`)).body;
};

describe('cover deal', () => {
  test('executes one basis point below mid, once per id, and appears in the statement', async () => {
    const asked = order();
    const first = await deal(asked);
    expect([first.status, JSON.parse(first.body)]).toEqual([
      200,
      {
        dealId: asked.dealId,
        reference: expect.any(String),
        rate: '43.3312970365',
        sellAmount: '100.00',
        buyAmount: '4333.12',
      },
    ]);
    expect(await deal(asked)).toEqual(first);
    const { reference } = JSON.parse(first.body) as { reference: string };
    expect((await today()).split(reference).length - 1).toBeGreaterThan(0);
  });

  test('refuses a reused id and an invalid deal', async () => {
    const asked = order();
    await deal(asked);
    expect((await deal({ ...asked, sellAmount: '100.01' })).status).toBe(409);
    for (const wrong of [
      { sell: 'THB' },
      { midRate: '0' },
      { sellAmount: '0.00' },
      { sellAmount: '1.005' },
      { sell: 'XXX' },
      { more: 1 },
    ])
      expect((await deal(order(wrong))).status, JSON.stringify(wrong)).toBe(400);
    expect((await bank.ask('POST', '/v1/fx-deals', JSON.stringify(order()), { 'x-signature': 'f00d' })).status).toBe(
      401,
    );
  });
});
