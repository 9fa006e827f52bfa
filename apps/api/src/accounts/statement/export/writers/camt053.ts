import { formatAmount, type Money } from '@larkmere/money/money';
import { rateText } from '../columns.ts';
import type { RowExchange, Statement, StatementHead, StatementRow, Turnover } from '../statement-row.ts';
import { clip, joinTexts } from './text.ts';
import { cleanContent, splitDocument, withRows, writeElements, type XmlContent } from './xml.ts';

/** ISO 20022 camt.053.001.08: one statement. Amounts have no sign; the indicator beside them has it. */
export async function* writeCamt053({ head, batches }: Statement): AsyncGenerator<string> {
  const { before, after } = splitDocument({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    Document: { '@xmlns': 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08', BkToCstmrStmt: messageOf(head) },
  });
  yield before;
  for await (const rows of batches) yield writeElements('Ntry', rows.map(toEntry));
  yield after;
}

function messageOf(head: StatementHead): Readonly<Record<string, unknown>> {
  const { account, currency, from, to, opening, closing, generatedAt } = head;
  const id = `STMT${account.bankholderId}${from.replaceAll('-', '')}${to.replaceAll('-', '')}`;
  const createdAt = generatedAt.toISOString();
  return {
    GrpHdr: { MsgId: id, CreDtTm: createdAt },
    Stmt: {
      Id: id,
      CreDtTm: createdAt,
      FrToDt: { FrDtTm: `${from}T00:00:00`, ToDtTm: `${to}T23:59:59` },
      Acct: cleanContent({
        Id: accountId(head),
        Ccy: currency,
        Ownr: { Nm: clip(account.holder, 140) },
        ...(account.bic !== null && { Svcr: { FinInstnId: { BICFI: account.bic } } }),
      }),
      Bal: [balance('OPBD', opening, from), balance('CLBD', closing, to)],
      TxsSummry: summary(head),
      ...withRows,
    },
  };
}

function accountId({ account }: StatementHead): XmlContent {
  if (account.iban !== null) return { IBAN: account.iban };
  return {
    Othr: { Id: account.accountNumber ? `${account.sortCode ?? ''}${account.accountNumber}` : account.bankholderId },
  };
}

const indicator = ({ minor }: Money): string => (minor < 0n ? 'DBIT' : 'CRDT');
const magnitude = ({ currency, minor }: Money): Money => ({ currency, minor: minor < 0n ? -minor : minor });
const amountElement = (value: Money): XmlContent => ({
  '@Ccy': value.currency,
  '#text': formatAmount(magnitude(value)),
});

const balance = (code: 'OPBD' | 'CLBD', value: Money, day: string): XmlContent => ({
  Tp: { CdOrPrtry: { Cd: code } },
  Amt: amountElement(value),
  CdtDbtInd: indicator(value),
  Dt: { Dt: day },
});

function summary({ in: into, out, opening, closing, currency }: StatementHead): XmlContent {
  const total = { currency, minor: into.sum.minor + out.sum.minor };
  const net = { currency, minor: closing.minor - opening.minor };
  const entries = ({ count, sum }: Turnover): XmlContent => ({ NbOfNtries: `${count}`, Sum: formatAmount(sum) });
  return {
    TtlNtries: {
      ...(entries({ count: into.count + out.count, sum: total }) as object),
      TtlNetNtry: { Amt: formatAmount(magnitude(net)), CdtDbtInd: indicator(net) },
    },
    TtlCdtNtries: entries(into),
    TtlDbtNtries: entries(out),
  };
}

function toEntry(row: StatementRow): XmlContent {
  const { amount, bookedOn, valueDate, transactionId, category } = row;
  return {
    NtryRef: transactionId,
    Amt: amountElement(amount),
    CdtDbtInd: indicator(amount),
    RvslInd: category === 'return' ? 'true' : undefined,
    Sts: { Cd: 'BOOK' },
    BookgDt: { Dt: bookedOn },
    ValDt: { Dt: valueDate },
    AcctSvcrRef: transactionId,
    BkTxCd: bankTransactionCode(row),
    NtryDtls: { TxDtls: toDetails(row) },
    AddtlNtryInf: optional(clip(joinTexts([row.description, row.note]), 500)),
  };
}

const optional = (text: string | null): string | undefined => text || undefined;

function toDetails(row: StatementRow): XmlContent {
  const { amount, exchange, fee, feeForTransactionId, reference, category } = row;
  return {
    Refs: {
      AcctSvcrRef: row.ourReference,
      // A fee names what it is the fee of.
      InstrId: feeForTransactionId ?? undefined,
      EndToEndId: optional(row.endToEndId && clip(row.endToEndId, 35)),
      UETR: row.uetr ?? undefined,
    },
    Amt: amountElement(amount),
    CdtDbtInd: indicator(amount),
    AmtDtls: exchange ? exchangeDetails(exchange) : undefined,
    Chrgs: fee
      ? { Rcrd: { Amt: amountElement(fee), CdtDbtInd: fee.minor < 0n ? 'CRDT' : 'DBIT', ChrgInclInd: 'true' } }
      : undefined,
    RltdPties: parties(row),
    RmtInf: reference ? { Ustrd: clip(joinTexts([reference]), 140) } : undefined,
    RtrInf: category === 'return' ? { AddtlInf: clip(joinTexts([row.description]), 105) } : undefined,
  };
}

const exchangeDetails = ({ rate, original }: RowExchange): XmlContent => ({
  CntrValAmt: {
    Amt: amountElement(original),
    CcyXchg: {
      SrcCcy: rate.base,
      TrgtCcy: rate.quote,
      UnitCcy: rate.base,
      XchgRate: rateText({ rate, original }),
    },
  },
});

/** Money in comes from a debtor, money out goes to a creditor; a payment that comes back names its creditor still. */
function parties({ counterpartyName, counterpartyAccount, amount, category }: StatementRow): XmlContent | undefined {
  const name = clip(joinTexts([counterpartyName]), 140);
  if (name === '') return undefined;
  const party = { Pty: { Nm: name } };
  const account = counterpartyAccount === null ? undefined : { Id: { Othr: { Id: counterpartyAccount } } };
  return amount.minor >= 0n && category !== 'return'
    ? { Dbtr: party, DbtrAcct: account }
    : { Cdtr: party, CdtrAcct: account };
}

type Code = readonly [domain: string, family: string, subFamily: string];

/** ISO 20022 bank transaction codes (external code set of BkTxCd). */
function bankTransactionCode(row: StatementRow): XmlContent {
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
