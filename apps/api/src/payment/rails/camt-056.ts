import { formatAmount } from '@larkmere/money/money';
import { isoId, writeIsoMessage } from '../../kernel/iso-message.ts';
import { orderMessage } from './compose-order.ts';
import type { RailOrder, Recall } from './rail.ts';

const party = (name: string) => ({ Pty: { Nm: name } });

export function composeCamt056(order: RailOrder, recall: Recall): string {
  const id = isoId(recall.recallId);
  return writeIsoMessage('camt.056.001.08', {
    FIToFIPmtCxlReq: {
      Assgnmt: {
        Id: id,
        Assgnr: party('Larkmere'),
        Assgne: party('Sandbox Bank'),
        CreDtTm: recall.requestedAt.toISOString(),
      },
      Undrlyg: {
        TxInf: {
          CxlId: id,
          OrgnlGrpInf: { OrgnlMsgId: order.messageId, OrgnlMsgNmId: orderMessage(order.scheme) },
          OrgnlInstrId: order.instructionId,
          OrgnlEndToEndId: order.endToEndId,
          OrgnlUETR: order.uetr,
          OrgnlIntrBkSttlmAmt: { '@Ccy': order.amount.currency, '#': formatAmount(order.amount) },
          OrgnlIntrBkSttlmDt: order.requestedAt.toISOString().slice(0, 10),
          CxlRsnInf: { Rsn: { Cd: recall.reason } },
        },
      },
    },
  });
}
