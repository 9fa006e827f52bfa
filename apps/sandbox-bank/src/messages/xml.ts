import { formatAmount, money } from '@larkmere/money/money';
import { XMLParser } from 'fast-xml-parser';
import { create } from 'xmlbuilder2';

export type Content = string | { readonly [name: string]: Content | readonly Content[] };

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  htmlEntities: true,
});

/** One ISO 20022 document. Control characters, which XML cannot carry, are left out. */
export function writeMessage(message: string, content: { readonly [name: string]: Content }): string {
  const Document = { '@xmlns': `urn:iso:std:iso:20022:tech:xsd:${message}`, ...content };
  return create({ version: '1.0', encoding: 'UTF-8', invalidCharReplacement: '' }, { Document }).end();
}

/** The document as a tree. Throws for anything that is not well-formed, or that brings its own definitions. */
export function readMessage(xml: string): unknown {
  if (xml.includes('<!DOCTYPE')) throw new SyntaxError('Definitions are not taken');
  return parser.parse(xml, true);
}

export const pounds = (minor: bigint): string => formatAmount(money('GBP', minor));
export const amount = (minor: bigint) => ({ '@Ccy': 'GBP', '#': pounds(minor) });
export const moment = (atMs: number): string => new Date(atMs).toISOString();

export const agent = (sortCode: string) => ({
  FinInstnId: { ClrSysMmbId: { ClrSysId: { Cd: 'GBDSC' }, MmbId: sortCode } },
});
export const account = (accountNumber: string) => ({ Id: { Othr: { Id: accountNumber, SchmeNm: { Cd: 'BBAN' } } } });

/** What the payer wrote; an empty element would not be valid. */
export const remittance = (reference: string) => (reference ? { RmtInf: { Ustrd: reference } } : {});

/** The account of ours in which Larkmere's money lies. */
export const settlementAccount = {
  Id: { Othr: { Id: 'LARKMERE-GBP-SETTLEMENT' } },
  Ccy: 'GBP',
  Ownr: { Nm: 'Larkmere' },
  Svcr: { FinInstnId: { Nm: 'Sandbox Bank' } },
};
