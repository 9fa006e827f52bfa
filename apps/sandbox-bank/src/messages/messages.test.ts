import { describe, expect, test } from 'vitest';
import { findSchemaErrors } from '../../../../test/fixtures/validate-messages.ts';
import { createCamt056, createPacs008, createPacs028, createPain001, payees } from '../bank.fixture.ts';
import type { Payment } from '../payment.ts';
import type { Entry } from '../settlement-account.ts';
import { writeCamt029 } from './camt-029.ts';
import { writeCamt053 } from './camt-053.ts';
import { writeCamt054 } from './camt-054.ts';
import { writePacs004 } from './pacs-004.ts';
import type { PaymentInstruction } from './payment-instruction.ts';
import { type TrackerUpdate, writePacs002, writePain002 } from './payment-status.ts';
import { readInstruction } from './read-instruction.ts';
import { readMessage } from './xml.ts';

const at = Date.parse('2026-11-21T09:30:00.123Z');

const difficultName = 'Zoë & <Sons> "สมชาย"\u0000\u0007 😀';
const sanitisedName = 'Zoë & <Sons> "สมชาย" 😀';

const payment: Payment = {
  ...(readInstruction(createPain001().document) as PaymentInstruction),
  bankReference: 'SB0123456789ABCD',
  bodyHash: '',
  firstAnswer: '',
  scenarioCode: null,
  status: 'RCVD',
  reasonCode: null,
  charges: [],
  hopCount: 0,
  receivedAt: at,
  settledAt: null,
  returnedAt: null,
};
const settled: Payment = {
  ...payment,
  status: 'ACSC',
  settledAt: at,
  charges: [{ bank: { name: 'Payee’s bank' }, minor: 500n }],
};
const correspondent = { bic: 'CORRDE10', name: 'Correspondent Frankfurt' };
const trackerUpdate: TrackerUpdate = { code: 'G000', bank: correspondent, nextBank: { bic: 'COBADEFFXXX' } };
const crossBorder: Payment = {
  ...payment,
  ...(readInstruction(createPacs008().document) as PaymentInstruction),
  status: 'ACSP',
  charges: [
    { bank: { bic: 'SNDBGB20' }, minor: 100n },
    { bank: correspondent, minor: 1000n },
  ],
};
const rejected: Payment = { ...payment, status: 'RJCT', reasonCode: 'AC01' };
const pending: Payment = { ...payment, status: 'PDNG', reasonCode: 'RR04' };
const account = { number: '41728830', isIban: false, bank: { system: 'GBDSC', member: '040621' } };
const credit = {
  bankReference: 'SB00',
  currency: 'GBP',
  amountMinor: 1n,
  payerName: difficultName,
  account,
  reference: 'Invoice 7',
};
const iban = { number: 'DE89370400440532013000', isIban: true, bank: {} };
const statementEntry: Entry = {
  bookedAt: at,
  direction: 'DBIT',
  kind: 'payment',
  currency: 'GBP',
  scheme: 'faster-payments',
  amountMinor: 4250n,
  bankReference: 'SB01',
  instructionId: 'LK01',
  endToEndId: 'LK01',
  counterparty: difficultName,
  reference: 'Rent',
};
const entries: Entry[] = [
  statementEntry,
  { ...statementEntry, kind: 'return', direction: 'CRDT' },
  { ...statementEntry, kind: 'credit', direction: 'CRDT', reference: '' },
];
const statement = { currency: 'GBP', day: '2026-11-21', openingMinor: 100n, entries, closingMinor: 4350n };
const empty = { currency: 'GBP', day: '2026-11-21', openingMinor: -100n, entries: [], closingMinor: -100n };

const messages: [string, string, string][] = [
  ['an order', 'pain.001.001.09', createPain001().document],
  ['an answer', 'pain.002.001.10', writePain002(payment, at)],
  ['an answer after settlement', 'pain.002.001.10', writePain002(settled, at)],
  ['a rejection on the spot', 'pain.002.001.10', writePain002(rejected, at)],
  ['an acceptance', 'pacs.002.001.10', writePacs002({ ...payment, status: 'ACSP' }, at)],
  ['a settlement with charges', 'pacs.002.001.10', writePacs002(settled, at)],
  ['a rejection', 'pacs.002.001.10', writePacs002(rejected, at)],
  ['a hold', 'pacs.002.001.10', writePacs002(pending, at)],
  ['a return', 'pacs.004.001.09', writePacs004(settled, { reference: 'SB02', reason: 'AC04', amountMinor: 4250n }, at)],
  ['an order by SWIFT', 'pacs.008.001.08', createPacs008().document],
  ['an order through Fedwire', 'pacs.008.001.08', createPacs008({ type: 'FDW', payee: payees.us }).document],
  ['an enquiry', 'pacs.028.001.03', createPacs028(createPain001())],
  ['a recall', 'camt.056.001.08', createCamt056(createPain001())],
  ['the answer that a recall is under way', 'camt.029.001.09', writeCamt029(payment, 'PDCR', null, at)],
  ['the refusal of a recall', 'camt.029.001.09', writeCamt029(crossBorder, 'RJCR', 'CUST', at)],
  ['an answer to SWIFT', 'pacs.002.001.10', writePacs002(crossBorder, at)],
  ['a report of the tracker', 'pacs.002.001.10', writePacs002(crossBorder, at, trackerUpdate)],
  ['a credit in euros', 'camt.054.001.08', writeCamt054({ ...credit, currency: 'EUR', account: iban }, at)],
  ['a statement in yen', 'camt.053.001.08', writeCamt053({ ...statement, currency: 'JPY' }, at)],
  ['a credit', 'camt.054.001.08', writeCamt054(credit, at)],
  ['a credit without reference', 'camt.054.001.08', writeCamt054({ ...credit, reference: '' }, at)],
  ['a statement', 'camt.053.001.08', writeCamt053(statement, at)],
  ['an overdrawn day without entries', 'camt.053.001.08', writeCamt053(empty, at)],
];

test.each(messages)('%s is a valid %s', (_name, message, document) => {
  const read = readMessage(document) as { Document: { '@xmlns': string } };
  expect(read.Document['@xmlns']).toBe(`urn:iso:std:iso:20022:tech:xsd:${message}`);
  expect(document).not.toMatch(/<(\w+)\/>|<(\w+)><\/\2>|undefined|null|NaN/);
  expect(findSchemaErrors([document])).toBe('');
});

const texts = (document: string, name: string) =>
  [...document.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map((match) => match[1]);

describe('message contents', () => {
  test('an answer carries every id of the instruction', () => {
    const document = writePain002(payment, at);
    const names = ['OrgnlMsgId', 'OrgnlPmtInfId', 'OrgnlInstrId', 'OrgnlEndToEndId', 'OrgnlUETR', 'ClrSysRef'];
    const { messageId, instructionId, endToEndId, uetr, bankReference } = payment;
    expect(names.flatMap((name) => texts(document, name))).toEqual([
      messageId,
      messageId,
      instructionId,
      endToEndId,
      uetr,
      bankReference,
    ]);
  });

  test('a settlement carries its time, a rejection its reason', () => {
    expect(writePacs002(settled, at)).toContain('<FctvIntrBkSttlmDt><DtTm>2026-11-21T09:30:00.123Z</DtTm>');
    expect(writePacs002(rejected, at)).toContain('<Rsn><Cd>AC01</Cd></Rsn><AddtlInf>Account number unknown');
    expect(writePacs002(rejected, at)).not.toContain('AccptncDtTm');
  });

  test('a tracker update has the charges of one bank, an answer those of all', () => {
    expect(texts(writePacs002(crossBorder, at, trackerUpdate), 'Amt')).toEqual(['10.00']);
    expect(texts(writePacs002(crossBorder, at), 'Amt')).toEqual(['1.00', '10.00']);
    expect(texts(writePacs002(crossBorder, at, trackerUpdate), 'BICFI')).toEqual([
      'CORRDE10',
      'CORRDE10',
      'COBADEFFXXX',
    ]);
  });

  test('a name is preserved as far as XML allows', () => {
    expect(JSON.stringify(readMessage(writeCamt054(credit, at)))).toContain(JSON.stringify({ Nm: sanitisedName }));
  });

  test('a statement sums its own entries', () => {
    const document = writeCamt053(statement, at);
    expect(texts(document, 'NbOfNtries')).toEqual(['3', '2', '1']);
    expect(texts(document, 'Sum')).toEqual(['127.50', '85.00', '42.50']);
    expect(document).toContain('<TtlNetNtry><Amt>42.50</Amt><CdtDbtInd>CRDT</CdtDbtInd></TtlNetNtry>');
    expect(writeCamt053(empty, at)).toContain('<Amt Ccy="GBP">1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>');
  });

  test('every message has a unique id', () => {
    expect(texts(writePacs002(payment, at), 'MsgId')).not.toEqual(texts(writePacs002(payment, at), 'MsgId'));
  });
});
