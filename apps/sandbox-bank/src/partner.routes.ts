import { isCurrency } from '@larkmere/money/money';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { acceptPayment } from './accept-payment.ts';
import type { Bank } from './bank.ts';
import { checkName, NameCheckRequest } from './check-name.ts';
import { DealRequest, executeDeal } from './execute-deal.ts';
import { identityRoutes } from './identity/identity.routes.ts';
import { writeCamt053 } from './messages/camt-053.ts';
import { readEnquiry } from './messages/enquiry.ts';
import { writeStatusReport } from './messages/payment-status.ts';
import { AccountRequest, openAccount } from './open-account.ts';
import { findPayment } from './payment.ts';
import { scheduleStep } from './process-steps.ts';
import { acceptRecall } from './recall.ts';
import { statementFor } from './settlement-account.ts';
import { isSigned } from './signature.ts';

export async function partnerRoutes(app: FastifyInstance, bank: Bank): Promise<void> {
  // The signature covers the bytes as sent, so bodies stay unparsed until it is verified.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  app.addHook('preHandler', async (request, reply) => {
    const { 'x-timestamp': timestamp = '', 'x-signature': signature = '' } = request.headers;
    if (!isSigned(bank.railSecret, String(timestamp), textBody(request), String(signature), bank.now()))
      return reply.code(401).send({ message: 'The signature is wrong or too old' });
  });

  app.post('/v1/payments', async (request, reply) => {
    const taken = acceptPayment(bank, textBody(request));
    if (taken.kind === 'no_response') return dropConnection(bank, request, reply);
    if (taken.kind === 'unreadable')
      return reply.code(400).send({ message: 'Not a pain.001.001.09 or pacs.008.001.08 with one payment' });
    if (taken.kind === 'conflict') return reply.code(409).send({ message: 'This id was used for another payment' });
    return reply.code(202).type('application/xml').send(taken.document);
  });

  app.post('/v1/enquiries', async (request, reply) => {
    const id = readEnquiry(textBody(request));
    if (id === undefined) return reply.code(400).send({ message: 'Not a pacs.028.001.03 about one payment' });
    const payment = findPayment(bank.store, id);
    if (!payment) return reply.code(404).send({ message: 'No such payment' });
    return reply.type('application/xml').send(writeStatusReport(payment, bank.now()));
  });

  recallRoute(app, bank);
  identityRoutes(app, bank, (body) => parseJson(typeof body === 'string' ? body : ''));

  app.post('/v1/name-checks', async (request, reply) => {
    const question = NameCheckRequest.safeParse(parseJson(textBody(request)));
    if (!question.success) return reply.code(400).send({ message: z.prettifyError(question.error) });
    return checkName(bank, question.data);
  });

  app.post('/v1/fx-deals', async (request, reply) => {
    const order = DealRequest.safeParse(parseJson(textBody(request)));
    if (!order.success) return reply.code(400).send({ message: z.prettifyError(order.error) });
    const dealt = executeDeal(bank, order.data);
    if (dealt.kind === 'conflict') return reply.code(409).send({ message: 'This id was used for another deal' });
    if (dealt.kind === 'unreadable') return reply.code(400).send({ message: 'Not a deal we can make' });
    return reply.code(200).type('application/json').send(dealt.document);
  });

  app.post('/v1/accounts', async (request, reply) => {
    const order = AccountRequest.safeParse(parseJson(textBody(request)));
    if (!order.success) return reply.code(400).send({ message: z.prettifyError(order.error) });
    const opened = openAccount(bank, order.data);
    if (opened === undefined) return reply.code(409).send({ message: 'This id was used for another account' });
    return reply.code(200).type('application/json').send(opened);
  });

  app.get<{ Params: { date: string }; Querystring: { currency?: string } }>(
    '/v1/statements/:date',
    async (request, reply) => {
      const day = z.iso.date().safeParse(request.params.date);
      const { currency = 'GBP' } = request.query;
      const statement = day.success && isCurrency(currency) && statementFor(bank, currency, day.data);
      if (!statement) return reply.code(404).send({ message: 'No statement for this day' });
      return reply.type('application/xml').send(writeCamt053(statement, bank.now()));
    },
  );
}

function recallRoute(app: FastifyInstance, bank: Bank): void {
  app.post('/v1/recalls', async (request, reply) => {
    const taken = bank.store.inTransaction(() => {
      const recall = acceptRecall(bank, textBody(request));
      const wait = bank.randomBetween(bank.settings().acceptDelayMs);
      if (recall.kind === 'answer' && recall.fresh) scheduleStep(bank, recall.bankReference, 'recall', wait);
      return recall;
    });
    bank.wake();
    if (taken.kind === 'unreadable')
      return reply.code(400).send({ message: 'Not a camt.056.001.08 about one payment' });
    if (taken.kind === 'unknown') return reply.code(404).send({ message: 'No such payment' });
    if (taken.kind === 'conflict') return reply.code(409).send({ message: 'This payment was asked back before' });
    return reply.code(202).type('application/xml').send(taken.document);
  });
}

const textBody = (request: FastifyRequest): string => (typeof request.body === 'string' ? request.body : '');

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Leaves a request without an answer. */
export function dropConnection(bank: Bank, request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  const timer = setTimeout(() => request.raw.socket.destroy(), bank.settings().noResponseMs);
  request.raw.socket.once('close', () => clearTimeout(timer));
}
