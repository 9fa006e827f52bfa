import { formatAmount, isCurrency, money } from '@larkmere/money/money';
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

/** The document as a tree; undefined for what is not one. */
export function treeOf(xml: string): unknown {
  try {
    return readMessage(xml);
  } catch {
    return undefined;
  }
}

/** Plain decimal. An unknown currency is written with two decimals, as it was read. */
export const plain = (currency: string, minor: bigint): string =>
  formatAmount(money(isCurrency(currency) ? currency : 'GBP', minor));
export const amount = (currency: string, minor: bigint) => ({ '@Ccy': currency, '#': plain(currency, minor) });
export const moment = (atMs: number): string => new Date(atMs).toISOString();

/** What the payer wrote; an empty element would not be valid. */
export const remittance = (reference: string) => (reference ? { RmtInf: { Ustrd: reference } } : {});

/** The account of ours in which Larkmere's money of one currency lies. */
export const settlementAccount = (currency: string) => ({
  Id: { Othr: { Id: `LARKMERE-${currency}-SETTLEMENT` } },
  Ccy: currency,
  Ownr: { Nm: 'Larkmere' },
  Svcr: { FinInstnId: { Nm: 'Sandbox Bank' } },
});
