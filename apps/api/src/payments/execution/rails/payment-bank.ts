import { randomUUID } from 'node:crypto';
import type { RailName } from '@larkmere/contract/platform/rail-name';
import { formatAmount } from '@larkmere/money/money';
import {
  callPartner,
  type Partner,
  type PartnerReply,
  type PartnerRequest,
  PartnerTimeout,
  ServiceStopped,
} from '../../../platform/http/partner-client.ts';
import { createServiceBreakers, type ServiceBreakers } from '../../../platform/http/service-breakers.ts';
import { toIsoId, UnreadableRailMessage, writeIsoMessage } from '../../../platform/iso20022/iso-message.ts';
import { withCallSubject } from '../../../platform/observability/call-log.ts';
import { londonDay } from '../../../platform/time/london-day.ts';
import { serviceOfRail } from '../../../reference/service-breaker/service-breaker.ts';
import type { PaymentBank, PaymentInstruction, RecallRequest } from '../../payment/rail.ts';
import { composeInstruction, instructionMessage } from './compose-instruction.ts';
import { readRecall } from './read-event.ts';
import { readStatus } from './read-status.ts';

/** The bank refused the message itself (signature, format, or a known id with other contents): our own fault. */
export class RailRefusedMessage extends Error {
  override name = 'RailRefusedMessage';
}

export function paymentBank(bank: Partner, breakers: ServiceBreakers = createServiceBreakers()): PaymentBank {
  const gateOf = (rail: RailName) => breakers.gate(serviceOfRail(rail));
  const send = (
    { paymentId }: PaymentInstruction,
    path: string,
    body: string,
    breaker: Pick<PartnerRequest, 'gate' | 'kind' | 'permit'> = {},
  ): Promise<PartnerReply | Unanswered> => {
    const call = { ...bank, ...breaker, method: 'POST', path, body, contentType: 'application/xml' } as const;
    return toUnanswered(() => withCallSubject({ paymentId }, () => callPartner(call)));
  };

  return {
    compose: composeInstruction,
    composeRecall: composeCamt056,

    admit: (rail) => gateOf(rail).admit('new'),

    async submit(order, document, permit) {
      const breaker = permit ? { permit } : { gate: gateOf(order.scheme) };
      const reply = await send(order, '/v1/payments', document, breaker);
      if (isUnanswered(reply)) return reply;
      if (reply.status !== 202)
        throw new RailRefusedMessage(`The bank answered ${reply.status} to ${order.instructionId}`);
      return requireSameInstruction(order, readStatus(reply.body)).answer;
    },

    async enquire(order, requestedAt) {
      const enquiry = composePacs028(order, requestedAt);
      const reply = await send(order, '/v1/enquiries', enquiry, { gate: gateOf(order.scheme), kind: 'follow_up' });
      if (isUnanswered(reply)) return reply;
      if (reply.status === 404) return 'unknown_to_bank';
      if (reply.status !== 200)
        throw new RailRefusedMessage(`The bank answered ${reply.status} about ${order.instructionId}`);
      return { ...requireSameInstruction(order, readStatus(reply.body)).answer, enquiry };
    },

    async submitRecall(order, document) {
      // A recall is urgent and not part of the service, so no breaker stops it.
      const reply = await send(order, '/v1/recalls', document);
      if (isUnanswered(reply)) return 'no_response';
      if (reply.status === 404) return 'unknown_to_bank';
      if (reply.status !== 202) throw new RailRefusedMessage(`The bank answered ${reply.status} to a recall`);
      return requireSameInstruction(order, readRecall(reply.body)).answer;
    },
  };
}

type Unanswered = 'no_response' | 'not_sent';

const isUnanswered = (reply: PartnerReply | Unanswered): reply is Unanswered => typeof reply === 'string';

async function toUnanswered<Reply>(call: () => Promise<Reply>): Promise<Reply | Unanswered> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ServiceStopped) return 'not_sent';
    if (error instanceof PartnerTimeout) return 'no_response';
    throw error;
  }
}

function requireSameInstruction<Read extends Readonly<{ instructionId: string }>>(
  order: PaymentInstruction,
  read: Read,
): Read {
  const { instructionId } = read;
  if (instructionId === order.instructionId || instructionId === toIsoId(order.paymentId)) return read;
  throw new UnreadableRailMessage(`The answer is about ${instructionId}`);
}

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
