import { z } from 'zod';
import { readIsoMessage } from '../../kernel/iso-message.ts';
import type { RailRecallAnswer } from './rail.ts';

const outcomes = { PDCR: 'pending', CNCL: 'accepted', RJCR: 'refused' } as const;

const Resolution = z.object({
  RsltnOfInvstgtn: z.object({
    Sts: z.object({ Conf: z.enum(['PDCR', 'CNCL', 'RJCR']) }),
    CxlDtls: z.object({
      TxInfAndSts: z.object({
        OrgnlEndToEndId: z.string(),
        CxlStsRsnInf: z.object({ Rsn: z.object({ Cd: z.string() }), AddtlInf: z.string().optional() }).optional(),
      }),
    }),
  }),
});

/** What a camt.029 says about one recall. Throws UnreadableRailMessage for an answer that nobody agreed on. */
export function readRecall(document: string): Readonly<{ endToEndId: string; answer: RailRecallAnswer }> {
  const { Sts, CxlDtls } = readIsoMessage(document, Resolution).RsltnOfInvstgtn;
  const { OrgnlEndToEndId: endToEndId, CxlStsRsnInf: why } = CxlDtls.TxInfAndSts;
  const answer = {
    outcome: outcomes[Sts.Conf],
    document,
    ...(why && { reasonCode: why.Rsn.Cd }),
    ...(why?.AddtlInf && { reasonText: why.AddtlInf }),
  };
  return { endToEndId, answer };
}
