import { schemes } from '../scheme.ts';
import type { Entry, Statement } from '../settlement-account.ts';
import { messageId } from './payment-status.ts';
import { amount, formatMinor, formatTime, remittance, settlementAccount, writeMessage } from './xml.ts';

function bankTransactionCode({ kind, scheme, direction }: Entry) {
  if (kind === 'exchange') return { Cd: 'FORX', Fmly: { Cd: 'SPOT', SubFmlyCd: 'OTHR' } };
  // Customer card transactions.
  if (kind === 'card') return { Cd: 'PMNT', Fmly: { Cd: 'CCRD', SubFmlyCd: direction === 'DBIT' ? 'POSD' : 'RIMB' } };
  const [out, into] = schemes[scheme ?? 'faster-payments'].family;
  const subFamily = kind === 'return' ? 'RRTN' : scheme === 'swift' ? 'XBCT' : 'DMCT';
  return { Cd: 'PMNT', Fmly: { Cd: kind === 'credit' ? into : out, SubFmlyCd: subFamily } };
}

export function writeCamt053(statement: Statement, atMs: number): string {
  const { currency, day, entries, openingMinor, closingMinor } = statement;
  return writeMessage('camt.053.001.08', {
    BkToCstmrStmt: {
      GrpHdr: { MsgId: messageId(), CreDtTm: formatTime(atMs) },
      Stmt: {
        Id: `${currency}-${day}`,
        CreDtTm: formatTime(atMs),
        Acct: settlementAccount(currency),
        Bal: [balance('OPBD', openingMinor, statement), balance('CLBD', closingMinor, statement)],
        TxsSummry: {
          TtlNtries: {
            ...total(entries, currency),
            TtlNetNtry: {
              Amt: formatMinor(currency, absolute(closingMinor - openingMinor)),
              CdtDbtInd: creditDebitIndicator(closingMinor - openingMinor),
            },
          },
          TtlCdtNtries: total(
            entries.filter((entry) => entry.direction === 'CRDT'),
            currency,
          ),
          TtlDbtNtries: total(
            entries.filter((entry) => entry.direction === 'DBIT'),
            currency,
          ),
        },
        Ntry: entries.map((entry) => entryElement(entry, day)),
      },
    },
  });
}

const absolute = (minor: bigint) => (minor < 0n ? -minor : minor);
const creditDebitIndicator = (minor: bigint) => (minor < 0n ? 'DBIT' : 'CRDT');

const balance = (code: 'OPBD' | 'CLBD', minor: bigint, { currency, day }: Statement) => ({
  Tp: { CdOrPrtry: { Cd: code } },
  Amt: amount(currency, absolute(minor)),
  CdtDbtInd: creditDebitIndicator(minor),
  Dt: { Dt: day },
});

const total = (entries: readonly Entry[], currency: string) => ({
  NbOfNtries: String(entries.length),
  Sum: formatMinor(
    currency,
    entries.reduce((sum, entry) => sum + entry.amountMinor, 0n),
  ),
});

function entryElement(entry: Entry, day: string) {
  const party = { Pty: { Nm: entry.counterparty } };
  return {
    Amt: amount(entry.currency, entry.amountMinor),
    CdtDbtInd: entry.direction,
    Sts: { Cd: 'BOOK' },
    BookgDt: { Dt: day },
    ValDt: { Dt: day },
    AcctSvcrRef: entry.bankReference,
    BkTxCd: { Domn: bankTransactionCode(entry) },
    NtryDtls: {
      TxDtls: {
        Refs: {
          AcctSvcrRef: entry.bankReference,
          ...(entry.instructionId !== null && { InstrId: entry.instructionId }),
          EndToEndId: entry.endToEndId,
        },
        Amt: amount(entry.currency, entry.amountMinor),
        CdtDbtInd: entry.direction,
        RltdPties:
          entry.kind === 'credit' || (entry.kind === 'card' && entry.direction === 'CRDT')
            ? { Dbtr: party }
            : { Cdtr: party },
        ...remittance(entry.reference),
        RltdDts: { TxDtTm: formatTime(entry.bookedAt) },
      },
    },
  };
}
