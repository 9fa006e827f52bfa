import {
  constants,
  generateKeyPairSync,
  type JsonWebKey,
  privateDecrypt,
  publicEncrypt,
  randomUUID,
} from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { passesLuhn } from '../card-processor/issuers.ts';
import { delivery, startIssuer } from './card-issuer.fixture.ts';

const issuer = await startIssuer();
afterAll(() => issuer.end());
const { send, lever, orderCard, orderOf, pay } = issuer;

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const { kty, n, e } = publicKey.export({ format: 'jwk' }) as Record<'kty' | 'n' | 'e', string>;
const oaep = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };

async function reveal(cardId: string, what: 'details' | 'pin'): Promise<Record<string, string>> {
  const shown = await send('POST', `/v1/issuing/cards/${cardId}/reveal`, { what, publicKey: { kty, n, e } });
  expect(shown.status).toBe(200);
  const text = privateDecrypt({ key: privateKey, ...oaep }, Buffer.from(String(shown.body.encrypted), 'base64'));
  return JSON.parse(text.toString()) as Record<string, string>;
}

async function sendPin(cardId: string, pin: string, keyId?: string): Promise<number> {
  const key = (await send('GET', '/v1/issuing/pin-key')).body as { keyId: string; publicKey: JsonWebKey };
  const encrypted = publicEncrypt({ key: { ...key.publicKey }, format: 'jwk', ...oaep } as never, Buffer.from(pin));
  const change = { keyId: keyId ?? key.keyId, encryptedPin: encrypted.toString('base64') };
  return (await send('POST', `/v1/issuing/cards/${cardId}/pin`, change)).status;
}

describe('an order for a card', () => {
  test('gets one card however often it arrives', async () => {
    const order = orderOf();
    const first = await send('POST', '/v1/issuing/cards', order);
    expect(first).toMatchObject({
      status: 200,
      body: { cardId: order.cardId, brand: 'visa', state: 'active', order: null },
    });
    expect(first.body.expiryYear).toBe(new Date().getUTCFullYear() + 4);
    expect(await send('POST', '/v1/issuing/cards', order)).toEqual(first);
    expect(await send('GET', `/v1/issuing/cards/${order.cardId}`)).toEqual(first);
    expect((await send('POST', '/v1/issuing/cards', { ...order, holderName: 'A THIEF' })).status).toBe(409);
  });

  test.each([
    ['in an unknown currency', { currency: 'XXX' }],
    ['without a name', { holderName: '' }],
    ['of plastic without an address', { kind: 'physical' }],
    ['in place of an unknown card', { replaces: randomUUID() }],
    ['without an id', { cardId: undefined }],
  ])('%s is unusable', async (_, over) => {
    expect((await send('POST', '/v1/issuing/cards', orderOf(over))).status).toBe(422);
  });

  test('unsigned or for an unknown card gets nothing', async () => {
    const forged = { 'x-signature': 'f00d' };
    const unsigned = await issuer.bank.ask('POST', '/v1/issuing/cards', JSON.stringify(orderOf()), forged);
    expect(unsigned.status).toBe(401);
    expect((await send('GET', `/v1/issuing/cards/${randomUUID()}`)).status).toBe(404);
    expect((await send('POST', `/v1/issuing/cards/${randomUUID()}/state`, { state: 'frozen' })).status).toBe(404);
  });
});

describe('a physical card', () => {
  test('is printed and delivered step by step, and activated with the code of its letter', async () => {
    const cardId = await orderCard({ kind: 'physical', delivery });
    const activate = (code: string) => send('POST', `/v1/issuing/cards/${cardId}/activate`, { code });
    const ofCard = () => issuer.reports('order').filter((report) => report.cardId === cardId);
    await issuer.waitFor(() => expect(ofCard()).toHaveLength(4));
    expect(ofCard().toSorted((a, b) => a.sequence - b.sequence)).toMatchObject([
      { sequence: 2, state: 'checks', tracking: null },
      { sequence: 3, state: 'printing' },
      { sequence: 4, state: 'shipped', tracking: expect.stringMatching(/^WR\d{9}GB$/) },
      { sequence: 5, state: 'delivered' },
    ]);
    expect((await pay(cardId)).body).toMatchObject({ decidedBy: 'processor', declineCode: 'card_inactive' });
    const cards = (await lever('GET', '')).body as unknown as { cardId: string; letterCode: string }[];
    const letterCode = cards.find((card) => card.cardId === cardId)?.letterCode ?? '';
    expect((await activate(letterCode === '111111' ? '222222' : '111111')).status).toBe(422);
    const activated = await activate(letterCode);
    expect(activated.body).toMatchObject({ state: 'active', order: { state: 'activated', sequence: 6 } });
    expect(await activate(letterCode)).toEqual(activated);
    expect((await pay(cardId)).body).toMatchObject({ declineCode: null, held: '12.50' });
  });

  test('whose letter comes back is never activated', async () => {
    const cardId = await orderCard({ kind: 'physical', delivery: { ...delivery, lines: ['Return Lane 1'] } });
    const stateOf = async () => (await send('GET', `/v1/issuing/cards/${cardId}`)).body.order;
    await issuer.waitFor(async () => expect(await stateOf()).toMatchObject({ state: 'returned' }));
    expect((await send('POST', `/v1/issuing/cards/${cardId}/activate`, { code: 'anything' })).status).toBe(422);
  });

  test('that is closed before it is in the post is not sent', async () => {
    await issuer.change({ cardStepMs: 60_000 });
    const cardId = await orderCard({ kind: 'physical', delivery });
    await issuer.change({ cardStepMs: 20 });
    const closed = await send('POST', `/v1/issuing/cards/${cardId}/state`, { state: 'closed' });
    expect(closed.body).toMatchObject({ state: 'closed', order: { state: 'cancelled' } });
    expect((await lever('POST', `/${cardId}/order/next`)).status).toBe(409);
  });
});

describe('the state of a card', () => {
  const change = (cardId: string, state: string) => send('POST', `/v1/issuing/cards/${cardId}/state`, { state });

  test('is frozen and lifted, and blocked for good', async () => {
    const cardId = await orderCard();
    expect((await change(cardId, 'frozen')).body.state).toBe('frozen');
    expect((await change(cardId, 'active')).body.state).toBe('active');
    expect((await change(cardId, 'blocked')).body.state).toBe('blocked');
    expect(await change(cardId, 'active')).toMatchObject({ status: 200, body: { state: 'blocked' } });
    expect((await pay(cardId)).body).toMatchObject({ decidedBy: 'processor', declineCode: 'card_blocked' });
    expect((await change(cardId, 'inactive')).status).toBe(400);
  });

  test('does not become active without the code of the letter', async () => {
    const cardId = await orderCard({ kind: 'physical', delivery });
    expect((await change(cardId, 'frozen')).body.state).toBe('frozen');
    expect((await change(cardId, 'active')).body.state).toBe('inactive');
  });
});

describe('what only the holder sees', () => {
  test('is the number of a test range, encrypted to the key of the browser', async () => {
    const [visa, mastercard] = [await orderCard(), await orderCard({ brand: 'mastercard' })];
    const [shown, other] = [await reveal(visa, 'details'), await reveal(mastercard, 'details')];
    expect(shown).toEqual({
      number: expect.stringMatching(/^400009\d{10}$/),
      cvc: expect.stringMatching(/^\d{3}$/),
      expiryMonth: expect.any(Number),
      expiryYear: expect.any(Number),
    });
    expect(other.number).toMatch(/^222301\d{10}$/);
    for (const { number = '' } of [shown, other]) expect(passesLuhn(number)).toBe(true);
    const everywhere = JSON.stringify([(await lever('GET', '')).body, await send('GET', `/v1/issuing/cards/${visa}`)]);
    expect(everywhere).not.toContain(shown.number);
    await send('POST', `/v1/issuing/cards/${visa}/state`, { state: 'closed' });
    const closed = await send('POST', `/v1/issuing/cards/${visa}/reveal`, { what: 'pin', publicKey: { kty, n, e } });
    expect(closed.status).toBe(409);
  });

  test('is a PIN that the holder changes, and that a replacement takes over', async () => {
    const cardId = await orderCard();
    expect(await sendPin(cardId, '4711')).toBe(204);
    expect(await reveal(cardId, 'pin')).toEqual({ pin: '4711' });
    expect(await sendPin(cardId, '12')).toBe(422);
    expect(await sendPin(cardId, '1234', 'another-key')).toBe(422);
    const replacement = await orderCard({ replaces: cardId });
    expect(await reveal(replacement, 'pin')).toEqual({ pin: '4711' });
    expect((await reveal(replacement, 'details')).number).not.toBe((await reveal(cardId, 'details')).number);
  });

  test('is blocked after three wrong PINs until it is changed, where a PIN is asked for', async () => {
    const cardId = await orderCard();
    await sendPin(cardId, '4711');
    const enter = async (pin: string, channel = 'chip') => (await pay(cardId, { pin, channel })).body.declineCode;
    expect([await enter('0000'), await enter('4711')]).toEqual(['wrong_pin', null]);
    for (const pin of ['0000', '0001', '0002', '4711']) expect(await enter(pin)).toBe('wrong_pin');
    expect([await enter('4711', 'atm'), await enter('4711', 'contactless')]).toEqual(['wrong_pin', null]);
    await sendPin(cardId, '4712');
    expect(await enter('4712', 'atm')).toBeNull();
  });
});
