import { formatAmount } from '@larkmere/money/money';
import { toIsoId, writeIsoMessage } from '../../../platform/iso20022/iso-message.ts';
import { londonDay } from '../../../platform/time/london-day.ts';
import type { PaymentInstruction, RecallRequest } from '../../payment/rail.ts';
import { instructionMessage } from './compose-instruction.ts';

const party = (name: string) => ({ Pty: { Nm: name } });

export function composeCamt056(order: PaymentInstruction, recall: RecallRequest): string {
  const id = toIsoId(recall.recallId);
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
          OrgnlGrpInf: { OrgnlMsgId: order.messageId, OrgnlMsgNmId: instructionMessage(order.scheme) },
          OrgnlInstrId: order.instructionId,
          OrgnlEndToEndId: order.endToEndId,
          OrgnlUETR: order.uetr,
          OrgnlIntrBkSttlmAmt: { '@Ccy': order.amount.currency, '#': formatAmount(order.amount) },
          OrgnlIntrBkSttlmDt: londonDay(order.requestedAt),
          CxlRsnInf: { Rsn: { Cd: recall.reason } },
        },
      },
    },
  });
}
