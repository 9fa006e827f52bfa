import { randomUUID } from 'node:crypto';
import { toIsoId, writeIsoMessage } from '../../../platform/iso20022/iso-message.ts';
import type { PaymentInstruction } from '../../payment/rail.ts';
import { instructionMessage } from './compose-instruction.ts';

export function composePacs028(order: PaymentInstruction, requestedAt: Date): string {
  return writeIsoMessage('pacs.028.001.03', {
    FIToFIPmtStsReq: {
      GrpHdr: { MsgId: toIsoId(randomUUID()), CreDtTm: requestedAt.toISOString() },
      OrgnlGrpInf: { OrgnlMsgId: order.messageId, OrgnlMsgNmId: instructionMessage(order.scheme) },
      TxInf: {
        OrgnlInstrId: order.instructionId,
        OrgnlEndToEndId: order.endToEndId,
        OrgnlUETR: order.uetr,
      },
    },
  });
}
