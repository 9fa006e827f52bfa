import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  createCamt056,
  createPacs008,
  createPacs028,
  createPain001,
  payees,
  type ReceivedEvent,
  type Receiver,
  startBank,
  startReceiver,
} from './bank.fixture.ts';
import { schema } from './schema.ts';

type Order = ReturnType<typeof createPain001>;

const pollOptions = { timeout: 4000, interval: 10 };
let receiver: Receiver;
let bank: Awaited<ReturnType<typeof startBank>>;

beforeAll(async () => {
  receiver = await startReceiver();
  bank = await startBank(receiver);
});
afterAll(async () => {
  expect(await bank.end()).toBe(0);
  receiver.close();
});

const field = (document: string, name: string): string | undefined =>
  new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`).exec(document)?.[1];
const eventsOf = (order: Order): ReceivedEvent[] =>
  receiver.events.filter((e) => e.document.includes(order.endToEndId));
const statusOf = ({ document, kind }: ReceivedEvent) => field(document, 'TxSts') ?? field(document, 'Conf') ?? kind;
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(Date.now());

const sendPayment = (order: Order) => bank.ask('POST', '/v1/payments', order.document);
async function expectEvents(order: Order, expected: string[]): Promise<ReceivedEvent[]> {
  await vi.waitFor(() => expect(eventsOf(order).map(statusOf)).toEqual(expected), pollOptions);
  return eventsOf(order);
}

async function bookedAmounts(order: Order, currency: string): Promise<bigint[]> {
  const { body } = await bank.ask('GET', `/v1/statements/${today()}?currency=${currency}`);
  return (body.match(/<Ntry>.*?<\/Ntry>/g) ?? [])
    .filter((line) => line.includes(order.endToEndId))
    .map(
      (line) => BigInt(field(line, 'Amt')?.replace('.', '') ?? '') * (field(line, 'CdtDbtInd') === 'CRDT' ? 1n : -1n),
    );
}

const sepa = '<SvcLvl><Cd>SEPA</Cd></SvcLvl>';
const instruments = {
  'SEPA Credit Transfer': { type: sepa, currency: 'EUR', payee: payees.sepa },
  'SEPA Instant': { type: `${sepa}<LclInstrm><Cd>INST</Cd></LclInstrm>`, currency: 'EUR', payee: payees.sepa },
  PromptPay: { type: '<LclInstrm><Prtry>PromptPay</Prtry></LclInstrm>', currency: 'THB', payee: payees.thai },
  BAHTNET: { type: '<LclInstrm><Prtry>BAHTNET</Prtry></LclInstrm>', currency: 'THB', payee: payees.thai },
  local: { type: '<LclInstrm><Prtry>Local</Prtry></LclInstrm>', currency: 'USD', payee: payees.us },
} as const;

describe.each(Object.entries(instruments))('%s', (_name, given) => {
  test('accepts and settles from the account of its currency', async () => {
    const order = createPain001({ ...given, reference: 'A rent of more than eighteen letters' });
    expect(field((await sendPayment(order)).body, 'TxSts')).toBe('RCVD');
    await expectEvents(order, ['ACSP', 'ACSC']);
    expect(await bookedAmounts(order, given.currency)).toEqual([-4250n]);
    expect(await bookedAmounts(order, 'GBP')).toEqual([]);
  });

  test('rejects and returns by the same rules', async () => {
    const rejected = createPain001({ ...given, amount: '13.04' });
    await sendPayment(rejected);
    const [news] = await expectEvents(rejected, ['RJCT']);
    expect(field(news?.document ?? '', 'Cd')).toBe('AC04');
    const returned = createPain001({ ...given, amount: '13.92' });
    await sendPayment(returned);
    await expectEvents(returned, ['ACSP', 'ACSC', 'payment.return']);
    expect(await bookedAmounts(returned, given.currency)).toEqual([-1392n, 1392n]);
  });
});

test.each([
  ['pounds by SEPA', createPain001({ ...instruments['SEPA Instant'], currency: 'GBP' }), 'AM03'],
  ['euros by Fedwire', createPacs008({ type: 'FDW', currency: 'EUR', payee: payees.us }), 'AM03'],
  ['a currency we do not keep', createPacs008({ currency: 'XYZ' }), 'AM03'],
  ['PromptPay above two million', createPain001({ ...instruments.PromptPay, amount: '2000000.01' }), 'AM02'],
  ['SWIFT to nowhere', createPacs008({ payee: { ...payees.sepa, address: '' } }), 'BE04'],
])('%s is rejected immediately', async (_name, order, reason) => {
  const { status, body } = await sendPayment(order);
  expect([status, field(body, 'TxSts'), field(body, 'Cd')]).toEqual([202, 'RJCT', reason]);
});

test('BAHTNET takes larger amounts than PromptPay, and scenarios work there too', async () => {
  const order = createPain001({ ...instruments.BAHTNET, amount: '3000013.01' });
  await sendPayment(order);
  await expectEvents(order, ['RJCT']);
});

test('an unknown instrument is refused', async () => {
  const type = '<LclInstrm><Prtry>Pigeon</Prtry></LclInstrm>';
  expect((await bank.ask('POST', '/v1/payments', createPain001({ type }).document)).status).toBe(400);
});

describe('SWIFT', () => {
  const codes = (told: ReceivedEvent[]) =>
    told.map(({ document }) => [field(document, 'TxSts'), field(document, 'Cd')]);
  const kept = ({ document }: ReceivedEvent) => field(/<ChrgsInf>.*?<\/ChrgsInf>/.exec(document)?.[0] ?? '', 'Amt');

  test('reports every intermediary bank and its charges', async () => {
    const order = createPacs008();
    const { body } = await sendPayment(order);
    expect([field(body, 'OrgnlMsgNmId'), field(body, 'TxSts')]).toEqual(['pacs.008.001.08', 'RCVD']);
    const told = await expectEvents(order, ['ACSP', 'ACSP', 'ACCC']);
    expect(codes(told).slice(0, 2)).toEqual([
      ['ACSP', 'G000'],
      ['ACSP', 'G000'],
    ]);
    const reporters = told.map(({ document }) => field(/<InstgAgt>.*<\/InstgAgt>/.exec(document)?.[0] ?? '', 'BICFI'));
    expect(reporters).toEqual(['SNDBGB20', 'CORRDE10', 'COBADEFFXXX']);
    expect(told.map(kept)).toEqual([undefined, '10.00', '5.00']);
    expect(await bookedAmounts(order, 'EUR')).toEqual([-100_000n]);
    const now = await bank.ask('POST', '/v1/enquiries', createPacs028(order));
    expect(now.body.match(/<ChrgsInf>/g)).toHaveLength(2);
  });

  test.each([
    ['DEBT', [undefined, undefined, undefined]],
    ['CRED', ['10.00', '10.00', '5.00']],
  ])('%s decides who pays the charges', async (bearer, charges) => {
    const order = createPacs008({ bearer });
    await sendPayment(order);
    expect((await expectEvents(order, ['ACSP', 'ACSP', 'ACCC'])).map(kept)).toEqual(charges);
  });

  test('no bank deducts more than a quarter', async () => {
    const order = createPacs008({ amount: '4.00' });
    await sendPayment(order);
    expect((await expectEvents(order, ['ACSP', 'ACSP', 'ACCC'])).map(kept)).toEqual([undefined, '1.00', '1.00']);
  });

  test.each(['81', '82', '83', '84'])('scenario %s sets the status of the correspondent', async (code) => {
    const order = createPacs008({ reference: `SANDBOX ${code}` });
    await sendPayment(order);
    const told = await expectEvents(order, ['ACSP', 'ACSP', 'ACCC']);
    expect(field(told[1]?.document ?? '', 'Cd')).toBe(`G00${code.at(-1)}`);
  });

  test('returns the amount that had arrived', async () => {
    const order = createPacs008({ reference: 'SANDBOX 92' });
    await sendPayment(order);
    const [, , , back] = await expectEvents(order, ['ACSP', 'ACSP', 'ACCC', 'payment.return']);
    expect(field(back?.document ?? '', 'RtrdIntrBkSttlmAmt')).toBe('985.00');
    expect(await bookedAmounts(order, 'EUR')).toEqual([-100_000n, 98_500n]);
  });

  test('Fedwire settles within the day without intermediary banks', async () => {
    const order = createPacs008({ type: 'FDW', currency: 'USD', payee: payees.us });
    await sendPayment(order);
    const told = await expectEvents(order, ['ACSP', 'ACSC']);
    expect(told.some(({ document }) => document.includes('InstgAgt'))).toBe(false);
    expect(await bookedAmounts(order, 'USD')).toEqual([-100_000n]);
  });
});

describe('a recall', () => {
  const recall = (order: Order, reason?: string) => bank.ask('POST', '/v1/recalls', createCamt056(order, reason));

  test('returns a settled payment once', async () => {
    const order = createPain001(instruments['SEPA Instant']);
    await sendPayment(order);
    await expectEvents(order, ['ACSP', 'ACSC']);
    const first = await recall(order);
    expect([first.status, field(first.body, 'Conf')]).toEqual([202, 'PDCR']);
    expect(await recall(order)).toEqual(first);
    const told = await expectEvents(order, ['ACSP', 'ACSC', 'CNCL', 'payment.return']);
    expect(field(told[3]?.document ?? '', 'Cd')).toBe('FOCR');
    expect(await bookedAmounts(order, 'EUR')).toEqual([-4250n, 4250n]);
    expect((await recall(order, 'FRAD')).status).toBe(409);
  });

  test('is refused if the payee does not agree', async () => {
    const order = createPain001({ reference: 'SANDBOX 61' });
    await sendPayment(order);
    await expectEvents(order, ['ACSP', 'ACSC']);
    await recall(order);
    const told = await expectEvents(order, ['ACSP', 'ACSC', 'RJCR']);
    expect(field(told[2]?.document ?? '', 'Cd')).toBe('CUST');
    expect(await bookedAmounts(order, 'GBP')).toEqual([-4250n]);
  });

  test('withdraws a payment that the bank still holds', async () => {
    const order = createPain001({ reference: 'SANDBOX 77' });
    await sendPayment(order);
    await expectEvents(order, ['PDNG']);
    await recall(order);
    await expectEvents(order, ['PDNG', 'CNCL', 'RJCT']);
    expect(await bookedAmounts(order, 'GBP')).toEqual([]);
  });

  test('is refused for a returned payment and unknown for a missing one', async () => {
    const order = createPain001({ amount: '13.92' });
    await sendPayment(order);
    await expectEvents(order, ['ACSP', 'ACSC', 'payment.return']);
    await recall(order);
    const told = await expectEvents(order, ['ACSP', 'ACSC', 'payment.return', 'RJCR']);
    expect(field(told[3]?.document ?? '', 'Cd')).toBe('ARDT');
    expect((await recall(createPain001())).status).toBe(404);
    expect((await bank.ask('POST', '/v1/recalls', '<Document/>')).status).toBe(400);
  });
});

test('scenario 97 reports a settled payment as rejected and books nothing', async () => {
  const order = createPain001({ reference: 'SANDBOX 97' });
  await sendPayment(order);
  await expectEvents(order, ['ACSP', 'ACSC', 'RJCT']);
  expect(await bookedAmounts(order, 'GBP')).toEqual([-4250n]);
  expect(field((await bank.ask('POST', '/v1/enquiries', createPacs028(order))).body, 'TxSts')).toBe('ACSC');
});

test.each([
  ['EUR', { iban: 'GB33BUKB20201555555555' }, '<IBAN>GB33BUKB20201555555555</IBAN>'],
  ['THB', { bankCode: '004', accountNumber: '1234567890' }, '<MmbId>004</MmbId>'],
  ['USD', { bic: 'SNDBGB20', accountNumber: '41728830' }, '<BICFI>SNDBGB20</BICFI>'],
])('an incoming credit in %s is booked to the account of that currency', async (currency, account, names) => {
  const body = { ...account, currency, amount: '250.00', payerName: 'Harbour & Co' };
  const reply = await bank.lever('POST', '/sandbox/credits', body);
  expect(reply.status).toBe(201);
  const { bankReference } = JSON.parse(reply.body);
  const news = () => receiver.events.filter((event) => event.document.includes(bankReference));
  await vi.waitFor(() => expect(news()).toHaveLength(1), pollOptions);
  expect(news()[0]?.document).toContain(names);
  expect(await bookedAmounts({ endToEndId: bankReference, instructionId: '', document: '' }, currency)).toEqual([
    25_000n,
  ]);
});

test('migrates a version 2 store with its payments, recalls and entries', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-bank-'));
  const old = new DatabaseSync(join(dataDir, 'sandbox-bank.sqlite'));
  old.exec(
    schema
      .replace('end_to_end_id text not null', 'end_to_end_id text not null unique')
      .replace('    instruction_id text,\n', ''),
  );
  const ordered = JSON.stringify({
    message: 'pain.001.001.09',
    messageId: 'm',
    instructionId: 'i',
    endToEndId: 'LKOLD',
    uetr: '9f1c2a34-5b6d-4e7f-8a9b-0c1d2e3f4a5b',
    scheme: 'faster-payments',
    currency: 'GBP',
    amountMinor: '4250',
    bearer: 'SLEV',
    payer: {
      name: 'Mali Hart',
      account: { number: '41728830', isIban: false, bank: { system: 'GBDSC', member: '040621' } },
    },
    payee: {
      name: 'Somchai',
      account: { number: '63748472', isIban: false, bank: { system: 'GBDSC', member: '202959' } },
    },
    reference: 'Rent',
  });
  old
    .prepare(
      `insert into payment values ('SB01', 'i', 'LKOLD', ?, 'h', '<a/>', null, 'ACSP', null, '[]', 0, 1, null, null)`,
    )
    .run(ordered);
  old.exec(`
    pragma user_version = 2;
    insert into recall values ('r', 'SB01', 'h', '<b/>', 'PDCR');
    insert into step (bank_reference, kind, due_at) values ('SB01', 'settle', 1);`);
  old.close();
  const own = await startReceiver();
  const later = await startBank(own, dataDir);
  await vi.waitFor(() => expect(own.events.map(statusOf)).toEqual(['ACSC']), pollOptions);
  expect(field(own.events[0]?.document ?? '', 'OrgnlInstrId')).toBe('LKOLD');
  const { body } = await later.ask('GET', `/v1/statements/${today()}`);
  expect([field(body, 'InstrId'), field(body, 'EndToEndId')]).toEqual(['LKOLD', 'LKOLD']);
  expect(await later.end()).toBe(0);
  own.close();
  rmSync(dataDir, { recursive: true });
});

test('migrates a version 1 store with its pending work', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-bank-'));
  const old = new DatabaseSync(join(dataDir, 'sandbox-bank.sqlite'));
  old.exec(`
    create table settings (id integer primary key, value text not null);
    create table opening (id integer primary key, amount_minor integer not null, booking_date text not null);
    create table payment (bank_reference text primary key, message_id text, payment_information_id text,
      instruction_id text unique, end_to_end_id text unique, uetr text, currency text, amount_minor integer,
      payer_name text, payer_sort_code text, payer_account_number text, payee_name text, payee_sort_code text,
      payee_account_number text, reference text, body_hash text, first_answer text, magic text, status text,
      reason_code text, charges_minor integer default 0, received_at integer, settled_at integer, returned_at integer);
    create table step (id integer primary key autoincrement, bank_reference text references payment, kind text, due_at integer);
    create table event (sequence integer primary key autoincrement, event_id text, bank_reference text references payment,
      kind text, at integer, document text, unordered integer, due_at integer, attempts integer, delivered_at integer);
    create table deal (deal_id text primary key, asked text, answer text, dealt_at integer);
    create table entry (id integer primary key autoincrement, booked_at integer, booking_date text, direction text,
      kind text, amount_minor integer, bank_reference text, end_to_end_id text, counterparty text, reference text);
    insert into opening values (1, 700, '2026-01-01');
    insert into payment values ('SB01', 'm', 'm', 'i', 'LKOLD', '9f1c2a34-5b6d-4e7f-8a9b-0c1d2e3f4a5b', 'GBP', 4250,
      'Mali Hart', '040621', '41728830', 'Somchai', '202959', '63748472', 'Rent', 'h', '<a/>', null, 'ACSP', null, 0, 1,
      null, null);
    insert into step (bank_reference, kind, due_at) values ('SB01', 'settle', 1);`);
  old.close();
  const own = await startReceiver();
  const later = await startBank(own, dataDir);
  await vi.waitFor(() => expect(own.events.map(statusOf)).toEqual(['ACSC']), pollOptions);
  const { body } = await later.ask('GET', `/v1/statements/${today()}`);
  expect(body.match(/<Bal>.*?<\/Bal>/g)?.map((part) => [field(part, 'Amt'), field(part, 'CdtDbtInd')])).toEqual([
    ['7.00', 'CRDT'],
    ['35.50', 'DBIT'],
  ]);
  expect(await later.end()).toBe(0);
  own.close();
  rmSync(dataDir, { recursive: true });
});

test('migrates a version 3 store, which knew no entries of card settlements', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-bank-'));
  const old = new DatabaseSync(join(dataDir, 'sandbox-bank.sqlite'));
  old.exec(
    schema
      .replace(", 'exchange', 'card'", ", 'exchange'")
      .replaceAll(/create table if not exists ci_[^;]*;/g, '')
      .replaceAll(/create index if not exists ci_[^;]*;/g, ''),
  );
  const insertEntry = (kind: string): void =>
    old.exec(`insert into entry (booked_at, booking_date, currency, direction, kind, amount_minor, bank_reference,
      end_to_end_id, counterparty, reference)
      values (1, '${today()}', 'GBP', 'CRDT', '${kind}', 700, 'SB01', 'NOTPROVIDED', 'Mali Hart', 'Rent')`);
  expect(() => insertEntry('card')).toThrow(/CHECK/);
  insertEntry('credit');
  old.exec('pragma user_version = 3');
  old.close();
  const later = await startBank(receiver, dataDir);
  const { body } = await later.ask('GET', `/v1/statements/${today()}`);
  expect([field(body, 'EndToEndId'), field(body, 'AcctSvcrRef')]).toEqual(['NOTPROVIDED', 'SB01']);
  expect((await later.lever('GET', '/sandbox/issued-cards')).body).toBe('[]');
  expect(await later.end()).toBe(0);
  rmSync(dataDir, { recursive: true });
});
