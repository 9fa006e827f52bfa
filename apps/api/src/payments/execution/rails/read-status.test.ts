import { expect, test } from 'vitest';
import { UnreadableRailMessage } from '../../../platform/iso20022/iso-message.ts';
import { readRailEvent } from './read-event.ts';
import { readStatus } from './read-status.ts';

const report = (status: string, rest = '') =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.002.001.10"><FIToFIPmtStsRpt>
   <GrpHdr><CreDtTm>2026-11-21T09:00:00Z</CreDtTm></GrpHdr><TxInfAndSts>
   <OrgnlEndToEndId>LK01</OrgnlEndToEndId><TxSts>${status}</TxSts>${rest}</TxInfAndSts></FIToFIPmtStsRpt></Document>`;
const why = '<StsRsnInf><Rsn><Cd>AC01</Cd></Rsn><AddtlInf>No such &amp; account</AddtlInf></StsRsnInf>';

test.each([
  ['RCVD', 'received'],
  ['ACTC', 'received'],
  ['PDNG', 'held'],
  ['ACSP', 'accepted'],
  ['ACSC', 'settled'],
])('%s means %s', (code, status) => {
  expect(readStatus(report(code))).toEqual({
    instructionId: 'LK01',
    at: new Date('2026-11-21T09:00:00Z'),
    answer: { status, document: report(code) },
  });
});

test('a rejection is read with its reason', () => {
  const { answer } = readStatus(report('RJCT', why));
  expect(answer).toMatchObject({ status: 'rejected', reasonCode: 'AC01', reasonText: 'No such & account' });
});

test.each([
  ['a status nobody agreed on', report('WHAT')],
  ['a status that names a property of every object', report('constructor')],
  ['a rejection without a reason', report('RJCT')],
  ['charges in no currency', report('ACSC', '<ChrgsInf><Amt>5.00</Amt></ChrgsInf>')],
  ['charges of half a penny', report('ACSC', '<ChrgsInf><Amt Ccy="GBP">0.005</Amt></ChrgsInf>')],
  ['two payments in one message', report('ACSC').replace('</TxInfAndSts>', '</TxInfAndSts><TxInfAndSts/>')],
  ['an XML that ends too early', report('ACSC').slice(0, -5)],
  ['a year that no calendar has', report('ACSC').replace('2026-11-21', '0000-01-01')],
  ['own definitions', report('ACSC').replace('<Document', '<!DOCTYPE a [<!ENTITY b "c">]><Document')],
  ['no XML', 'settled'],
])('%s is refused', (_name, document) => {
  expect(() => readStatus(document)).toThrow(UnreadableRailMessage);
});

test.each(['payment.status', 'payment.return', 'credit'] as const)(
  'a %s that holds another message is refused',
  (kind) => {
    const document = '<Document xmlns="urn:x"><Other/></Document>';
    const wire = { eventId: 'e', sequence: 1, at: '2026-11-21T09:00:00Z', kind, document };
    expect(() => readRailEvent(wire)).toThrow(UnreadableRailMessage);
  },
);
