import { bankingDay } from '../bank.ts';
import { reasonText } from '../outcome.ts';
import type { Payment } from '../payment.ts';
import { messageId } from './payment-status.ts';
import { amount, moment, pounds, writeMessage } from './xml.ts';

/** pacs.004.001.09: a settled payment comes back, under a reference of its own. */
export function writePacs004(payment: Payment, returnReference: string, reason: string, atMs: number): string {
  return writeMessage('pacs.004.001.09', {
    PmtRtr: {
      GrpHdr: {
        MsgId: messageId(),
        CreDtTm: moment(atMs),
        NbOfTxs: '1',
        CtrlSum: pounds(payment.amountMinor),
        SttlmInf: { SttlmMtd: 'CLRG' },
      },
      TxInf: {
        RtrId: returnReference,
        OrgnlGrpInf: { OrgnlMsgId: payment.messageId, OrgnlMsgNmId: 'pain.001.001.09' },
        OrgnlInstrId: payment.instructionId,
        OrgnlEndToEndId: payment.endToEndId,
        OrgnlUETR: payment.uetr,
        OrgnlClrSysRef: payment.bankReference,
        OrgnlIntrBkSttlmAmt: amount(payment.amountMinor),
        RtrdIntrBkSttlmAmt: amount(payment.amountMinor),
        IntrBkSttlmDt: bankingDay(atMs),
        SttlmTmIndctn: { CdtDtTm: moment(atMs) },
        RtrRsnInf: { Rsn: { Cd: reason }, AddtlInf: reasonText(reason) },
      },
    },
  });
}
