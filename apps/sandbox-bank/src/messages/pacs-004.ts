import { bankingDay } from '../bank.ts';
import { reasonText } from '../outcome.ts';
import type { Payment } from '../payment.ts';
import { messageId } from './payment-status.ts';
import { amount, moment, plain, writeMessage } from './xml.ts';

/** pacs.004.001.09: a settled payment comes back, under a reference of its own and perhaps less than it was. */
export function writePacs004(payment: Payment, given: Returned, atMs: number): string {
  const { currency } = payment;
  return writeMessage('pacs.004.001.09', {
    PmtRtr: {
      GrpHdr: {
        MsgId: messageId(),
        CreDtTm: moment(atMs),
        NbOfTxs: '1',
        CtrlSum: plain(currency, given.amountMinor),
        SttlmInf: { SttlmMtd: 'CLRG' },
      },
      TxInf: {
        RtrId: given.reference,
        OrgnlGrpInf: { OrgnlMsgId: payment.messageId, OrgnlMsgNmId: payment.message },
        OrgnlInstrId: payment.instructionId,
        OrgnlEndToEndId: payment.endToEndId,
        OrgnlUETR: payment.uetr,
        OrgnlClrSysRef: payment.bankReference,
        OrgnlIntrBkSttlmAmt: amount(currency, payment.amountMinor),
        RtrdIntrBkSttlmAmt: amount(currency, given.amountMinor),
        IntrBkSttlmDt: bankingDay(atMs),
        SttlmTmIndctn: { CdtDtTm: moment(atMs) },
        RtrRsnInf: { Rsn: { Cd: given.reason }, AddtlInf: reasonText(given.reason) },
      },
    },
  });
}

/** What comes back: how much, why, and under which reference of ours. */
export type Returned = Readonly<{ reference: string; reason: string; amountMinor: bigint }>;
