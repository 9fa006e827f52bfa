import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { startBank, startReceiver } from './bank.fixture.ts';

const receiver = await startReceiver();
const bank = await startBank(receiver);
afterAll(async () => {
  await bank.end();
  receiver.close();
});

const order = (over: object = {}) => ({ orderId: randomUUID(), holder: 'Boon Chaiyo', currency: 'GBP', ...over });
const open = (body: object) => bank.ask('POST', '/v1/accounts', JSON.stringify(body));

const remainder = (iban: string): bigint =>
  BigInt(`${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (sign) => String(Number.parseInt(sign, 36)))) % 97n;

describe('open account', () => {
  test('has a sort code and number in GBP, otherwise an IBAN and a correspondent', async () => {
    const asked = order();
    const pounds = JSON.parse((await open(asked)).body);
    expect(pounds).toMatchObject({ orderId: asked.orderId, sortCode: '040621', bic: 'LARKGB2L', correspondent: null });
    expect(pounds.accountNumber).toMatch(/^3\d{7}$/);
    const baht = JSON.parse((await open(order({ currency: 'THB' }))).body);
    expect(baht).toMatchObject({ sortCode: null, accountNumber: null, correspondent: 'SANDTHBK' });
    expect([remainder(pounds.iban), remainder(baht.iban)]).toEqual([1n, 1n]);
    expect(pounds.iban).not.toBe(baht.iban);
  });

  test('opens one account per id and refuses a different request under the same id', async () => {
    const asked = order();
    const first = await open(asked);
    expect(first.status).toBe(200);
    expect(await open(asked)).toEqual(first);
    expect((await open({ ...asked, holder: 'Somebody Else' })).status).toBe(409);
    for (const wrong of [{ currency: 'XXX' }, { holder: ' ' }, { orderId: '1' }, { more: 1 }])
      expect((await open(order(wrong))).status, JSON.stringify(wrong)).toBe(400);
    expect((await bank.ask('POST', '/v1/accounts', JSON.stringify(order()), { 'x-signature': 'f00d' })).status).toBe(
      401,
    );
  });
});
