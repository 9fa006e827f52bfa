import { backgroundWord } from '@larkmere/contract/payment-background-words';
import type { RailName } from '@larkmere/contract/rail-name';
import type { Content } from '../../kernel/iso-message.ts';
import { travelling } from './character-set.ts';
import type { RailOrder } from './rail.ts';

/** Faster Payments and SEPA have no place for it: their rulebooks leave the element out. */
const carries = (rail: RailName): boolean => rail !== 'faster-payments' && !rail.startsWith('sepa-');

/**
 * Where the money comes from and who the payee is to the payer, as ISO 20022 `RgltryRptg` of the payer's side: for banks and
 * authorities on the way, and never for the payee's statement. The purpose has an element of its own.
 */
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

/** `Inf` takes 35 characters. */
const wordOf = (rail: RailName, kind: 'sourceOfFunds' | 'relationship', code: string): string =>
  travelling(rail, backgroundWord(kind, code)).text.slice(0, 35).trim();
