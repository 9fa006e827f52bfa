import { randomUUID } from 'node:crypto';
import { isoId, writeIsoMessage } from '../../kernel/iso-message.ts';
import { orderMessage } from './compose-order.ts';
import type { RailOrder } from './rail.ts';

export function composePacs028(order: RailOrder, askedAt: Date): string {
  return writeIsoMessage('pacs.028.001.03', {
    FIToFIPmtStsReq: {
      GrpHdr: { MsgId: isoId(randomUUID()), CreDtTm: askedAt.toISOString() },
      OrgnlGrpInf: { OrgnlMsgId: order.messageId, OrgnlMsgNmId: orderMessage(order.scheme) },
      TxInf: {
        OrgnlInstrId: order.instructionId,
        OrgnlEndToEndId: order.endToEndId,
        OrgnlUETR: order.uetr,
      },
    },
  });
}
