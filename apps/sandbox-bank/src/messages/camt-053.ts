import type { Entry, Statement } from '../settlement-account.ts';
import { messageId } from './payment-status.ts';
import { amount, moment, pounds, remittance, settlementAccount, writeMessage } from './xml.ts';

// ISO 20022 bank transaction codes: instant credit transfers out and in, and what came back.
const families = {
  payment: { Cd: 'IRCT', SubFmlyCd: 'DMCT' },
  credit: { Cd: 'RRCT', SubFmlyCd: 'DMCT' },
  return: { Cd: 'IRCT', SubFmlyCd: 'RRTN' },
} as const;

/** camt.053.001.08: the settlement account on one day. */
export function writeCamt053(statement: Statement, atMs: number): string {
  const { day, entries, openingMinor, closingMinor } = statement;
  return writeMessage('camt.053.001.08', {
    BkToCstmrStmt: {
      GrpHdr: { MsgId: messageId(), CreDtTm: moment(atMs) },
      Stmt: {
        Id: `GBP-${day}`,
        CreDtTm: moment(atMs),
        Acct: settlementAccount,
        Bal: [balance('OPBD', openingMinor, day), balance('CLBD', closingMinor, day)],
        TxsSummry: {
          TtlNtries: {
            ...total(entries),
            TtlNetNtry: {
              Amt: pounds(size(closingMinor - openingMinor)),
              CdtDbtInd: side(closingMinor - openingMinor),
            },
          },
          TtlCdtNtries: total(entries.filter((entry) => entry.direction === 'CRDT')),
          TtlDbtNtries: total(entries.filter((entry) => entry.direction === 'DBIT')),
        },
        Ntry: entries.map((entry) => line(entry, day)),
      },
    },
  });
}

const size = (minor: bigint) => (minor < 0n ? -minor : minor);
const side = (minor: bigint) => (minor < 0n ? 'DBIT' : 'CRDT');

const balance = (code: 'OPBD' | 'CLBD', minor: bigint, day: string) => ({
  Tp: { CdOrPrtry: { Cd: code } },
  Amt: amount(size(minor)),
  CdtDbtInd: side(minor),
  Dt: { Dt: day },
});

const total = (entries: readonly Entry[]) => ({
  NbOfNtries: String(entries.length),
  Sum: pounds(entries.reduce((sum, entry) => sum + entry.amountMinor, 0n)),
});

function line(entry: Entry, day: string) {
  const party = { Pty: { Nm: entry.counterparty } };
  return {
    Amt: amount(entry.amountMinor),
    CdtDbtInd: entry.direction,
    Sts: { Cd: 'BOOK' },
    BookgDt: { Dt: day },
    ValDt: { Dt: day },
    AcctSvcrRef: entry.bankReference,
    BkTxCd: { Domn: { Cd: 'PMNT', Fmly: families[entry.kind] } },
    NtryDtls: {
      TxDtls: {
        Refs: { AcctSvcrRef: entry.bankReference, EndToEndId: entry.endToEndId },
        Amt: amount(entry.amountMinor),
        CdtDbtInd: entry.direction,
        RltdPties: entry.kind === 'credit' ? { Dbtr: party } : { Cdtr: party },
        ...remittance(entry.reference),
        RltdDts: { TxDtTm: moment(entry.bookedAt) },
      },
    },
  };
}
