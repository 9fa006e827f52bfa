import { z } from 'zod';
import { parseOrUndefined } from './xml.ts';

const OriginalPayment = z.object({ OrgnlInstrId: z.string() });

const Pacs028 = z.object({
  Document: z.object({
    '@xmlns': z.literal('urn:iso:std:iso:20022:tech:xsd:pacs.028.001.03'),
    FIToFIPmtStsReq: z.object({ TxInf: OriginalPayment }),
  }),
});

const Camt056 = z.object({
  Document: z.object({
    '@xmlns': z.literal('urn:iso:std:iso:20022:tech:xsd:camt.056.001.08'),
    FIToFIPmtCxlReq: z.object({
      Assgnmt: z.object({ Id: z.string().min(1).max(35) }),
      Undrlyg: z.object({
        TxInf: OriginalPayment.extend({ CxlRsnInf: z.object({ Rsn: z.object({ Cd: z.string().max(4) }) }) }),
      }),
    }),
  }),
});

export function readEnquiry(xml: string): string | undefined {
  const read = Pacs028.safeParse(parseOrUndefined(xml));
  return read.data?.Document.FIToFIPmtStsReq.TxInf.OrgnlInstrId;
}

export type RecallRequest = Readonly<{ recallId: string; instructionId: string; reason: string }>;

export function readRecallRequest(xml: string): RecallRequest | undefined {
  const read = Camt056.safeParse(parseOrUndefined(xml));
  if (!read.success) return undefined;
  const { Assgnmt, Undrlyg } = read.data.Document.FIToFIPmtCxlReq;
  const { OrgnlInstrId, CxlRsnInf } = Undrlyg.TxInf;
  return {
    recallId: Assgnmt.Id,
    instructionId: OrgnlInstrId,
    reason: CxlRsnInf.Rsn.Cd,
  };
}
