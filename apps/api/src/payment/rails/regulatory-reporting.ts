import { backgroundWord } from '@larkmere/contract/payment-background-words';
import type { RailName } from '@larkmere/contract/rail-name';
import type { Content } from '../../kernel/iso-message.ts';
import { travelling } from './character-set.ts';
import type { RailOrder } from './rail.ts';

/** The rulebooks of Faster Payments and SEPA exclude this element. */
const carries = (rail: RailName): boolean => rail !== 'faster-payments' && !rail.startsWith('sepa-');

/** ISO 20022 `RgltryRptg`, debtor side: for banks and authorities, never shown to the payee. */
export function regulatoryReporting({
  scheme,
  sourceOfFunds,
  relationship,
}: RailOrder): Readonly<Record<string, Content>> {
  if (!carries(scheme)) return {};
  const details = [
    ...(sourceOfFunds ? [{ Tp: 'SourceOfFunds', Inf: wordOf(scheme, 'sourceOfFunds', sourceOfFunds) }] : []),
    ...(relationship ? [{ Tp: 'Relationship', Inf: wordOf(scheme, 'relationship', relationship) }] : []),
  ];
  return details.length === 0 ? {} : { RgltryRptg: { DbtCdtRptgInd: 'DEBT', Dtls: details } };
}

const wordOf = (rail: RailName, kind: 'sourceOfFunds' | 'relationship', code: string): string =>
  travelling(rail, backgroundWord(kind, code)).text.slice(0, 35).trim();
