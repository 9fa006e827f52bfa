import { randomUUID } from 'node:crypto';
import { reasonText } from '../outcome.ts';
import type { Payment } from '../payment.ts';
import { agent, type BankName } from './party.ts';
import { amount, type Content, moment, writeMessage } from './xml.ts';

type Stated = Omit<Payment, 'firstAnswer'>;

export type Hop = Readonly<{ code: string | null; bank: BankName; nextBank?: BankName }>;

export const writeAnswer = (payment: Stated, atMs: number): string =>
  payment.message === 'pacs.008.001.08' ? writePacs002(payment, atMs) : writePain002(payment, atMs);

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

/** ISO 20022 limits message ids to 35 characters, so a UUID loses its hyphens. */
export const messageId = (): string => randomUUID().replaceAll('-', '');

const subject = (payment: Stated) => ({
  OrgnlInstrId: payment.instructionId,
  OrgnlEndToEndId: payment.endToEndId,
  OrgnlUETR: payment.uetr,
});

/** With a tracker update: that bank's status and charges. Without: the payment's status and all charges. */
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
