import { randomUUID } from 'node:crypto';
import { reasonText } from '../outcome.ts';
import type { Payment } from '../payment.ts';
import { agent, type BankName } from './party.ts';
import { amount, type Content, moment, writeMessage } from './xml.ts';

type Stated = Omit<Payment, 'firstAnswer'>;

/** Where a tracked payment is: which bank says so, to which it goes on, and the tracker's code. */
export type Hop = Readonly<{ code: string | null; bank: BankName; nextBank?: BankName }>;

/** Our answer to an order and to every enquiry about it, in the message that answers the order's own. */
export const writeAnswer = (payment: Stated, atMs: number): string =>
  payment.message === 'pacs.008.001.08' ? writePacs002(payment, atMs) : writePain002(payment, atMs);

/** pain.002.001.10: our answer to the customer's own request, and to every enquiry about it. */
export function writePain002(payment: Stated, atMs: number): string {
  return writeMessage('pain.002.001.10', {
    CstmrPmtStsRpt: {
      GrpHdr: { MsgId: messageId(), CreDtTm: moment(atMs) },
      OrgnlGrpInfAndSts: { OrgnlMsgId: payment.messageId, OrgnlMsgNmId: payment.message },
      OrgnlPmtInfAndSts: {
        OrgnlPmtInfId: payment.messageId,
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
export function writePacs002(payment: Stated, atMs: number, hop?: Hop): string {
  const settled = payment.settledAt === null ? {} : { FctvIntrBkSttlmDt: { DtTm: moment(payment.settledAt) } };
  return writeMessage('pacs.002.001.10', {
    FIToFIPmtStsRpt: {
      GrpHdr: { MsgId: messageId(), CreDtTm: moment(atMs) },
      TxInfAndSts: {
        OrgnlGrpInf: { OrgnlMsgId: payment.messageId, OrgnlMsgNmId: payment.message },
        ...subject(payment),
        ...outcome(payment, hop),
        ...acceptance(payment),
        ...settled,
        ClrSysRef: payment.bankReference,
        ...(hop && { InstgAgt: agent(hop.bank) }),
        ...(hop?.nextBank && { InstdAgt: agent(hop.nextBank) }),
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

/** With a hop: what that bank says and kept. Without: how the payment stands, and all that was kept. */
function outcome(payment: Stated, hop?: Hop): Readonly<Record<string, Content | readonly Content[]>> {
  const { charges, currency } = payment;
  const reasonCode = hop?.code ?? payment.reasonCode;
  const told = hop ? charges.filter((charge) => charge.bank.bic === hop.bank.bic) : charges;
  const reason = reasonCode !== null && {
    StsRsnInf: { Rsn: { Cd: reasonCode }, AddtlInf: reasonText(reasonCode) },
  };
  const kept = told.length > 0 && {
    ChrgsInf: told.map(({ minor, bank }) => ({ Amt: amount(currency, minor), Agt: agent(bank) })),
  };
  return { TxSts: payment.status, ...reason, ...kept };
}

const acceptance = (payment: Stated) =>
  payment.status === 'RJCT' ? {} : { AccptncDtTm: moment(payment.settledAt ?? payment.receivedAt) };
