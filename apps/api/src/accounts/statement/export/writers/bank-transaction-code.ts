import type { StatementRow } from '../statement-row.ts';
import type { XmlContent } from './xml.ts';

type Code = readonly [domain: string, family: string, subFamily: string];

/** ISO 20022 bank transaction codes (external code set of BkTxCd). */
export function bankTransactionCode(row: StatementRow): XmlContent {
  const [domain, family, subFamily] = codeOf(row);
  return { Domn: { Cd: domain, Fmly: { Cd: family, SubFmlyCd: subFamily } } };
}

const railSubFamilies: Readonly<Record<string, string>> = {
  'sepa-credit-transfer': 'ESCT',
  'sepa-instant': 'ESCT',
  swift: 'XBCT',
};
const instantRails: ReadonlySet<string> = new Set(['sepa-instant', 'faster-payments', 'promptpay']);

function codeOf({ category, amount, rail }: StatementRow): Code {
  const isOut = amount.minor < 0n;
  const family = isOut ? 'ICDT' : 'RCDT';
  switch (category) {
    case 'payment':
      return ['PMNT', instantRails.has(rail ?? '') ? 'IRCT' : family, railSubFamilies[rail ?? ''] ?? 'DMCT'];
    case 'credit':
      return ['PMNT', family, 'DMCT'];
    case 'return':
      return ['PMNT', isOut ? 'RCDT' : 'ICDT', 'RRTN'];
    case 'transfer':
      return ['PMNT', family, 'BOOK'];
    case 'card':
      return ['PMNT', 'CCRD', 'POSD'];
    case 'exchange':
      return ['FORX', 'SPOT', 'OTHR'];
    case 'fee':
      return ['ACMT', isOut ? 'MDOP' : 'MCOP', 'CHRG'];
    default:
      return ['ACMT', isOut ? 'MDOP' : 'MCOP', 'ADJT'];
  }
}
