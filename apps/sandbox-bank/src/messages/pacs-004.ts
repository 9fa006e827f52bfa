import { bankingDay } from '../bank.ts';
import { reasonText } from '../outcome.ts';
import type { Payment } from '../payment.ts';
import { messageId } from './payment-status.ts';
import { amount, moment, plain, writeMessage } from './xml.ts';

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

export type Returned = Readonly<{ reference: string; reason: string; amountMinor: bigint }>;
