import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { money } from '@larkmere/money/money';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createNameCheckClient } from '../../../payees/payee/rails/name-check-client.ts';
import { verifyPartnerSignature } from '../../../platform/http/partner-client.ts';
import type { PaymentInstruction, RailEvent, RailParty } from '../../payment/rail.ts';
import { paymentBank, RailRefusedMessage } from './payment-bank.ts';
import { readRailEvent } from './read-event.ts';

const secret = 'a-secret-for-tests-only';
const main = fileURLToPath(new URL('../../../../../sandbox-bank/src/main.ts', import.meta.url));
const events: RailEvent[] = [];
let bank: ChildProcess;
let receiver: Server;
let partner: { name: string; baseUrl: string; secret: string; timeoutMs: number };

async function lever(method: 'PUT' | 'POST', path: string, body: unknown) {
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(partner.baseUrl + path, { method, headers, body: JSON.stringify(body) });
  expect(reply.ok).toBe(true);
}

async function receiveEvent(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const part of request) body += part;
  const { 'x-timestamp': time, 'x-signature': signature } = request.headers;
  expect(verifyPartnerSignature(secret, String(time), body, String(signature), new Date())).toBe(true);
  expect(request.url).toBe('/api/services/v1/rail/event');
  events.push(readRailEvent(JSON.parse(body)));
  response.writeHead(200).end();
}

beforeAll(async () => {
  receiver = createServer((request, response) => void receiveEvent(request, response));
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const larkmere = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const env = {
    ...process.env,
    SANDBOX_BANK_PORT: '0',
    DATA_DIR: ':memory:',
    LARKMERE_URL: larkmere,
    RAIL_SECRET: secret,
  };
  bank = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: bank.stdout as NodeJS.ReadableStream }), 'line');
  partner = { name: 'bank', baseUrl: /http:\S+/.exec(line)?.[0] ?? '', secret, timeoutMs: 1000 };
  await lever('PUT', '/sandbox/settings', {
    acceptDelayMs: [5, 9],
    settleDelayMs: [5, 9],
    returnDelayMs: 20,
    dayMs: 20,
    hopDelayMs: [5, 9],
  });
});
afterAll(async () => {
  bank.kill();
  await once(bank, 'exit');
  receiver.close();
});

let createdInstruction = 0;
function sampleInstruction(change: Partial<PaymentInstruction> = {}): PaymentInstruction {
  createdInstruction += 1;
  const serial = String(createdInstruction).padStart(12, '0');
  return {
    paymentId: `0198c0de-0000-7000-8000-${serial}`,
    messageId: `0198c0de000070008000${serial}`,
    instructionId: `LK${String(createdInstruction).padStart(10, '0')}`,
    endToEndId: 'INV-2026/7',
    uetr: '9f1c2a34-5b6d-4e7f-8a9b-0c1d2e3f4a5b',
    amount: money('GBP', 4250n),
    scheme: 'faster-payments',
    payer: { name: 'Mali Hart', account: { kind: 'uk', sortCode: '040621', accountNumber: '41728830' } },
    payee: { name: 'Harbour & Co', account: { kind: 'uk', sortCode: '871427', accountNumber: '46238510' } },
    reference: 'Rent',
    requestedAt: new Date('2026-11-21T09:00:00.000Z'),
    ...change,
  };
}

function submit(order: PaymentInstruction, given = partner) {
  const bank = paymentBank(given);
  return bank.submit(order, bank.compose(order));
}

const enquire = (order: PaymentInstruction, given = partner) =>
  paymentBank(given).enquire(order, new Date('2026-11-21T09:05:00.000Z'));

async function waitForEvents(order: PaymentInstruction, expected: string[]): Promise<RailEvent[]> {
  const about = () => events.filter((event) => event.kind !== 'credit' && event.instructionId === order.instructionId);
  const words = () => about().map((event) => (event.kind === 'status' ? event.answer.status : event.kind));
  await vi.waitFor(() => expect(words()).toEqual(expected), { timeout: 4000, interval: 10 });
  return about();
}

test('a payment is received, accepted and settled, and an enquiry agrees', async () => {
  const order = sampleInstruction();
  expect(await submit(order)).toMatchObject({
    status: 'received',
    railReference: expect.stringMatching(/^SB[0-9A-F]{14}$/),
  });
  const [, settled] = await waitForEvents(order, ['accepted', 'settled']);
  const now = await enquire(order, partner);
  const answer = settled?.kind === 'status' ? settled.answer : undefined;
  expect(now).toMatchObject({ status: 'settled', bookedAt: answer?.bookedAt, railReference: answer?.railReference });
  expect(Math.abs(Date.now() - (answer?.bookedAt?.getTime() ?? 0))).toBeLessThan(10_000);
});

test('the same instruction twice is one payment', async () => {
  const order = sampleInstruction();
  expect(await submit(order)).toEqual(await submit(order));
  await waitForEvents(order, ['accepted', 'settled']);
});

test('reusing an id for another amount throws RailRefusedMessage', async () => {
  const order = sampleInstruction();
  await submit(order);
  await expect(submit({ ...order, amount: money('GBP', 1n) })).rejects.toBeInstanceOf(RailRefusedMessage);
});

test('a wrong secret throws, and is not a rejection', async () => {
  const wrong = { ...partner, secret: 'something-else-entirely' };
  await expect(submit(sampleInstruction(), wrong)).rejects.toBeInstanceOf(RailRefusedMessage);
  await expect(enquire(sampleInstruction(), wrong)).rejects.toBeInstanceOf(RailRefusedMessage);
});

test('a rejection carries its reason, at once or later', async () => {
  const atOnce = await submit(sampleInstruction({ reference: 'SANDBOX 14' }));
  expect(atOnce).toMatchObject({ status: 'rejected', reasonCode: 'AM04', reasonText: 'Insufficient funds' });
  const order = sampleInstruction({ reference: 'SANDBOX 51' });
  await submit(order);
  const [event] = await waitForEvents(order, ['rejected']);
  expect(event).toMatchObject({ answer: { reasonCode: 'BE01' } });
});

test('a lost response is no response, and an enquiry finds the payment', async () => {
  const order = sampleInstruction({ reference: 'SANDBOX 91' });
  expect(await submit(order, { ...partner, timeoutMs: 100 })).toBe('no_response');
  await waitForEvents(order, ['accepted', 'settled']);
  expect(await enquire(order, partner)).toMatchObject({ status: 'settled' });
});

test('an instruction that never arrived gets no response, then is unknown to the bank', async () => {
  const order = sampleInstruction({ reference: 'SANDBOX 90' });
  expect(await submit(order, { ...partner, timeoutMs: 100 })).toBe('no_response');
  expect(await enquire(order, partner)).toBe('unknown_to_bank');
});

test('an unreachable bank gives no response to an instruction, an enquiry and a name check', async () => {
  const down = { ...partner, baseUrl: 'http://127.0.0.1:9' };
  expect(await submit(sampleInstruction(), down)).toBe('no_response');
  expect(await enquire(sampleInstruction(), down)).toBe('no_response');
  const { name, account: details } = sampleInstruction().payee;
  const question = { type: 'gbp', name, entityType: 'company', account: '202959 63748472', details } as const;
  expect(await createNameCheckClient(down).checkName(question)).toMatchObject({ scheme: 'cop', result: 'unavailable' });
});

test('a held payment reports only a code', async () => {
  const order = sampleInstruction({ amount: money('GBP', 1377n) });
  await submit(order);
  expect(await waitForEvents(order, ['held'])).toMatchObject([{ answer: { reasonCode: 'RR04' } }]);
});

test('a return has the amount and its own reference', async () => {
  const order = sampleInstruction({ reference: 'SANDBOX 92' });
  await submit(order);
  const [, settled, back] = await waitForEvents(order, ['accepted', 'settled', 'return']);
  expect(back).toMatchObject({ amount: order.amount, reasonCode: 'AC04', bookedAt: expect.any(Date) });
  const reference = settled?.kind === 'status' && settled.answer.railReference;
  expect(back?.kind === 'return' && back.railReference).not.toBe(reference);
});

test('a settlement reports deducted charges', async () => {
  const order = sampleInstruction({ reference: 'SANDBOX 96' });
  await submit(order);
  const [, settled] = await waitForEvents(order, ['accepted', 'settled']);
  expect(settled).toMatchObject({ answer: { charges: money('GBP', 500n) } });
});

test('an incoming credit has payer, account and amount', async () => {
  const payee = { sortCode: '040621', accountNumber: '41728830' };
  const credit = { ...payee, amount: '0.07', payerName: 'Zoë & <Sons>', reference: 'Invoice 7' };
  await lever('POST', '/sandbox/credits', credit);
  await vi.waitFor(() => expect(events.filter((event) => event.kind === 'credit')).toHaveLength(1), { timeout: 4000 });
  expect(events.find((event) => event.kind === 'credit')).toMatchObject({
    amount: money('GBP', 7n),
    payerName: 'Zoë & <Sons>',
    payee: { kind: 'uk', ...payee },
    reference: 'Invoice 7',
    railReference: expect.stringMatching(/^SB/),
    bookedAt: expect.any(Date),
    eventId: expect.any(String),
  });
});

test('a close match returns the name of the holder', async () => {
  const { checkName } = createNameCheckClient(partner);
  const details = { sortCode: '202959', accountNumber: '63748472' };
  const account = { type: 'gbp', details, account: '202959 63748472', entityType: 'individual' } as const;
  expect(await checkName({ ...account, name: 'Somchai Prasert' })).toEqual({
    checkId: expect.any(String),
    scheme: 'cop',
    code: 'MTCH',
    result: 'match',
  });
  const near = await checkName({ ...account, name: 'S Prasert' });
  expect(near).toMatchObject({ code: 'MBAM', result: 'close_match', actualName: 'Somchai Prasert' });
});

test('an IBAN is checked by Verification of Payee, and a foreign account not at all', async () => {
  const { checkName } = createNameCheckClient(partner);
  const iban = 'DE89370400440532013000';
  const account = { type: 'eur', details: { iban }, account: iban, entityType: 'individual' } as const;
  const near = await checkName({ ...account, name: 'G Lindqvist' });
  expect(near).toMatchObject({ scheme: 'vop', code: 'CMTC', result: 'close_match', actualName: 'Greta Lindqvist' });
  expect(await checkName({ ...account, name: 'Jo Marsh' })).toMatchObject({ code: 'NMTC', result: 'no_match' });
  const abroad = { ...account, type: 'swt', name: 'Jo Marsh' } as const;
  expect(await checkName(abroad)).toEqual({ scheme: 'none', code: 'NONE', result: 'not_supported' });
});

test('the holder of a PromptPay ID is named, and nobody is asked where that is switched off', async () => {
  const proxy = '0066815550142';
  const details = { payTo: 'mobile', proxy };
  const question = { type: 'thb', details, account: proxy, entityType: 'individual', name: 'Jo Marsh' } as const;
  expect(await createNameCheckClient(partner).checkName(question)).toMatchObject({
    scheme: 'promptpay',
    result: 'no_match',
    actualName: 'Malee Boonsong',
  });
  const notAsked = { scheme: 'none', code: 'NONE', result: 'not_supported' };
  const withoutLookUp = createNameCheckClient(partner, { checksPromptPay: false });
  expect(await withoutLookUp.checkName(question)).toEqual(notAsked);
  const account = { ...question, details: { payTo: 'account', bankCode: '004', accountNumber: '1234567890' } };
  expect(await createNameCheckClient(partner).checkName(account)).toEqual(notAsked);
});

const greta: RailParty = {
  name: 'Greta Lindqvist',
  account: { kind: 'iban', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
  address: { town: 'Berlin', country: 'DE' },
};
const mali: RailParty = { ...sampleInstruction().payer, address: { town: 'London', country: 'GB' } };
const abroad = (change: Partial<PaymentInstruction> = {}) =>
  sampleInstruction({ scheme: 'swift', amount: money('EUR', 100_000n), payer: mali, payee: greta, ...change });

test.each([
  ['sepa-credit-transfer', 'EUR', greta.account],
  ['sepa-instant', 'EUR', greta.account],
  ['promptpay', 'THB', { kind: 'promptpay', proxyType: 'mobile', proxyId: '0066812345678' }],
  ['bahtnet', 'THB', { kind: 'thai', bankCode: '004', accountNumber: '1234567890' }],
  ['local', 'AUD', { kind: 'clearing', system: 'AUBSB', bankCode: '062000', accountNumber: '12345678' }],
  ['local', 'MXN', { kind: 'clabe', accountNumber: '032180000118359719' }],
  ['fedwire', 'USD', { kind: 'us', aba: '021000021', accountNumber: '12345678' }],
] as const)('%s is accepted and settled, and an enquiry agrees', async (scheme, currency, account) => {
  const order = abroad({ scheme, amount: money(currency, 4250n), payee: { ...greta, account } });
  expect(await submit(order)).toMatchObject({ status: 'received' });
  await waitForEvents(order, ['accepted', 'settled']);
  expect(await enquire(order)).toMatchObject({
    status: 'settled',
    enquiry: expect.stringContaining('pacs.028.001.03'),
  });
});

test('a SWIFT payment is tracked from bank to bank', async () => {
  const order = abroad();
  await submit(order);
  const news = await waitForEvents(order, ['accepted', 'accepted', 'settled']);
  const hops = news.map((event) => (event.kind === 'status' ? event.answer.hop : undefined));
  expect(hops).toMatchObject([
    { status: 'ACSP', code: 'G000', bank: { bic: 'SNDBGB20', name: 'Sandbox Bank' }, nextBank: { bic: 'CORRDE10' } },
    { status: 'ACSP', code: 'G000', bank: { bic: 'CORRDE10' }, charges: money('EUR', 1000n) },
    { status: 'ACCC', bank: { bic: 'COBADEFFXXX' }, charges: money('EUR', 500n) },
  ]);
  expect(hops[2]).not.toHaveProperty('code');
  const now = await enquire(order);
  expect(now).toMatchObject({ status: 'settled', charges: money('EUR', 1500n) });
  expect(now).not.toHaveProperty('hop');
});

test('a cross-border return is reduced by charges', async () => {
  const order = abroad({ reference: 'SANDBOX 92' });
  await submit(order);
  const told = await waitForEvents(order, ['accepted', 'accepted', 'settled', 'return']);
  expect(told[3]).toMatchObject({ amount: money('EUR', 98_500n) });
});

const recallId = () => `0198c0de-0000-7000-9000-${String(createdInstruction).padStart(12, '0')}`;
function recall(order: PaymentInstruction, given = partner) {
  const bank = paymentBank(given);
  const requestedAt = new Date('2026-11-22T09:00:00.000Z');
  return bank.submitRecall(order, bank.composeRecall(order, { recallId: recallId(), reason: 'DUPL', requestedAt }));
}

test('a recall returns a payment, or is refused with a reason', async () => {
  const kept = sampleInstruction({ reference: 'SANDBOX 61' });
  await submit(kept);
  await waitForEvents(kept, ['accepted', 'settled']);
  expect(await recall(kept)).toMatchObject({ outcome: 'pending' });
  const [, , refused] = await waitForEvents(kept, ['accepted', 'settled', 'recall']);
  expect(refused).toMatchObject({ answer: { outcome: 'refused', reasonCode: 'CUST' } });

  const given = sampleInstruction();
  await submit(given);
  await waitForEvents(given, ['accepted', 'settled']);
  await recall(given);
  const [, , agreed, back] = await waitForEvents(given, ['accepted', 'settled', 'recall', 'return']);
  expect(agreed).toMatchObject({ answer: { outcome: 'accepted' } });
  expect(back).toMatchObject({ amount: given.amount, reasonCode: 'FOCR' });
});

test('a recall of an unknown payment is unknown to the bank, and an unreachable bank gives no response', async () => {
  expect(await recall(sampleInstruction())).toBe('unknown_to_bank');
  expect(await recall(sampleInstruction(), { ...partner, baseUrl: 'http://127.0.0.1:9' })).toBe('no_response');
});

test.each([
  ['EUR', { kind: 'iban', iban: 'DE89370400440532013000' }],
  ['THB', { kind: 'thai', bankCode: '004', accountNumber: '1234567890' }],
  ['USD', { kind: 'us', aba: '021000021', accountNumber: '12345678' }],
  ['USD', { kind: 'other', bic: 'SNDBGB20', accountNumber: '41728830' }],
] as const)('a credit in %s names its account: %o', async (currency, { kind, ...account }) => {
  const payerName = `Payer of ${currency} ${kind}`;
  await lever('POST', '/sandbox/credits', { ...account, currency, amount: '12.34', payerName });
  const credit = () => events.find((event) => event.kind === 'credit' && event.payerName === payerName);
  await vi.waitFor(() => expect(credit()).toBeDefined(), { timeout: 4000 });
  expect(credit()).toMatchObject({ amount: money(currency, 1234n), payee: { kind, ...account } });
});
