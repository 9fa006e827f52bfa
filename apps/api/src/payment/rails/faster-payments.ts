import { UnreadableRailMessage } from '../../kernel/iso-message.ts';
import { type Partner, PartnerSilence, partnerCall } from '../../kernel/partner.ts';
import { composePain001 } from './pain-001.ts';
import type { Rail, RailAnswer } from './rail.ts';
import { readStatus } from './read-status.ts';

/** The bank refused the message itself (signature, shape, or an id it knows with other contents). A fault of ours. */
export class RailRefusedMessage extends Error {
  override name = 'RailRefusedMessage';
}

/** Faster Payments through our partner bank: seconds, day and night, up to £1,000,000 a payment. */
export function fasterPayments(bank: Partner): Rail {
  return {
    name: 'faster-payments',
    compose: composePain001,

    async submit(order, document) {
      const reply = await listen(() =>
        partnerCall({ ...bank, method: 'POST', path: '/v1/payments', body: document, contentType: 'application/xml' }),
      );
      if (reply === 'silence') return 'silence';
      if (reply.status !== 202)
        throw new RailRefusedMessage(`The bank answered ${reply.status} to ${order.endToEndId}`);
      return readAnswer(order.endToEndId, reply.body);
    },

    async enquire({ endToEndId }) {
      const path = `/v1/payments/${encodeURIComponent(endToEndId)}`;
      const reply = await listen(() => partnerCall({ ...bank, method: 'GET', path }));
      if (reply === 'silence') return 'silence';
      if (reply.status === 404) return 'never_seen';
      if (reply.status !== 200) throw new RailRefusedMessage(`The bank answered ${reply.status} about ${endToEndId}`);
      return readAnswer(endToEndId, reply.body);
    },
  };
}

async function listen<Reply>(call: () => Promise<Reply>): Promise<Reply | 'silence'> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof PartnerSilence) return 'silence';
    throw error;
  }
}

function readAnswer(endToEndId: string, document: string): RailAnswer {
  const read = readStatus(document);
  if (read.endToEndId !== endToEndId) throw new UnreadableRailMessage(`The answer is about ${read.endToEndId}`);
  return read.answer;
}
