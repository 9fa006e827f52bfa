import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  createPacs008,
  createPacs028,
  createPain001,
  type ReceivedEvent,
  type Receiver,
  startBank,
  startReceiver,
} from './bank.fixture.ts';

type Order = Readonly<{ endToEndId: string; instructionId: string }>;
type Bank = Awaited<ReturnType<typeof startBank>>;

const pollOptions = { timeout: 4000, interval: 10 };

let receiver: Receiver;
let bank: Bank;

beforeAll(async () => {
  receiver = await startReceiver();
  bank = await startBank(receiver);
});
afterAll(async () => {
  expect(await bank.end()).toBe(0);
  receiver.close();
});
afterEach(() => expect(receiver.forged).toEqual([]));

/** End-to-end id of the payment that the bank reports as paid without booking it. */
const falselyReportedId = 'LIE-64';

const field = (document: string, name: string): string | undefined =>
  new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`).exec(document)?.[1];
const eventsOf = (endToEndId: string): ReceivedEvent[] =>
  receiver.events.filter((e) => e.document.includes(endToEndId));
const statuses = (endToEndId: string) =>
  eventsOf(endToEndId).map((event) => field(event.document, 'TxSts') ?? event.kind);

async function sendPayment(order: ReturnType<typeof createPain001>) {
  return bank.ask('POST', '/v1/payments', order.document);
}
async function expectStatuses(endToEndId: string, expected: string[]) {
  await vi.waitFor(() => expect(statuses(endToEndId)).toEqual(expected), pollOptions);
}
const enquire = (order: Order) => bank.ask('POST', '/v1/enquiries', createPacs028(order));
const presentStatus = async (order: Order) => field((await enquire(order)).body, 'TxSts');
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(Date.now());

const minor = (text: string | undefined) => BigInt(text?.replace('.', '') ?? 'x');
const sign = (part: string) => (field(part, 'CdtDbtInd') === 'CRDT' ? 1n : -1n);

const balance = (part: string) => sign(part) * minor(field(part, 'Amt'));

async function readStatement() {
  const { status, body } = await bank.ask('GET', `/v1/statements/${today()}`);
  expect(status).toBe(200);
  const [opening = '', closing = ''] = body.match(/<Bal>.*?<\/Bal>/g) ?? [];
  const entries = (body.match(/<Ntry>.*?<\/Ntry>/g) ?? []).map((text) => ({
    text,
    minor: balance(text),
  }));
  return { opening: balance(opening), closing: balance(closing), entries };
}

describe('a payment', () => {
  test('is received, accepted and settled, with signed events in sequence', async () => {
    const order = createPain001();
    const { status, body } = await sendPayment(order);
    expect([status, field(body, 'TxSts')]).toEqual([202, 'RCVD']);
    expect(field(body, 'OrgnlEndToEndId')).toBe(order.endToEndId);
    await expectStatuses(order.endToEndId, ['ACSP', 'ACSC']);
    const [accepted, settled] = eventsOf(order.endToEndId);
    expect(settled?.sequence).toBe((accepted?.sequence ?? 0) + 1);
    expect(await presentStatus(order)).toBe('ACSC');
    expect(await presentStatus({ ...order, endToEndId: 'unknown' })).toBe('ACSC');
  });

  test('gets the same answer when sent again and is not paid twice', async () => {
    const order = createPain001();
    const first = await sendPayment(order);
    await expectStatuses(order.endToEndId, ['ACSP', 'ACSC']);
    expect(await sendPayment(order)).toEqual(first);
    const lines = (await readStatement()).entries.filter((entry) => entry.text.includes(order.endToEndId));
    expect(lines.map((entry) => entry.minor)).toEqual([-4250n]);
  });

  test('is refused if its instruction id was used before; an end-to-end id may repeat', async () => {
    const order = createPain001();
    await sendPayment(order);
    const sameReference = createPain001({ endToEndId: order.endToEndId, amount: '42.51' });
    const sameInstruction = createPain001({ id: order.instructionId });
    expect((await sendPayment(sameReference)).status).toBe(202);
    const settled = () => statuses(order.endToEndId).filter((status) => status === 'ACSC');
    await vi.waitFor(() => expect(settled()).toHaveLength(2), pollOptions);
    expect((await sendPayment(sameInstruction)).status).toBe(409);
    expect((await enquire({ ...sameInstruction, instructionId: 'unknown' })).status).toBe(404);
  });
});

describe('the partner API', () => {
  test('refuses a missing, wrong or expired signature', async () => {
    const order = createPain001();
    const { document } = order;
    const old = String(Date.now() - 6 * 60_000);
    const wrong = [{ 'x-signature': 'f00d' }, { 'x-signature': '0'.repeat(64) }, { 'x-timestamp': old }];
    for (const forgery of wrong) expect((await bank.ask('POST', '/v1/payments', document, forgery)).status).toBe(401);
    const unsigned = await fetch(`${bank.url}/v1/enquiries`, { method: 'POST', body: createPacs028(order) });
    expect(unsigned.status).toBe(401);
    expect((await enquire(order)).status).toBe(404);
  });

  test.each([
    ['no XML', 'hello'],
    ['another message', '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.008.001.08"/>'],
    ['sums that differ', createPain001().document.replace('<CtrlSum>42.50', '<CtrlSum>42.49')],
    ['half a penny', createPain001({ amount: '1.005' }).document],
    ['nothing', createPain001({ amount: '0.00' }).document],
    ['its own definitions', createPain001().document.replace('<Document', '<!DOCTYPE x [<!ENTITY e "e">]><Document')],
  ])('refuses %s', async (_name, document) => {
    expect((await bank.ask('POST', '/v1/payments', document)).status).toBe(400);
  });

  test.each([
    ['euros', { currency: 'EUR' }, 'AM03'],
    ['more than a million', { amount: '1000000.01' }, 'AM02'],
  ])('rejects %s with a reason', async (_name, given, reason) => {
    const { status, body } = await sendPayment(createPain001(given));
    expect([status, field(body, 'TxSts'), field(body, 'Cd')]).toEqual([202, 'RJCT', reason]);
  });

  test('is ready', async () => {
    expect((await bank.lever('GET', '/healthz')).status).toBe(200);
  });
});

describe('test scenarios', () => {
  test.each([
    ['01', 'AC01'],
    ['04', 'AC04'],
    ['06', 'AC06'],
    ['51', 'BE01'],
  ])('%s is rejected by the scheme with %s', async (code, reason) => {
    const order = createPain001({ reference: `SANDBOX ${code}` });
    expect(field((await sendPayment(order)).body, 'TxSts')).toBe('RCVD');
    await expectStatuses(order.endToEndId, ['RJCT']);
    expect(field(eventsOf(order.endToEndId)[0]?.document ?? '', 'Cd')).toBe(reason);
    expect((await readStatement()).entries.some((e) => e.text.includes(order.endToEndId))).toBe(false);
  });

  test.each([
    ['14', 'AM04'],
    ['23', 'AM02'],
  ])('%s is rejected immediately with %s, and again when sent again', async (code, reason) => {
    const order = createPain001({ amount: `13.${code}` });
    const first = await sendPayment(order);
    expect([field(first.body, 'TxSts'), field(first.body, 'Cd')]).toEqual(['RJCT', reason]);
    expect(await sendPayment(order)).toEqual(first);
  });

  test.each([
    ['a pain.001', createPain001, ['ACSP', 'ACSC']],
    ['a pacs.008', createPacs008, ['ACSP', 'ACSP', 'ACCC']],
  ])('63 rejects %s with a query and accepts a new instruction that answers it', async (_, given, paid) => {
    const order = given({ reference: 'SANDBOX 63' });
    await sendPayment(order);
    await expectStatuses(order.endToEndId, ['RJCT']);
    expect(field(eventsOf(order.endToEndId)[0]?.document ?? '', 'Cd')).toBe('RR05');
    const again = given({ reference: 'SANDBOX 63' });
    await sendPayment(again);
    await expectStatuses(again.endToEndId, ['RJCT']);
    const answered = given({ reference: 'SANDBOX 63', answer: 'Rent of May' });
    await sendPayment(answered);
    await expectStatuses(answered.endToEndId, paid);
    expect(await presentStatus(order)).toBe('RJCT');
  });

  test('64 rejects with a query, reports a settlement later and withdraws it; the statement has no entry', async () => {
    const order = createPain001({ reference: 'SANDBOX 64', endToEndId: falselyReportedId });
    await sendPayment(order);
    await expectStatuses(order.endToEndId, ['RJCT', 'ACSC', 'RJCT']);
    const said = eventsOf(order.endToEndId).map(({ document }) => field(document, 'CreDtTm') ?? '');
    expect(said).toEqual(said.toSorted());
    expect((await readStatement()).entries.some((e) => e.text.includes(order.endToEndId))).toBe(false);
    expect(await presentStatus(order)).toBe('RJCT');
  });

  test.each([
    ['a pain.001', createPain001, 'ACSC'],
    ['a pacs.008', createPacs008, 'ACCC'],
  ])('65 rejects %s with a query and settles it later; the statement has the entry', async (_, given, paid) => {
    const order = given({ reference: 'SANDBOX 65' });
    await sendPayment(order);
    await expectStatuses(order.endToEndId, ['RJCT', paid]);
    expect(await presentStatus(order)).toBe(paid);
  });

  test('77 is held until a person releases it', async () => {
    const order = createPain001({ reference: 'SANDBOX 77' });
    await sendPayment(order);
    await expectStatuses(order.endToEndId, ['PDNG']);
    expect(field(eventsOf(order.endToEndId)[0]?.document ?? '', 'Cd')).toBe('RR04');
    expect((await bank.lever('POST', `/sandbox/payments/${order.endToEndId}/release`)).status).toBe(204);
    await expectStatuses(order.endToEndId, ['PDNG', 'ACSP', 'ACSC']);
    expect((await bank.lever('POST', `/sandbox/payments/${order.endToEndId}/reject`)).status).toBe(409);
  });

  test('77 can end in a rejection', async () => {
    const order = createPain001({ reference: 'MAGIC-77' });
    await sendPayment(order);
    await expectStatuses(order.endToEndId, ['PDNG']);
    await bank.lever('POST', `/sandbox/payments/${order.endToEndId}/reject`);
    await expectStatuses(order.endToEndId, ['PDNG', 'RJCT']);
  });

  test('90 gets no answer and creates no payment', async () => {
    const order = createPain001({ reference: 'SANDBOX 90' });
    await expect(sendPayment(order)).rejects.toThrow('fetch failed');
    expect((await enquire(order)).status).toBe(404);
  });

  test('91 gets no answer and is paid', async () => {
    const order = createPain001({ reference: 'SANDBOX 91' });
    await expect(sendPayment(order)).rejects.toThrow('fetch failed');
    await expectStatuses(order.endToEndId, ['ACSP', 'ACSC']);
    expect(field((await sendPayment(order)).body, 'TxSts')).toBe('RCVD');
    expect(await presentStatus(order)).toBe('ACSC');
  });

  test('92 settles and is returned as a separate credit', async () => {
    const order = createPain001({ amount: '13.92' });
    await sendPayment(order);
    await expectStatuses(order.endToEndId, ['ACSP', 'ACSC', 'payment.return']);
    const document = eventsOf(order.endToEndId)[2]?.document ?? '';
    expect([field(document, 'RtrdIntrBkSttlmAmt'), field(document, 'Cd')]).toEqual(['13.92', 'AC04']);
    const lines = (await readStatement()).entries.filter((entry) => entry.text.includes(order.endToEndId));
    expect(lines.map((entry) => entry.minor)).toEqual([-1392n, 1392n]);
    expect(field(lines[1]?.text ?? '', 'AcctSvcrRef')).toBe(field(document, 'RtrId'));
    expect((await bank.lever('POST', `/sandbox/payments/${order.endToEndId}/return`)).status).toBe(409);
  });

  test('93 settles once and reports it twice, under two event ids', async () => {
    const order = createPain001({ reference: 'SANDBOX 93' });
    await sendPayment(order);
    await expectStatuses(order.endToEndId, ['ACSP', 'ACSC', 'ACSC']);
    expect(new Set(eventsOf(order.endToEndId).map((event) => event.eventId)).size).toBe(3);
    const lines = (await readStatement()).entries.filter((entry) => entry.text.includes(order.endToEndId));
    expect(lines).toHaveLength(1);
  });

  test('94 reports the settlement before the acceptance', async () => {
    const order = createPain001({ reference: 'SANDBOX 94' });
    await sendPayment(order);
    await expectStatuses(order.endToEndId, ['ACSC', 'ACSP']);
    const [settled, accepted] = eventsOf(order.endToEndId);
    expect(settled?.sequence).toBeGreaterThan(accepted?.sequence ?? Infinity);
    expect(Date.parse(settled?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(accepted?.at ?? ''));
  });

  test('95 stays in progress until the slow settlement delay has passed', async () => {
    await bank.lever('PUT', '/sandbox/settings', { slowSettleMs: 1000 });
    const order = createPain001({ reference: 'SANDBOX 95' });
    await sendPayment(order);
    await expectStatuses(order.endToEndId, ['ACSP']);
    expect(await presentStatus(order)).toBe('ACSP');
    await expectStatuses(order.endToEndId, ['ACSP', 'ACSC']);
  });

  test('96 is debited in full and credited with charges deducted', async () => {
    const order = createPain001({ amount: '80.00', reference: 'SANDBOX 96' });
    await sendPayment(order);
    await expectStatuses(order.endToEndId, ['ACSP', 'ACSC']);
    const document = eventsOf(order.endToEndId)[1]?.document ?? '';
    expect(field(/<ChrgsInf>.*<\/ChrgsInf>/.exec(document)?.[0] ?? '', 'Amt')).toBe('5.00');
    const lines = (await readStatement()).entries.filter((entry) => entry.text.includes(order.endToEndId));
    expect(lines.map((entry) => entry.minor)).toEqual([-8000n]);
  });
});

describe('the test controls', () => {
  test('books and reports an incoming credit', async () => {
    const before = await readStatement();
    const credit = { sortCode: '040621', accountNumber: '41728830', amount: '250.00', payerName: 'Harbour & Co' };
    const { status, body } = await bank.lever('POST', '/sandbox/credits', { ...credit, reference: 'Invoice 7' });
    expect(status).toBe(201);
    const { bankReference } = JSON.parse(body);
    await vi.waitFor(() => expect(eventsOf(bankReference).map((event) => event.kind)).toEqual(['credit']), pollOptions);
    expect(field(eventsOf(bankReference)[0]?.document ?? '', 'Nm')).toBe('Larkmere');
    expect((await readStatement()).closing - before.closing).toBe(25_000n);
  });

  test('refuse invalid input and change nothing', async () => {
    const before = await readStatement();
    const credit = { sortCode: '040621', accountNumber: '41728830', amount: '-1', payerName: 'X' };
    expect((await bank.lever('POST', '/sandbox/credits', credit)).status).toBe(400);
    expect((await bank.lever('POST', '/sandbox/opening', { amount: 'much', at: 'now' })).status).toBe(400);
    expect((await bank.lever('PUT', '/sandbox/settings', { acceptDelayMs: [5, 1] })).status).toBe(400);
    expect((await bank.lever('PUT', '/sandbox/settings', { colour: 'red' })).status).toBe(400);
    expect((await bank.lever('POST', '/sandbox/payments/NOBODY/release')).status).toBe(404);
    expect(await readStatement()).toEqual(before);
  });

  test('an opening balance counts once, from the start of its day', async () => {
    const before = await readStatement();
    for (const amount of ['700.00', '1000.00'])
      await bank.lever('POST', '/sandbox/opening', { amount, at: new Date().toISOString() });
    const after = await readStatement();
    expect([after.opening - before.opening, after.closing - before.closing]).toEqual([100_000n, 100_000n]);
  });

  test('a repeated webhook carries the same id', async () => {
    await bank.lever('PUT', '/sandbox/settings', { duplicateWebhooks: true });
    const order = createPain001();
    await sendPayment(order);
    await expectStatuses(order.endToEndId, ['ACSP', 'ACSP', 'ACSC', 'ACSC']);
    await bank.lever('PUT', '/sandbox/settings', { duplicateWebhooks: false });
    expect(new Set(eventsOf(order.endToEndId).map((event) => event.eventId)).size).toBe(2);
  });

  test('a dropped webhook is delivered later; an enquiry has the status before', async () => {
    await bank.lever('PUT', '/sandbox/settings', { dropWebhooks: true });
    const order = createPain001();
    await sendPayment(order);
    await vi.waitFor(async () => expect(await presentStatus(order)).toBe('ACSC'), pollOptions);
    expect(statuses(order.endToEndId)).toEqual([]);
    await bank.lever('PUT', '/sandbox/settings', { dropWebhooks: false });
    await expectStatuses(order.endToEndId, ['ACSP', 'ACSC']);
  });

  test('a paused bank accepts payments without processing them', async () => {
    await bank.lever('PUT', '/sandbox/settings', { paused: true });
    const order = createPain001();
    await sendPayment(order);
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(await presentStatus(order)).toBe('RCVD');
    await bank.lever('PUT', '/sandbox/settings', { paused: false });
    await expectStatuses(order.endToEndId, ['ACSP', 'ACSC']);
    const listed = JSON.parse((await bank.lever('GET', '/sandbox/payments')).body);
    expect(listed[0]).toMatchObject({ endToEndId: order.endToEndId, status: 'ACSC', amount: '42.50' });
  });

  test('name checks can be made unavailable', async () => {
    const question = {
      sortCode: '202959',
      accountNumber: '63748472',
      name: 'Somchai Prasert',
      entityType: 'individual',
    };
    const ask = async () => JSON.parse((await bank.ask('POST', '/v1/name-checks', JSON.stringify(question))).body);
    expect(await ask()).toMatchObject({ scheme: 'cop', result: 'match', code: 'MTCH' });
    await bank.lever('PUT', '/sandbox/settings', { nameCheck: 'unavailable' });
    expect(await ask()).toMatchObject({ result: 'unavailable' });
    await bank.lever('PUT', '/sandbox/settings', { nameCheck: 'normal' });
    expect((await bank.ask('POST', '/v1/name-checks', '{"name":1}')).status).toBe(400);
  });
});

const instruction = (event: ReceivedEvent) => field(event.document, 'OrgnlInstrId');

describe('the statement', () => {
  test('opening balance plus entries is the closing balance, and entries match the events', async () => {
    const { opening, closing, entries } = await readStatement();
    expect(closing).toBe(entries.reduce((sum, entry) => sum + entry.minor, opening));
    const settled = new Set(receiver.events.filter((e) => field(e.document, 'TxSts') === 'ACSC').map(instruction));
    const lies = receiver.events.filter((e) => e.document.includes(falselyReportedId)).map(instruction);
    expect(entries.filter((entry) => entry.minor < 0n)).toHaveLength(settled.difference(new Set(lies)).size);
    expect((await bank.ask('GET', '/v1/statements/2999-01-01')).status).toBe(404);
    expect((await bank.ask('GET', '/v1/statements/yesterday')).status).toBe(404);
  });

  test('the sequence has no gaps', () => {
    const numbers = [...new Set(receiver.events.map((event) => event.sequence))].toSorted((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });
});

test('resumes its work after being killed', { timeout: 20_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-bank-'));
  const own = await startReceiver();
  own.state.answer = 503;
  const first = await startBank(own, dataDir);
  await first.lever('PUT', '/sandbox/settings', { settleDelayMs: [300, 300] });
  const order = createPain001();
  await first.ask('POST', '/v1/payments', order.document);
  await vi.waitFor(() => expect(own.state.attempts).toBeGreaterThan(0), pollOptions);
  await first.end('SIGKILL');

  own.state.answer = 200;
  const second = await startBank(own, dataDir);
  expect(field((await second.ask('POST', '/v1/payments', order.document)).body, 'TxSts')).toBe('RCVD');
  const seen = () => own.events.map((event) => [event.sequence, field(event.document, 'TxSts')]);
  const both = [
    [1, 'ACSP'],
    [2, 'ACSC'],
  ];
  await vi.waitFor(() => expect(seen()).toEqual(both), pollOptions);
  expect(await second.end()).toBe(0);
  own.close();
  rmSync(dataDir, { recursive: true });
});
