import { regulatoryCodeLabel } from '@larkmere/contract/payments/regulatory-code-labels';
import type { RailName } from '@larkmere/contract/platform/rail-name';
import type { IsoContent } from '../../../platform/iso20022/iso-message.ts';
import type { PaymentInstruction } from '../../payment/rail.ts';
import { transliterateForRail } from '../../payment/rail-character-set.ts';

/** The rulebooks of Faster Payments and SEPA exclude this element. */
const carriesReporting = (rail: RailName): boolean => rail !== 'faster-payments' && !rail.startsWith('sepa-');

/** ISO 20022 `RgltryRptg`, debtor side: for banks and authorities, never shown to the payee. */
export function regulatoryReporting({
  scheme,
  sourceOfFunds,
  relationship,
}: PaymentInstruction): Readonly<Record<string, IsoContent>> {
  if (!carriesReporting(scheme)) return {};
  const details = [
    ...(sourceOfFunds ? [{ Tp: 'SourceOfFunds', Inf: reportingTextOf(scheme, 'sourceOfFunds', sourceOfFunds) }] : []),
    ...(relationship ? [{ Tp: 'Relationship', Inf: reportingTextOf(scheme, 'relationship', relationship) }] : []),
  ];
  return details.length === 0 ? {} : { RgltryRptg: { DbtCdtRptgInd: 'DEBT', Dtls: details } };
}

const reportingTextOf = (rail: RailName, kind: 'sourceOfFunds' | 'relationship', code: string): string =>
  transliterateForRail(rail, regulatoryCodeLabel(kind, code)).text.slice(0, 35).trim();
