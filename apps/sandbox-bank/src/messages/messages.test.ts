import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { givenOrder } from '../given-bank.ts';
import type { Payment } from '../payment.ts';
import type { Entry } from '../settlement-account.ts';
import { writeCamt053 } from './camt-053.ts';
import { writeCamt054 } from './camt-054.ts';
import { writePacs004 } from './pacs-004.ts';
import { type PaymentOrder, readPain001 } from './pain-001.ts';
import { writePacs002, writePain002 } from './payment-status.ts';
import { readMessage } from './xml.ts';

const at = Date.parse('2026-11-21T09:30:00.123Z');

/** Names at the edge of what XML can carry: markup, control characters, Thai, a face. */
const awkward = 'Zoë & <Sons> "สมชาย"\u0000\u0007 😀';
const kept = 'Zoë & <Sons> "สมชาย" 😀';

const payment: Payment = {
  ...(readPain001(givenOrder().document) as PaymentOrder),
  bankReference: 'SB0123456789ABCD',
  bodyHash: '',
  firstAnswer: '',
  magic: null,
  status: 'RCVD',
  reasonCode: null,
  chargesMinor: 0n,
  receivedAt: at,
  settledAt: null,
  returnedAt: null,
};
const settled: Payment = { ...payment, status: 'ACSC', settledAt: at, chargesMinor: 500n };
const rejected: Payment = { ...payment, status: 'RJCT', reasonCode: 'AC01' };
const held: Payment = { ...payment, status: 'PDNG', reasonCode: 'RR04' };
const payee = { sortCode: '040621', accountNumber: '41728830' };
const credit = { bankReference: 'SB00', amountMinor: 1n, payerName: awkward, payee, reference: 'Invoice 7' };
const line: Entry = {
  bookedAt: at,
  direction: 'DBIT',
  kind: 'payment',
  amountMinor: 4250n,
  bankReference: 'SB01',
  endToEndId: 'LK01',
  counterparty: awkward,
  reference: 'Rent',
};
const entries: Entry[] = [
  line,
  { ...line, kind: 'return', direction: 'CRDT' },
  { ...line, kind: 'credit', direction: 'CRDT', reference: '' },
];
const statement = { day: '2026-11-21', openingMinor: 100n, entries, closingMinor: 4350n };
const empty = { day: '2026-11-21', openingMinor: -100n, entries: [], closingMinor: -100n };

const messages: [string, string, string][] = [
  ['an order', 'pain.001.001.09', givenOrder().document],
  ['an answer', 'pain.002.001.10', writePain002(payment, at)],
  ['an answer after settlement', 'pain.002.001.10', writePain002(settled, at)],
  ['a rejection on the spot', 'pain.002.001.10', writePain002(rejected, at)],
  ['an acceptance', 'pacs.002.001.10', writePacs002({ ...payment, status: 'ACSP' }, at)],
  ['a settlement with charges', 'pacs.002.001.10', writePacs002(settled, at)],
  ['a rejection', 'pacs.002.001.10', writePacs002(rejected, at)],
  ['a hold', 'pacs.002.001.10', writePacs002(held, at)],
  ['a return', 'pacs.004.001.09', writePacs004(settled, 'SB02', 'AC04', at)],
  ['a credit', 'camt.054.001.08', writeCamt054(credit, at)],
  ['a credit without reference', 'camt.054.001.08', writeCamt054({ ...credit, reference: '' }, at)],
  ['a statement', 'camt.053.001.08', writeCamt053(statement, at)],
  ['an overdrawn day without entries', 'camt.053.001.08', writeCamt053(empty, at)],
];

const schemas = fileURLToPath(new URL('../../../../../shared/data/iso20022/', import.meta.url));
const judged = existsSync(schemas) && spawnSync('xmllint', ['--version']).status === 0;

/** The published schema is the judge where it is at hand; the licence keeps it out of this repository. */
function complaints(message: string, document: string): string {
  if (!judged) return '';
  const run = spawnSync('xmllint', ['--noout', '--schema', `${schemas}${message}.xsd`, '-'], { input: document });
  return run.status === 0 ? '' : run.stderr.toString();
}

test.each(messages)('%s is a valid %s', (_name, message, document) => {
  const read = readMessage(document) as { Document: { '@xmlns': string } };
  expect(read.Document['@xmlns']).toBe(`urn:iso:std:iso:20022:tech:xsd:${message}`);
  expect(document).not.toMatch(/<(\w+)\/>|<(\w+)><\/\2>|undefined|null|NaN/);
  expect(complaints(message, document)).toBe('');
});

const texts = (document: string, name: string) =>
  [...document.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map((match) => match[1]);

describe('what the messages say', () => {
  test('an answer names the order by every id it has', () => {
    const document = writePain002(payment, at);
    const names = ['OrgnlMsgId', 'OrgnlPmtInfId', 'OrgnlInstrId', 'OrgnlEndToEndId', 'OrgnlUETR', 'ClrSysRef'];
    const { messageId, paymentInformationId, instructionId, endToEndId, uetr, bankReference } = payment;
    expect(names.flatMap((name) => texts(document, name))).toEqual([
      messageId,
      paymentInformationId,
      instructionId,
      endToEndId,
      uetr,
      bankReference,
    ]);
  });

  test('a settlement tells when, a rejection tells why', () => {
    expect(writePacs002(settled, at)).toContain('<FctvIntrBkSttlmDt><DtTm>2026-11-21T09:30:00.123Z</DtTm>');
    expect(writePacs002(rejected, at)).toContain('<Rsn><Cd>AC01</Cd></Rsn><AddtlInf>Account number unknown');
    expect(writePacs002(rejected, at)).not.toContain('AccptncDtTm');
  });

  test('a name survives as far as XML allows', () => {
    expect(JSON.stringify(readMessage(writeCamt054(credit, at)))).toContain(JSON.stringify({ Nm: kept }));
  });

  test('a statement sums its own entries', () => {
    const document = writeCamt053(statement, at);
    expect(texts(document, 'NbOfNtries')).toEqual(['3', '2', '1']);
    expect(texts(document, 'Sum')).toEqual(['127.50', '85.00', '42.50']);
    expect(document).toContain('<TtlNetNtry><Amt>42.50</Amt><CdtDbtInd>CRDT</CdtDbtInd></TtlNetNtry>');
    expect(writeCamt053(empty, at)).toContain('<Amt Ccy="GBP">1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>');
  });

  test('every message has an id of its own', () => {
    expect(texts(writePacs002(payment, at), 'MsgId')).not.toEqual(texts(writePacs002(payment, at), 'MsgId'));
  });
});
