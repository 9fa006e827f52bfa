import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startIssuer } from './card-issuer.fixture.ts';

const issuer = await startIssuer();
afterAll(() => issuer.end());
beforeEach(() => issuer.reset());
const { send, lever, orderCard, pay, act, larkmere, authorisations } = issuer;

const stored = async (paymentId: unknown) => (await send('GET', `/v1/issuing/payments/${paymentId}`)).body;
const declined = (declineCode: string) => () => ({ decision: 'declined', approved: '0', declineCode });

describe('an authorisation', () => {
  test('is decided by Larkmere, and reported', async () => {
    const cardId = await orderCard();
    const { status, body } = await pay(cardId, { channel: 'contactless' });
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        cardId,
        sequence: 1,
        decidedBy: 'larkmere',
        declineCode: null,
        held: '12.50',
        cleared: '0.00',
        channel: 'contactless',
        billingCurrency: 'GBP',
        originalCurrency: 'GBP',
      }),
    ]);
    const authorisation = authorisations.find(({ paymentId }) => paymentId === body.paymentId);
    expect(authorisation).toMatchObject({ kind: 'payment', cardId, partialAllowed: false });
    expect(Date.parse(authorisation?.answerBy ?? '') - Date.parse(authorisation?.at ?? '')).toBe(2000);
    expect(await stored(body.paymentId)).toEqual(body);
    await issuer.waitFor(() => expect(issuer.reports('payment')).toContainEqual(body));
    expect(issuer.receiver.forged).toEqual([]);
  });

  test('is declined by Larkmere', async () => {
    larkmere.answer = declined('over_daily_limit');
    const { body } = await pay(await orderCard());
    expect(body).toMatchObject({ decidedBy: 'larkmere', declineCode: 'over_daily_limit', held: '0.00' });
    expect((await act(body.paymentId, 'clear', { amount: '1.00', currency: 'GBP' })).status).toBe(409);
  });

  test('is asked in the currency of the merchant if we settle in it, else in that of the account', async () => {
    const cardId = await orderCard();
    const billed = async (amount: string, currency: string) => {
      const { paymentId } = (await pay(cardId, { amount, currency })).body;
      return authorisations.find((each) => each.paymentId === paymentId)?.billing;
    };
    expect(await billed('20.00', 'EUR')).toEqual({ amount: '20.00', currency: 'EUR' });
    expect(await billed('1000', 'JPY')).toEqual({ amount: '4.86', currency: 'GBP' });
    expect(await billed('10.00', 'CHF')).toEqual({ amount: '9.41', currency: 'GBP' });
  });

  test('may be approved in part where the merchant can take less, and nowhere else', async () => {
    const cardId = await orderCard();
    larkmere.answer = () => ({ decision: 'approved', approved: '30.00', declineCode: null });
    const pump = await pay(cardId, { amount: '120.00', partialAllowed: true });
    expect(pump.body).toMatchObject({ decidedBy: 'larkmere', held: '30.00' });
    expect((await pay(cardId, { amount: '40.00' })).body).toMatchObject({ decidedBy: 'stand_in', held: '40.00' });
  });

  test('of no money checks the card only', async () => {
    const cardId = await orderCard();
    const check = { amount: '0.00', kind: 'verification' };
    expect((await pay(cardId, check)).body).toMatchObject({ decidedBy: 'larkmere', held: '0.00', declineCode: null });
    larkmere.answer = declined('card_stopped');
    expect((await pay(cardId, check)).body).toMatchObject({ declineCode: 'card_stopped' });
    expect((await pay(cardId, { amount: '0.00' })).status).toBe(400);
  });

  test('with a wrong CVC does not reach Larkmere', async () => {
    const { body } = await pay(await orderCard(), { channel: 'online', cvc: 'no' });
    expect(body).toMatchObject({ decidedBy: 'processor', declineCode: 'wrong_details' });
    expect(authorisations.filter(({ paymentId }) => paymentId === body.paymentId)).toEqual([]);
  });
});

describe('the stand-in', () => {
  test.each([
    ['is late', () => issuer.change({ cardAnswerMs: 30 }), { delayMs: 500 }],
    ['answers nonsense', () => issuer.change({ cardAnswerMs: 2000 }), { answer: () => ({ approved: 'plenty' }) }],
    [
      'approves more than asked',
      () => issuer.change({}),
      { answer: () => ({ decision: 'approved', approved: '99.00', declineCode: null }) },
    ],
    [
      'declines without a reason',
      () => issuer.change({}),
      { answer: () => ({ decision: 'declined', approved: '0', declineCode: null }) },
    ],
  ])('decides by a small limit when Larkmere %s', async (_, prepare, faulty) => {
    const cardId = await orderCard();
    await prepare();
    Object.assign(larkmere, faulty);
    expect((await pay(cardId, { amount: '50.00' })).body).toMatchObject({ decidedBy: 'stand_in', held: '50.00' });
    expect((await pay(cardId, { amount: '50.01' })).body).toMatchObject({
      decidedBy: 'stand_in',
      held: '0.00',
      declineCode: 'not_available',
    });
    await issuer.change({ cardAnswerMs: 2000 });
  });

  test('knows the state of the card, and gives no cash', async () => {
    const cardId = await orderCard();
    const lost = { network: 'lost', amount: '10.00' };
    expect((await pay(cardId, { ...lost, channel: 'atm' })).body).toMatchObject({ declineCode: 'not_available' });
    await send('POST', `/v1/issuing/cards/${cardId}/state`, { state: 'frozen' });
    expect((await pay(cardId, lost)).body).toMatchObject({ decidedBy: 'stand_in', declineCode: 'card_frozen' });
    expect((await pay(cardId)).body).toMatchObject({ decidedBy: 'larkmere', declineCode: null });
  });

  test.each(['late_answer', 'late_request'])(
    'overrules Larkmere in the case of a %s, who still receives the request',
    async (network) => {
      const cardId = await orderCard();
      await issuer.change({ cardAnswerMs: 50 });
      const { body } = await pay(cardId, { network, amount: '60.00' });
      expect(body).toMatchObject({ decidedBy: 'stand_in', declineCode: 'not_available' });
      await issuer.waitFor(() => expect(authorisations.map(({ paymentId }) => paymentId)).toContain(body.paymentId));
      expect(await stored(body.paymentId)).toEqual(body);
      await issuer.change({ cardAnswerMs: 2000 });
    },
  );
});

test('an authorisation that a crash left undecided is decided by the stand-in', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'card-issuer-'));
  const before = await startIssuer(dataDir);
  before.larkmere.delayMs = 60_000;
  const cardId = await before.orderCard();
  await before.change({ cardAnswerMs: 200 });
  const cut = before.pay(cardId).catch(() => 'cut off');
  await before.waitFor(() => expect(before.authorisations).toHaveLength(1));
  await before.end('SIGKILL');
  expect(await cut).toBe('cut off');
  const after = await startIssuer(dataDir);
  await after.waitFor(() =>
    expect(after.reports('payment')).toMatchObject([
      { paymentId: before.authorisations[0]?.paymentId, decidedBy: 'stand_in', held: '12.50', sequence: 1 },
    ]),
  );
  await after.end();
  rmSync(dataDir, { recursive: true });
});

describe('what follows an authorisation', () => {
  test('is cleared as a whole, once', async () => {
    const { paymentId } = (await pay(await orderCard())).body;
    expect((await act(paymentId, 'clear')).body).toMatchObject({ sequence: 2, held: '0.00', cleared: '12.50' });
    expect((await act(paymentId, 'clear')).status).toBe(409);
    expect((await act(paymentId, 'expire')).status).toBe(409);
  });

  test('is cleared in parts, with a tip, and after it was released', async () => {
    const cardId = await orderCard();
    const { paymentId } = (await pay(cardId, { amount: '40.00' })).body;
    const part = { amount: '15.00', currency: 'GBP', final: false };
    expect((await act(paymentId, 'clear', part)).body).toMatchObject({ held: '25.00', cleared: '15.00' });
    expect((await act(paymentId, 'clear', { ...part, amount: '30.00' })).body).toMatchObject({
      held: '0.00',
      cleared: '45.00',
    });
    const { paymentId: released } = (await pay(cardId)).body;
    await act(released, 'reverse');
    const late = await act(released, 'clear', { amount: '12.50', currency: 'GBP' });
    expect(late.body).toMatchObject({ held: '0.00', cleared: '12.50', sequence: 3 });
  });

  test('is cleared in another currency than asked, at the rate of the scheme', async () => {
    const { paymentId } = (await pay(await orderCard(), { amount: '20.00', currency: 'EUR' })).body;
    const part = { amount: '10.00', currency: 'USD', final: false };
    expect((await act(paymentId, 'clear', part)).body).toMatchObject({
      billingCurrency: 'EUR',
      originalCurrency: 'USD',
      cleared: '8.64',
      clearedOriginal: '10.00',
      held: '11.36',
    });
    expect((await act(paymentId, 'clear', { ...part, currency: 'EUR' })).status).toBe(409);
    await lever('PUT', '/rates', { currency: 'EUR', perDollar: '0.9' });
    expect((await act(paymentId, 'refund')).body).toMatchObject({ refunded: '9.00', refundedOriginal: '10.00' });
    await lever('PUT', '/rates', { currency: 'EUR', perDollar: '0.8642' });
  });

  test('is added to, as Larkmere decides', async () => {
    const { paymentId } = (await pay(await orderCard(), { amount: '100.00' })).body;
    const more = { amount: '20.00', currency: 'GBP' };
    expect((await act(paymentId, 'increment', more)).body).toMatchObject({
      approved: true,
      held: '120.00',
      sequence: 2,
    });
    larkmere.answer = declined('insufficient_funds');
    expect((await act(paymentId, 'increment', more)).body).toMatchObject({
      approved: false,
      held: '120.00',
      declineCode: null,
    });
    expect(
      authorisations.filter((each) => each.paymentId === paymentId).map(({ kind, billing }) => [kind, billing.amount]),
    ).toEqual([
      ['payment', '100.00'],
      ['increment', '20.00'],
      ['increment', '20.00'],
    ]);
  });

  test('is reversed in part and as a whole', async () => {
    const { paymentId } = (await pay(await orderCard())).body;
    expect((await act(paymentId, 'reverse', { amount: '2.50', currency: 'GBP' })).body).toMatchObject({
      held: '10.00',
    });
    expect((await act(paymentId, 'reverse', { amount: '10.01', currency: 'GBP' })).status).toBe(409);
    expect((await act(paymentId, 'reverse')).body).toMatchObject({ held: '0.00' });
    expect((await act(paymentId, 'increment', { amount: '1.00', currency: 'GBP' })).status).toBe(409);
  });

  test('expires by itself, and is cleared by itself', async () => {
    await issuer.change({ dayMs: 20, cardHoldDays: 2 });
    const cardId = await orderCard();
    const open = (await pay(cardId)).body;
    await issuer.waitFor(async () =>
      expect(await stored(open.paymentId)).toMatchObject({ held: '0.00', cleared: '0.00' }),
    );
    await issuer.change({ dayMs: 20, cardHoldDays: 90 });
    const next = (await pay(cardId, { clearAfterDays: 1 })).body;
    await issuer.waitFor(async () =>
      expect(await stored(next.paymentId)).toMatchObject({ held: '0.00', cleared: '12.50' }),
    );
    await issuer.change({ dayMs: 60_000, cardHoldDays: 7 });
  });

  test('is refunded up to what was taken', async () => {
    const { paymentId } = (await pay(await orderCard())).body;
    expect((await act(paymentId, 'refund')).status).toBe(409);
    await act(paymentId, 'clear');
    expect((await act(paymentId, 'refund', { amount: '12.51', currency: 'GBP' })).status).toBe(409);
    expect((await act(paymentId, 'refund', { amount: '2.50', currency: 'GBP' })).body).toMatchObject({
      refunded: '2.50',
    });
    expect((await act(paymentId, 'refund')).body).toMatchObject({ refunded: '12.50', cleared: '12.50' });
    expect((await act(paymentId, 'refund')).status).toBe(409);
  });

  test('may have been no authorisation at all', async () => {
    const cardId = await orderCard();
    const offline = (body: object) => lever('POST', `/${cardId}/offline`, { currency: 'EUR', amount: '9.50', ...body });
    expect((await offline({})).body).toMatchObject({ decidedBy: 'none', held: '0.00', cleared: '9.50', sequence: 1 });
    expect((await offline({ side: 'refunded' })).body).toMatchObject({
      decidedBy: 'none',
      cleared: '0.00',
      refunded: '9.50',
    });
    expect((await lever('POST', `/${randomUUID()}/offline`, {})).status).toBe(404);
  });
});

describe('reports', () => {
  test('arrive in the end when they are lost, doubled and overtaken', async () => {
    await issuer.change({ dropWebhooks: true, reorderCardReports: true });
    const { paymentId } = (await pay(await orderCard(), { amount: '40.00' })).body;
    for (const amount of ['10.00', '10.00', '20.00'])
      await act(paymentId, 'clear', { amount, currency: 'GBP', final: false });
    await issuer.change({ dropWebhooks: false, duplicateWebhooks: true });
    const arrived = () => issuer.reports('payment').filter((report) => report.paymentId === paymentId);
    await issuer.waitFor(() => expect(arrived()).toHaveLength(8));
    expect(new Set(arrived().map(({ sequence }) => sequence))).toEqual(new Set([1, 2, 3, 4]));
    expect(arrived()).toContainEqual(await stored(paymentId));
    await issuer.change({ duplicateWebhooks: false, reorderCardReports: false });
  });
});

describe('a settlement', () => {
  const statement = async (currency: string) => {
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(Date.now());
    return (await issuer.bank.ask('GET', `/v1/statements/${today}?currency=${currency}`)).body;
  };
  const settleNow = async () => (await lever('POST', '/settlements')).body.settlementIds as string[];
  const reported = (id: string) => () =>
    expect(issuer.reports('settlement').map(({ settlementId }) => settlementId)).toContain(id);
  const lineOf = (text: string, id: string) => text.split('<Ntry>').find((entry) => entry.includes(id)) ?? '';

  test('takes what was cleared, less what was refunded, and has lines that add up to it', async () => {
    await settleNow();
    const cardId = await orderCard({ currency: 'THB' });
    const paid: unknown[] = [];
    for (const amount of ['300.00', '200.00'])
      paid.push((await pay(cardId, { amount, currency: 'THB' })).body.paymentId);
    for (const id of paid) await act(id, 'clear');
    await act(paid[1], 'refund', { amount: '50.00', currency: 'THB' });
    const [id = ''] = await settleNow();
    expect(id).toMatch(/^CS\d{6}THB[A-Z]{5}$/);
    await issuer.waitFor(reported(id));
    expect(issuer.reports('settlement').find((report) => report.settlementId === id)).toMatchObject({
      currency: 'THB',
      cleared: '500.00',
      refunded: '50.00',
      lines: 2,
    });
    expect((await send('GET', `/v1/issuing/settlements/${id}`)).body).toEqual([
      { paymentId: paid[0], cleared: '300.00', refunded: '0.00' },
      { paymentId: paid[1], cleared: '200.00', refunded: '50.00' },
    ]);
    const line = lineOf(await statement('THB'), id);
    for (const part of ['<Amt Ccy="THB">450.00</Amt>', 'DBIT', 'Wren Card Issuing', `<InstrId>${id}</InstrId>`])
      expect(line).toContain(part);
    expect(await settleNow()).toEqual([]);
    expect((await send('GET', '/v1/issuing/settlements/CS000000GBPAAAAA')).status).toBe(404);
  });

  test('of more refunds than payments is a credit, and of as many no movement', async () => {
    const cardId = await orderCard({ currency: 'USD' });
    const offline = (side: string) => lever('POST', `/${cardId}/offline`, { amount: '10.00', currency: 'USD', side });
    await offline('refunded');
    const [credit = ''] = await settleNow();
    expect(lineOf(await statement('USD'), credit)).toContain('<CdtDbtInd>CRDT</CdtDbtInd>');
    await offline('refunded');
    await offline('cleared');
    const [level = ''] = await settleNow();
    await issuer.waitFor(reported(level));
    expect(lineOf(await statement('USD'), level)).toBe('');
  });

  test('comes by itself once a banking day', async () => {
    await issuer.change({ dayMs: 20 });
    const cardId = await orderCard({ currency: 'EUR' });
    await lever('POST', `/${cardId}/offline`, { amount: '10.00', currency: 'EUR' });
    await issuer.waitFor(() =>
      expect(issuer.reports('settlement')).toContainEqual(
        expect.objectContaining({ currency: 'EUR', cleared: '10.00' }),
      ),
    );
    await issuer.change({ dayMs: 60_000 });
  });
});

describe('a dispute', () => {
  const document = { name: 'receipt.pdf', type: 'application/pdf', sha256: 'a'.repeat(64), content: 'aGVsbG8=' };
  async function openDispute(over: object = {}) {
    const { paymentId } = (await pay(await orderCard(), { amount: '30.00' })).body;
    await act(paymentId, 'clear');
    const asked = {
      disputeId: randomUUID(),
      paymentId,
      reason: 'not_received',
      amount: '30.00',
      currency: 'GBP',
      ...over,
    };
    return { asked, opened: await send('POST', '/v1/issuing/disputes', asked) };
  }
  const statesOf = (disputeId: string) =>
    issuer
      .reports('dispute')
      .filter((report) => report.disputeId === disputeId)
      .toSorted((a, b) => a.sequence - b.sequence)
      .map(({ state }) => state);

  test('that is won charges the payment back', async () => {
    const { asked, opened } = await openDispute();
    expect(opened.body).toEqual({
      kind: 'dispute',
      disputeId: asked.disputeId,
      sequence: 1,
      state: 'received',
      answerBy: null,
    });
    await issuer.waitFor(() => expect(statesOf(asked.disputeId)).toEqual(['with_merchant', 'won']));
    expect(await stored(asked.paymentId)).toMatchObject({ cleared: '30.00', refunded: '30.00' });
    expect((await send('POST', '/v1/issuing/disputes', asked)).body).toMatchObject({ state: 'won', sequence: 3 });
    expect((await send('POST', '/v1/issuing/disputes', { ...asked, reason: 'other' })).status).toBe(409);
  });

  test('is lost by its amount, and changes nothing', async () => {
    const { asked } = await openDispute({ amount: '13.61' });
    await issuer.waitFor(() => expect(statesOf(asked.disputeId)).toEqual(['with_merchant', 'lost']));
    expect(await stored(asked.paymentId)).toMatchObject({ refunded: '0.00' });
  });

  test('may want documents, and waits for them', async () => {
    const { asked } = await openDispute({ note: 'Never arrived. SANDBOX 62' });
    await issuer.waitFor(() => expect(statesOf(asked.disputeId)).toEqual(['documents_wanted']));
    const again = await send('POST', '/v1/issuing/disputes', asked);
    expect(again.body).toMatchObject({ state: 'documents_wanted', answerBy: expect.stringMatching(/^\d{4}-/) });
    await send('POST', '/v1/issuing/disputes', { ...asked, documents: [document] });
    await issuer.waitFor(() => expect(statesOf(asked.disputeId)).toEqual(['documents_wanted', 'with_merchant', 'won']));
  });

  test('is decided by a person where the merchant waits', async () => {
    const { asked } = await openDispute({ note: 'SANDBOX 64' });
    await issuer.waitFor(() => expect(statesOf(asked.disputeId)).toEqual(['with_merchant']));
    expect((await lever('POST', `/disputes/${asked.disputeId}/lost`)).body).toMatchObject({ state: 'lost' });
    expect((await lever('POST', `/disputes/${asked.disputeId}/won`)).status).toBe(409);
  });

  test.each([
    ['of an unknown payment', { paymentId: randomUUID() }],
    ['of more than was taken', { amount: '30.01' }],
    ['in another currency', { currency: 'EUR' }],
    ['of nothing', { amount: '0.00' }],
  ])('%s is refused', async (_, over) => {
    expect((await openDispute(over)).opened.status).toBe(422);
  });
});
