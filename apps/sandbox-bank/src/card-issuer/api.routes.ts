import { isCurrency } from '@larkmere/money/money';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Bank } from '../bank.ts';
import { parseJson } from '../card-processor/parse-json.ts';
import { isSigned } from '../signature.ts';
import {
  activateCard,
  CardOrderDocument,
  changeCardState,
  findCard,
  type IssuedCard,
  orderCard,
  viewCard,
} from './card.ts';
import { DisputeDocument, openDispute, viewDispute } from './dispute.ts';
import { findPayment, viewPayment } from './issued-payment.ts';
import { changePin, currentPinKey, decryptPin, PinChange, RevealRequest, reveal } from './secrets.ts';
import { viewSettlementLines } from './settle.ts';

/** With documents. */
const maxDisputeBytes = 100 * 1024 * 1024;

type ById = { Params: { id: string } };

/** Server to server, in the scope whose bodies stay unparsed until their signature is verified. */
export function apiRoutes(app: FastifyInstance, bank: Bank): void {
  app.addHook('preHandler', async (request, reply) => {
    const { 'x-timestamp': timestamp = '', 'x-signature': signature = '' } = request.headers;
    if (!isSigned(bank.railSecret, String(timestamp), textBody(request), String(signature), bank.now()))
      return reply.code(401).send({ message: 'The signature is wrong or too old' });
  });
  cardRoutes(app, bank);
  secretRoutes(app, bank);
  paymentRoutes(app, bank);
}

const textBody = (request: FastifyRequest): string => (typeof request.body === 'string' ? request.body : '');

const sendRefusal = (reply: FastifyReply, status: 404 | 409 | 422, message: string): FastifyReply =>
  reply.code(status).send({ message });

/** Runs in one transaction, so only with synchronous work. */
function change<Result>(bank: Bank, work: () => Result): Result {
  const result = bank.store.inTransaction(work);
  bank.wake();
  return result;
}

function cardRoutes(app: FastifyInstance, bank: Bank): void {
  app.post('/v1/issuing/cards', async (request, reply) => {
    const document = textBody(request);
    const order = CardOrderDocument.safeParse(parseJson(document));
    if (!order.success) return sendRefusal(reply, 422, z.prettifyError(order.error));
    if (!isCurrency(order.data.currency)) return sendRefusal(reply, 422, 'No account has this currency');
    const card = change(bank, () => orderCard(bank, document, order.data));
    if (card === 'conflict') return sendRefusal(reply, 409, 'This id was used for another card');
    if (card === 'unusable') return sendRefusal(reply, 422, 'The card that is to be replaced is unknown');
    return viewCard(bank, card);
  });

  app.get<ById>('/v1/issuing/cards/:id', async (request, reply) => {
    const card = findCard(bank, request.params.id);
    return card ? viewCard(bank, card) : sendRefusal(reply, 404, 'No such card');
  });

  const State = z.object({ state: z.enum(['active', 'frozen', 'blocked', 'closed']) });
  app.post<ById>('/v1/issuing/cards/:id/state', async (request, reply) => {
    const stateChange = State.safeParse(parseJson(textBody(request)));
    if (!stateChange.success) return reply.code(400).send({ message: z.prettifyError(stateChange.error) });
    const card = findCard(bank, request.params.id);
    if (!card) return sendRefusal(reply, 404, 'No such card');
    return viewCard(
      bank,
      change(bank, () => changeCardState(bank, card, stateChange.data.state)),
    );
  });

  const Code = z.object({ code: z.string().max(20) });
  app.post<ById>('/v1/issuing/cards/:id/activate', async (request, reply) => {
    const activation = Code.safeParse(parseJson(textBody(request)));
    if (!activation.success) return reply.code(400).send({ message: z.prettifyError(activation.error) });
    const card = findCard(bank, request.params.id);
    if (!card) return sendRefusal(reply, 404, 'No such card');
    const activated = change(bank, () => activateCard(bank, card, activation.data.code));
    if (activated === 'wrong_code') return sendRefusal(reply, 422, 'Not the code of the letter');
    if (activated === 'refused') return sendRefusal(reply, 409, 'This card cannot be activated');
    return viewCard(bank, activated);
  });
}

const isFinal = ({ state }: IssuedCard): boolean => state === 'blocked' || state === 'closed';

function secretRoutes(app: FastifyInstance, bank: Bank): void {
  app.post<ById>('/v1/issuing/cards/:id/reveal', async (request, reply) => {
    const revealRequest = RevealRequest.safeParse(parseJson(textBody(request)));
    if (!revealRequest.success) return reply.code(400).send({ message: z.prettifyError(revealRequest.error) });
    const card = findCard(bank, request.params.id);
    if (!card) return sendRefusal(reply, 404, 'No such card');
    if (isFinal(card)) return sendRefusal(reply, 409, `Not while it is ${card.state}`);
    const encrypted = reveal(card, revealRequest.data);
    return encrypted === undefined ? reply.code(400).send({ message: 'The key is unusable' }) : { encrypted };
  });

  app.get('/v1/issuing/pin-key', async () => {
    const { keyId, publicKey } = await currentPinKey();
    return { keyId, publicKey };
  });

  app.post<ById>('/v1/issuing/cards/:id/pin', async (request, reply) => {
    const pinChange = PinChange.safeParse(parseJson(textBody(request)));
    const card = findCard(bank, request.params.id);
    if (!card) return sendRefusal(reply, 404, 'No such card');
    if (isFinal(card)) return sendRefusal(reply, 409, `Not while it is ${card.state}`);
    const pin = pinChange.success ? await decryptPin(pinChange.data) : undefined;
    if (pin === undefined) return sendRefusal(reply, 422, 'Not four digits under our current key');
    changePin(bank, card, pin);
    return reply.code(204).send();
  });
}

function paymentRoutes(app: FastifyInstance, bank: Bank): void {
  app.get<ById>('/v1/issuing/payments/:id', async (request, reply) => {
    const payment = findPayment(bank, request.params.id);
    return payment ? viewPayment(payment) : sendRefusal(reply, 404, 'No such payment');
  });

  app.get<ById>('/v1/issuing/settlements/:id', async (request, reply) => {
    const lines = viewSettlementLines(bank, request.params.id);
    return lines ?? sendRefusal(reply, 404, 'No such settlement');
  });

  app.post('/v1/issuing/disputes', { bodyLimit: maxDisputeBytes }, async (request, reply) => {
    const disputeRequest = DisputeDocument.safeParse(parseJson(request.body));
    if (!disputeRequest.success) return sendRefusal(reply, 422, z.prettifyError(disputeRequest.error));
    const dispute = change(bank, () => openDispute(bank, disputeRequest.data));
    if (dispute === 'conflict') return sendRefusal(reply, 409, 'This id was used for another dispute');
    if (dispute === 'unusable') return sendRefusal(reply, 422, 'Not about money that was taken for this payment');
    return viewDispute(dispute);
  });
}
