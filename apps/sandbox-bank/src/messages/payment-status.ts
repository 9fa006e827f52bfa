import { randomUUID } from 'node:crypto';
import type { Payment } from '../payment.ts';
import { reasonText } from '../scenario.ts';
import { agent, type BankIdentifier } from './party.ts';
import { amount, type Content, formatTime, writeMessage } from './xml.ts';

type ReportedPayment = Omit<Payment, 'firstAnswer'>;

export type TrackerUpdate = Readonly<{ code: string | null; bank: BankIdentifier; nextBank?: BankIdentifier }>;

export const writeStatusReport = (payment: ReportedPayment, atMs: number): string =>
  payment.message === 'pacs.008.001.08' ? writePacs002(payment, atMs) : writePain002(payment, atMs);

export function writePain002(payment: ReportedPayment, atMs: number): string {
  return writeMessage('pain.002.001.10', {
    CstmrPmtStsRpt: {
      GrpHdr: { MsgId: messageId(), CreDtTm: formatTime(atMs) },
      OrgnlGrpInfAndSts: { OrgnlMsgId: payment.messageId, OrgnlMsgNmId: payment.message },
      OrgnlPmtInfAndSts: {
        OrgnlPmtInfId: payment.messageId,
        TxInfAndSts: {
          ...originalPayment(payment),
          ...statusElements(payment),
          ...acceptanceTime(payment),
          ClrSysRef: payment.bankReference,
        },
      },
    },
  });
}

export function writePacs002(payment: ReportedPayment, atMs: number, hop?: TrackerUpdate): string {
  const settled = payment.settledAt === null ? {} : { FctvIntrBkSttlmDt: { DtTm: formatTime(payment.settledAt) } };
  return writeMessage('pacs.002.001.10', {
    FIToFIPmtStsRpt: {
      GrpHdr: { MsgId: messageId(), CreDtTm: formatTime(atMs) },
      TxInfAndSts: {
        OrgnlGrpInf: { OrgnlMsgId: payment.messageId, OrgnlMsgNmId: payment.message },
        ...originalPayment(payment),
        ...statusElements(payment, hop),
        ...acceptanceTime(payment),
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

const originalPayment = (payment: ReportedPayment) => ({
  OrgnlInstrId: payment.instructionId,
  OrgnlEndToEndId: payment.endToEndId,
  OrgnlUETR: payment.uetr,
});

/** With a tracker update: that bank's status and charges. Without: the payment's status and all charges. */
function statusElements(
  payment: ReportedPayment,
  hop?: TrackerUpdate,
): Readonly<Record<string, Content | readonly Content[]>> {
  const { charges, currency } = payment;
  const reasonCode = hop?.code ?? payment.reasonCode;
  const reportedCharges = hop ? charges.filter((charge) => charge.bank.bic === hop.bank.bic) : charges;
  const reason = reasonCode !== null && {
    StsRsnInf: { Rsn: { Cd: reasonCode }, AddtlInf: reasonText(reasonCode) },
  };
  const chargesInformation = reportedCharges.length > 0 && {
    ChrgsInf: reportedCharges.map(({ minor, bank }) => ({ Amt: amount(currency, minor), Agt: agent(bank) })),
  };
  return { TxSts: payment.status, ...reason, ...chargesInformation };
}

const acceptanceTime = (payment: ReportedPayment) =>
  payment.status === 'RJCT' ? {} : { AccptncDtTm: formatTime(payment.settledAt ?? payment.receivedAt) };
