import type { RailName } from '@larkmere/contract/platform/rail-name';
import {
  callPartner,
  type Partner,
  type PartnerReply,
  type PartnerRequest,
  PartnerTimeout,
  ServiceStopped,
} from '../../../platform/http/partner-client.ts';
import { createServiceBreakers, type ServiceBreakers } from '../../../platform/http/service-breakers.ts';
import { toIsoId, UnreadableRailMessage } from '../../../platform/iso20022/iso-message.ts';
import { withCallSubject } from '../../../platform/observability/call-log.ts';
import { serviceOfRail } from '../../../reference/service-breaker/service-breaker.ts';
import type { PaymentBank, PaymentInstruction } from '../../payment/rail.ts';
import { composeCamt056 } from './camt-056.ts';
import { composeInstruction } from './compose-instruction.ts';
import { composePacs028 } from './pacs-028.ts';
import { readRecall } from './read-recall.ts';
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
      const asked = composePacs028(order, requestedAt);
      const reply = await send(order, '/v1/enquiries', asked, { gate: gateOf(order.scheme), kind: 'follow_up' });
      if (isUnanswered(reply)) return reply;
      if (reply.status === 404) return 'unknown_to_bank';
      if (reply.status !== 200)
        throw new RailRefusedMessage(`The bank answered ${reply.status} about ${order.instructionId}`);
      return { ...requireSameInstruction(order, readStatus(reply.body)).answer, enquiry: asked };
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
