import { randomUUID } from 'node:crypto';
import { reasonText } from '../outcome.ts';
import type { Payment } from '../payment.ts';
import { agent, amount, type Content, moment, writeMessage } from './xml.ts';

type Stated = Omit<Payment, 'firstAnswer'>;

/** pain.002.001.10: our answer to the customer's own request, and to every enquiry about it. */
export function writePain002(payment: Stated, atMs: number): string {
  return writeMessage('pain.002.001.10', {
    CstmrPmtStsRpt: {
      GrpHdr: { MsgId: messageId(), CreDtTm: moment(atMs) },
      OrgnlGrpInfAndSts: { OrgnlMsgId: payment.messageId, OrgnlMsgNmId: 'pain.001.001.09' },
      OrgnlPmtInfAndSts: {
        OrgnlPmtInfId: payment.paymentInformationId,
        TxInfAndSts: {
          ...subject(payment),
          ...outcome(payment),
          ...acceptance(payment),
          ClrSysRef: payment.bankReference,
        },
      },
    },
  });
}

/** pacs.002.001.10: news from the scheme about a payment under way. */
export function writePacs002(payment: Stated, atMs: number): string {
  const settled = payment.settledAt === null ? {} : { FctvIntrBkSttlmDt: { DtTm: moment(payment.settledAt) } };
  return writeMessage('pacs.002.001.10', {
    FIToFIPmtStsRpt: {
      GrpHdr: { MsgId: messageId(), CreDtTm: moment(atMs) },
      TxInfAndSts: {
        OrgnlGrpInf: { OrgnlMsgId: payment.messageId, OrgnlMsgNmId: 'pain.001.001.09' },
        ...subject(payment),
        ...outcome(payment),
        ...acceptance(payment),
        ...settled,
        ClrSysRef: payment.bankReference,
      },
    },
  });
}

/** Message ids have 35 characters at most: a UUID without its hyphens. */
export const messageId = (): string => randomUUID().replaceAll('-', '');

const subject = (payment: Stated) => ({
  OrgnlInstrId: payment.instructionId,
  OrgnlEndToEndId: payment.endToEndId,
  OrgnlUETR: payment.uetr,
});

function outcome(payment: Stated): { [name: string]: Content } {
  const { reasonCode, chargesMinor } = payment;
  const reason = reasonCode !== null && {
    StsRsnInf: { Rsn: { Cd: reasonCode }, AddtlInf: reasonText(reasonCode) },
  };
  const charges = chargesMinor > 0n && {
    ChrgsInf: { Amt: amount(chargesMinor), Agt: agent(payment.payee.sortCode) },
  };
  return { TxSts: payment.status, ...reason, ...charges };
}

const acceptance = (payment: Stated) =>
  payment.status === 'RJCT' ? {} : { AccptncDtTm: moment(payment.settledAt ?? payment.receivedAt) };
