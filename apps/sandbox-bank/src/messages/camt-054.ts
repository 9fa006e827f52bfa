import { type Account, accountId, agent } from './party.ts';
import { messageId } from './payment-status.ts';
import { amount, formatTime, remittance, settlementAccount, writeMessage } from './xml.ts';

export type Credit = Readonly<{
  bankReference: string;
  currency: string;
  amountMinor: bigint;
  payerName: string;
  account: Account;
  reference: string;
}>;

export function writeCamt054(credit: Credit, atMs: number): string {
  return writeMessage('camt.054.001.08', {
    BkToCstmrDbtCdtNtfctn: {
      GrpHdr: { MsgId: messageId(), CreDtTm: formatTime(atMs) },
      Ntfctn: {
        Id: messageId(),
        CreDtTm: formatTime(atMs),
        Acct: settlementAccount(credit.currency),
        Ntry: {
          Amt: amount(credit.currency, credit.amountMinor),
          CdtDbtInd: 'CRDT',
          Sts: { Cd: 'BOOK' },
          BookgDt: { DtTm: formatTime(atMs) },
          ValDt: { DtTm: formatTime(atMs) },
          AcctSvcrRef: credit.bankReference,
          BkTxCd: { Domn: { Cd: 'PMNT', Fmly: { Cd: 'RRCT', SubFmlyCd: 'DMCT' } } },
          NtryDtls: {
            TxDtls: {
              Refs: { AcctSvcrRef: credit.bankReference, EndToEndId: 'NOTPROVIDED' },
              Amt: amount(credit.currency, credit.amountMinor),
              CdtDbtInd: 'CRDT',
              RltdPties: { Dbtr: { Pty: { Nm: credit.payerName } }, CdtrAcct: accountId(credit.account) },
              RltdAgts: { CdtrAgt: agent(credit.account.bank) },
              ...remittance(credit.reference),
            },
          },
        },
      },
    },
  });
}
