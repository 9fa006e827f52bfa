import { callPartner, type Partner, type PartnerReply, PartnerTimeout } from '../../../platform/http/partner-client.ts';
import { toIsoId, UnreadableRailMessage } from '../../../platform/iso20022/iso-message.ts';
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

export function paymentBank(bank: Partner): PaymentBank {
  const send = (path: string, body: string): Promise<PartnerReply | 'no_response'> =>
    noResponseOnTimeout(() => callPartner({ ...bank, method: 'POST', path, body, contentType: 'application/xml' }));

  return {
    compose: composeInstruction,
    composeRecall: composeCamt056,

    async submit(order, document) {
      const reply = await send('/v1/payments', document);
      if (reply === 'no_response') return 'no_response';
      if (reply.status !== 202)
        throw new RailRefusedMessage(`The bank answered ${reply.status} to ${order.instructionId}`);
      return requireSameInstruction(order, readStatus(reply.body)).answer;
    },

    async enquire(order, requestedAt) {
      const asked = composePacs028(order, requestedAt);
      const reply = await send('/v1/enquiries', asked);
      if (reply === 'no_response') return 'no_response';
      if (reply.status === 404) return 'unknown_to_bank';
      if (reply.status !== 200)
        throw new RailRefusedMessage(`The bank answered ${reply.status} about ${order.instructionId}`);
      return { ...requireSameInstruction(order, readStatus(reply.body)).answer, enquiry: asked };
    },

    async submitRecall(order, document) {
      const reply = await send('/v1/recalls', document);
      if (reply === 'no_response') return 'no_response';
      if (reply.status === 404) return 'unknown_to_bank';
      if (reply.status !== 202) throw new RailRefusedMessage(`The bank answered ${reply.status} to a recall`);
      return requireSameInstruction(order, readRecall(reply.body)).answer;
    },
  };
}

async function noResponseOnTimeout<Reply>(call: () => Promise<Reply>): Promise<Reply | 'no_response'> {
  try {
    return await call();
  } catch (error) {
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
