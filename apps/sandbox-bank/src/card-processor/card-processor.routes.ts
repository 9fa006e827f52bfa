import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Bank } from '../bank.ts';
import { dropConnection } from '../partner.routes.ts';
import { startWorkLoop } from '../work-loop.ts';
import { apiRoutes } from './api.routes.ts';
import { findPayment, listCardPayments, processCardSteps, reverseCardPayment, viewPayment } from './card-payment.ts';
import { pageRoutes } from './pages.routes.ts';
import { payOut } from './pay-out.ts';

const roundMs = 500;

export async function cardProcessorRoutes(app: FastifyInstance, bank: Bank): Promise<void> {
  const rounds = startWorkLoop(
    () => {
      if (bank.settings().paused) return false;
      if (processCardSteps(bank)) bank.wake();
      payOut(bank);
      return false;
    },
    () => bank.now() + roundMs,
  );
  app.addHook('onClose', () => rounds.stop());

  controls(app, bank);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    pageRoutes(scope, bank);
    scope.register(async (signed) => apiRoutes(signed, bank, (request, reply) => dropConnection(bank, request, reply)));
  });
}

const Reversal = z.enum(['refund', 'chargeback']);

/** A refund or chargeback that the merchant did not ask for. */
function controls(app: FastifyInstance, bank: Bank): void {
  app.get('/sandbox/card-payments', async () =>
    listCardPayments(bank, 200).map((payment) => ({
      ...viewPayment(payment),
      scenario: payment.card?.scenario ?? null,
    })),
  );

  app.post<{ Params: { id: string; action: string } }>('/sandbox/card-payments/:id/:action', async (request, reply) => {
    const action = Reversal.safeParse(request.params.action);
    const payment = findPayment(bank, request.params.id);
    if (!action.success || !payment) return reply.code(404).send({ message: 'No such payment or action' });
    const isDone = reverseCardPayment(bank, payment, action.data === 'refund' ? 'refunded' : 'charged_back');
    bank.wake();
    return isDone ? reply.code(204).send() : reply.code(409).send({ message: `Not while it is ${payment.status}` });
  });
}
