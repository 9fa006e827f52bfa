import type { RailName } from '@larkmere/contract/rail-name';
import { isoId, UnreadableRailMessage } from '../../kernel/iso-message.ts';
import { type Partner, type PartnerReply, PartnerSilence, partnerCall } from '../../kernel/partner.ts';
import { composeCamt056 } from './camt-056.ts';
import { composeOrder } from './compose-order.ts';
import { composePacs028 } from './pacs-028.ts';
import type { Rail, RailOrder } from './rail.ts';
import { readRecall } from './read-recall.ts';
import { readStatus } from './read-status.ts';

/** The bank refused the message itself (signature, format, or a known id with other contents): our own fault. */
export class RailRefusedMessage extends Error {
  override name = 'RailRefusedMessage';
}

export function bankRails(bank: Partner): Readonly<Record<RailName, Rail>> {
  return {
    'faster-payments': bankRail(bank, 'faster-payments'),
    'sepa-credit-transfer': bankRail(bank, 'sepa-credit-transfer'),
    'sepa-instant': bankRail(bank, 'sepa-instant'),
    promptpay: bankRail(bank, 'promptpay'),
    bahtnet: bankRail(bank, 'bahtnet'),
    fedwire: bankRail(bank, 'fedwire'),
    swift: bankRail(bank, 'swift'),
    local: bankRail(bank, 'local'),
  };
}

function bankRail(bank: Partner, name: RailName): Rail {
  const send = (path: string, body: string): Promise<PartnerReply | 'silence'> =>
    listen(() => partnerCall({ ...bank, method: 'POST', path, body, contentType: 'application/xml' }));

  return {
    name,
    compose: composeOrder,
    composeRecall: composeCamt056,

    async submit(order, document) {
      const reply = await send('/v1/payments', document);
      if (reply === 'silence') return 'silence';
      if (reply.status !== 202)
        throw new RailRefusedMessage(`The bank answered ${reply.status} to ${order.instructionId}`);
      return about(order, readStatus(reply.body)).answer;
    },

    async enquire(order, askedAt) {
      const asked = composePacs028(order, askedAt);
      const reply = await send('/v1/enquiries', asked);
      if (reply === 'silence') return 'silence';
      if (reply.status === 404) return 'never_seen';
      if (reply.status !== 200)
        throw new RailRefusedMessage(`The bank answered ${reply.status} about ${order.instructionId}`);
      return { ...about(order, readStatus(reply.body)).answer, asked };
    },

    async submitRecall(order, document) {
      const reply = await send('/v1/recalls', document);
      if (reply === 'silence') return 'silence';
      if (reply.status === 404) return 'never_seen';
      if (reply.status !== 202) throw new RailRefusedMessage(`The bank answered ${reply.status} to a recall`);
      return about(order, readRecall(reply.body)).answer;
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

function about<Read extends Readonly<{ instructionId: string }>>(order: RailOrder, read: Read): Read {
  const { instructionId } = read;
  if (instructionId === order.instructionId || instructionId === isoId(order.paymentId)) return read;
  throw new UnreadableRailMessage(`The answer is about ${instructionId}`);
}
