import { z } from 'zod';
import { readIsoMessage } from '../../../platform/iso20022/iso-message.ts';
import type { RecallResponse } from '../../payment/rail.ts';
import { instructionIdOf, OriginalIds } from './iso-ids.ts';

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
