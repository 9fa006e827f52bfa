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

/** Control characters are dropped because XML 1.0 cannot carry them. */
export function writeMessage(message: string, content: { readonly [name: string]: Content }): string {
  const Document = { '@xmlns': `urn:iso:std:iso:20022:tech:xsd:${message}`, ...content };
  return create({ version: '1.0', encoding: 'UTF-8', invalidCharReplacement: '' }, { Document }).end();
}

/** Throws for malformed XML and for a DOCTYPE (entity expansion). */
export function readMessage(xml: string): unknown {
  if (xml.includes('<!DOCTYPE')) throw new SyntaxError('Definitions are not taken');
  return parser.parse(xml, true);
}

export function parseOrUndefined(xml: string): unknown {
  try {
    return readMessage(xml);
  } catch {
    return undefined;
  }
}

export const formatMinor = (currency: string, minor: bigint): string =>
  formatAmount(money(isCurrency(currency) ? currency : 'GBP', minor));
export const amount = (currency: string, minor: bigint) => ({ '@Ccy': currency, '#': formatMinor(currency, minor) });
export const formatTime = (atMs: number): string => new Date(atMs).toISOString();

/** An empty element would be invalid. */
export const remittance = (reference: string) => (reference ? { RmtInf: { Ustrd: reference } } : {});

export const settlementAccount = (currency: string) => ({
  Id: { Othr: { Id: `LARKMERE-${currency}-SETTLEMENT` } },
  Ccy: currency,
  Ownr: { Nm: 'Larkmere' },
  Svcr: { FinInstnId: { Nm: 'Sandbox Bank' } },
});
