import type { Payment } from '../payment.ts';
import { reasonText } from '../scenario.ts';
import { messageId } from './payment-status.ts';
import { formatTime, writeMessage } from './xml.ts';

/** PDCR: pending. CNCL: the payment is returned. RJCR: the recall is refused. */
export type RecallState = 'PDCR' | 'CNCL' | 'RJCR';

const party = (name: string) => ({ Pty: { Nm: name } });

export function writeCamt029(payment: Payment, state: RecallState, reason: string | null, atMs: number): string {
  return writeMessage('camt.029.001.09', {
    RsltnOfInvstgtn: {
      Assgnmt: {
        Id: messageId(),
        Assgnr: party('Sandbox Bank'),
        Assgne: party('Larkmere'),
        CreDtTm: formatTime(atMs),
      },
      Sts: { Conf: state },
      CxlDtls: {
        TxInfAndSts: {
          OrgnlGrpInf: { OrgnlMsgId: payment.messageId, OrgnlMsgNmId: payment.message },
          OrgnlInstrId: payment.instructionId,
          OrgnlEndToEndId: payment.endToEndId,
          OrgnlUETR: payment.uetr,
          ...(reason !== null && { CxlStsRsnInf: { Rsn: { Cd: reason }, AddtlInf: reasonText(reason) } }),
        },
      },
    },
  });
}
