import { z } from 'zod';
import { IsoAmount, IsoDateTime, readIsoMessage } from '../../../platform/iso20022/iso-message.ts';
import { referenceFromInstructionId } from '../../payment/payment-ids.ts';
import type { RailCreditEvent, RailEvent, RailReturnEvent, RecallResponse } from '../../payment/rail.ts';
import { IsoAccountId, IsoAgent, readAccount } from './iso-party.ts';
import { instructionIdOf, OriginalIds, readStatus } from './read-status.ts';

export type RailEventEnvelope = Readonly<{
  eventId: string;
  sequence: number;
  at: string;
  kind: 'payment.status' | 'payment.return' | 'payment.recall' | 'credit';
  document: string;
}>;

/** Messages about one payment, whichever attempt, are processed one after the other. */
export function serialKeyOf({ eventId, document }: RailEventEnvelope): string {
  const id = /Orgnl(?:InstrId|EndToEndId)>([^<]+)</.exec(document)?.[1] ?? eventId;
  return referenceFromInstructionId(id) ?? id;
}

const Return = z.object({
  PmtRtr: z.object({
    TxInf: OriginalIds.extend({
      RtrId: z.string(),
      RtrdIntrBkSttlmAmt: IsoAmount,
      SttlmTmIndctn: z.object({ CdtDtTm: IsoDateTime }),
      RtrRsnInf: z.object({ Rsn: z.object({ Cd: z.string() }), AddtlInf: z.string().default('') }),
    }),
  }),
});

const Credit = z.object({
  BkToCstmrDbtCdtNtfctn: z.object({
    Ntfctn: z.object({
      Ntry: z.object({
        Amt: IsoAmount,
        CdtDbtInd: z.literal('CRDT'),
        Sts: z.object({ Cd: z.literal('BOOK') }),
        BookgDt: z.object({ DtTm: IsoDateTime }),
        AcctSvcrRef: z.string(),
        NtryDtls: z.object({
          TxDtls: z.object({
            RltdPties: z.object({ Dbtr: z.object({ Pty: z.object({ Nm: z.string() }) }), CdtrAcct: IsoAccountId }),
            RltdAgts: z.object({ CdtrAgt: IsoAgent }).optional(),
            RmtInf: z.object({ Ustrd: z.string() }).optional(),
          }),
        }),
      }),
    }),
  }),
});

export function readRailEvent({ eventId, sequence, at, kind, document }: RailEventEnvelope): RailEvent {
  const head = { eventId, sequence, at: new Date(at) };
  if (kind === 'payment.status') return { ...head, kind: 'status', ...readStatus(document) };
  if (kind === 'payment.recall') return { ...head, kind: 'recall', ...readRecall(document) };
  if (kind === 'payment.return') return { ...head, kind: 'return', ...readReturn(document) };
  return { ...head, kind: 'credit', ...readCredit(document) };
}

function readReturn(document: string): Omit<RailReturnEvent, 'kind' | 'eventId' | 'sequence' | 'at'> {
  const { TxInf } = readIsoMessage(document, Return).PmtRtr;
  return {
    instructionId: instructionIdOf(TxInf),
    amount: TxInf.RtrdIntrBkSttlmAmt,
    reasonCode: TxInf.RtrRsnInf.Rsn.Cd,
    reasonText: TxInf.RtrRsnInf.AddtlInf,
    railReference: TxInf.RtrId,
    bookedAt: TxInf.SttlmTmIndctn.CdtDtTm,
    document,
  };
}

function readCredit(document: string): Omit<RailCreditEvent, 'kind' | 'eventId' | 'sequence' | 'at'> {
  const { Ntry } = readIsoMessage(document, Credit).BkToCstmrDbtCdtNtfctn.Ntfctn;
  const { RltdPties, RltdAgts, RmtInf } = Ntry.NtryDtls.TxDtls;
  return {
    railReference: Ntry.AcctSvcrRef,
    amount: Ntry.Amt,
    payerName: RltdPties.Dbtr.Pty.Nm,
    payee: readAccount(RltdAgts?.CdtrAgt, RltdPties.CdtrAcct),
    reference: RmtInf?.Ustrd ?? '',
    bookedAt: Ntry.BookgDt.DtTm,
    document,
  };
}

const outcomes = { PDCR: 'pending', CNCL: 'accepted', RJCR: 'refused' } as const;

const Resolution = z.object({
  RsltnOfInvstgtn: z.object({
    Sts: z.object({ Conf: z.enum(['PDCR', 'CNCL', 'RJCR']) }),
    CxlDtls: z.object({
      TxInfAndSts: OriginalIds.extend({
        CxlStsRsnInf: z.object({ Rsn: z.object({ Cd: z.string() }), AddtlInf: z.string().optional() }).optional(),
      }),
    }),
  }),
});

export function readRecall(document: string): Readonly<{ instructionId: string; answer: RecallResponse }> {
  const { Sts, CxlDtls } = readIsoMessage(document, Resolution).RsltnOfInvstgtn;
  const { CxlStsRsnInf: why, ...ids } = CxlDtls.TxInfAndSts;
  const answer = {
    outcome: outcomes[Sts.Conf],
    document,
    ...(why && { reasonCode: why.Rsn.Cd }),
    ...(why?.AddtlInf && { reasonText: why.AddtlInf }),
  };
  return { instructionId: instructionIdOf(ids), answer };
}
