import { z } from 'zod';
import { readIsoMessage } from '../../kernel/iso-message.ts';
import { IsoIds, instructionOf } from './iso-ids.ts';
import type { RailRecallAnswer } from './rail.ts';

const outcomes = { PDCR: 'pending', CNCL: 'accepted', RJCR: 'refused' } as const;

const Resolution = z.object({
  RsltnOfInvstgtn: z.object({
    Sts: z.object({ Conf: z.enum(['PDCR', 'CNCL', 'RJCR']) }),
    CxlDtls: z.object({
      TxInfAndSts: IsoIds.extend({
        CxlStsRsnInf: z.object({ Rsn: z.object({ Cd: z.string() }), AddtlInf: z.string().optional() }).optional(),
      }),
    }),
  }),
});

export function readRecall(document: string): Readonly<{ instructionId: string; answer: RailRecallAnswer }> {
  const { Sts, CxlDtls } = readIsoMessage(document, Resolution).RsltnOfInvstgtn;
  const { CxlStsRsnInf: why, ...ids } = CxlDtls.TxInfAndSts;
  const answer = {
    outcome: outcomes[Sts.Conf],
    document,
    ...(why && { reasonCode: why.Rsn.Cd }),
    ...(why?.AddtlInf && { reasonText: why.AddtlInf }),
  };
  return { instructionId: instructionOf(ids), answer };
}
