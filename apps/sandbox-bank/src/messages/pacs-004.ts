import { bankingDay } from '../bank.ts';
import type { Payment } from '../payment.ts';
import { reasonText } from '../scenario.ts';
import { messageId } from './payment-status.ts';
import { amount, formatMinor, formatTime, writeMessage } from './xml.ts';

export function writePacs004(payment: Payment, given: ReturnDetails, atMs: number): string {
  const { currency } = payment;
  return writeMessage('pacs.004.001.09', {
    PmtRtr: {
      GrpHdr: {
        MsgId: messageId(),
        CreDtTm: formatTime(atMs),
        NbOfTxs: '1',
        CtrlSum: formatMinor(currency, given.amountMinor),
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
        SttlmTmIndctn: { CdtDtTm: formatTime(atMs) },
        RtrRsnInf: { Rsn: { Cd: given.reason }, AddtlInf: reasonText(given.reason) },
      },
    },
  });
}

export type ReturnDetails = Readonly<{ reference: string; reason: string; amountMinor: bigint }>;
