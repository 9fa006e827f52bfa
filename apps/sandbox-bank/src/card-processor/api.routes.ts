import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Bank } from '../bank.ts';
import { isSigned } from '../signature.ts';
import {
  CardOrder,
  type CardPayment,
  cancelCardPayment,
  captureCardPayment,
  createCardPayment,
  findPayment,
  reverseCardPayment,
  viewPayment,
} from './card-payment.ts';
import { findBin } from './issuers.ts';
import { parseJson } from './parse-json.ts';
import { deleteCard, findTokenCard, viewCard } from './vault.ts';

type ById = { Params: { id: string } };

type DropConnection = (request: FastifyRequest, reply: FastifyReply) => void;

/** Server to server, in the scope whose bodies stay unparsed until their signature is verified. */
export function apiRoutes(app: FastifyInstance, bank: Bank, dropConnection: DropConnection): void {
  app.addHook('preHandler', async (request, reply) => {
    const { 'x-timestamp': timestamp = '', 'x-signature': signature = '' } = request.headers;
    const body = typeof request.body === 'string' ? request.body : '';
    if (!isSigned(bank.railSecret, String(timestamp), body, String(signature), bank.now()))
      return reply.code(401).send({ message: 'The signature is wrong or too old' });
  });
  paymentRoutes(app, bank, dropConnection);
  cardRoutes(app, bank);
}

const report = (request: FastifyRequest, payment: CardPayment) => ({
  ...viewPayment(payment),
  challengeUrl:
    payment.status === 'awaiting_challenge'
      ? `${request.protocol}://${request.host}/card-processor/challenge/${payment.challengeId}`
      : null,
});

function paymentRoutes(app: FastifyInstance, bank: Bank, dropConnection: DropConnection): void {
  app.post('/v1/card-payments', async (request, reply) => {
    const order = CardOrder.safeParse(parseJson(request.body));
    if (!order.success) return reply.code(400).send({ message: z.prettifyError(order.error) });
    const taken = createCardPayment(bank, order.data);
    bank.wake();
    switch (taken.kind) {
      case 'lost_order':
        return dropConnection(request, reply);
      case 'conflict':
        return reply.code(409).send({ message: 'This id was used for another payment' });
      case 'unknown_card':
        return reply.code(422).send({ message: 'No such card, or the token was used' });
      case 'too_late':
        return reply.code(422).send({ message: 'The order has expired' });
      case 'done':
        if (taken.payment.card?.scenario === 'lost_answer') return dropConnection(request, reply);
        return report(request, taken.payment);
    }
  });

  app.get<ById>('/v1/card-payments/:id', async (request, reply) => {
    const payment = findPayment(bank, request.params.id);
    return payment ? report(request, payment) : reply.code(404).send({ message: 'No such payment' });
  });

  app.post<ById & { Params: { action: string } }>('/v1/card-payments/:id/:action', async (request, reply) => {
    const { id, action } = request.params;
    if (action === 'cancel') {
      const cancelled = cancelCardPayment(bank, id);
      bank.wake();
      return report(request, cancelled);
    }
    const payment = findPayment(bank, id);
    if (!payment || !['capture', 'refund'].includes(action))
      return reply.code(404).send({ message: 'No such payment' });
    if (action === 'capture') captureCardPayment(bank, payment);
    else reverseCardPayment(bank, payment, 'refunded');
    bank.wake();
    return report(request, findPayment(bank, id) ?? payment);
  });
}

function cardRoutes(app: FastifyInstance, bank: Bank): void {
  app.get<ById>('/v1/card-tokens/:id', async (request, reply) => {
    const card = findTokenCard(bank, request.params.id);
    return card ? viewCard(card) : reply.code(404).send({ message: 'No such token' });
  });

  app.get<ById>('/v1/card-bins/:id', async (request, reply) => {
    const facts = findBin(request.params.id);
    return facts ?? reply.code(404).send({ message: 'Nothing is known of these digits' });
  });

  app.delete<ById>('/v1/saved-cards/:id', async (request, reply) => {
    deleteCard(bank, request.params.id);
    return reply.code(204).send();
  });
}
