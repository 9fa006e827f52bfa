import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Bank } from '../bank.ts';
import { decideIdentityCheck, decisions } from './decide-identity-check.ts';
import { acceptIdentityCheck, findIdentityCheck, IdentityCheckRequest, listIdentityChecks } from './identity-check.ts';

/** In the scope whose hook verifies the signature. */
export function identityRoutes(app: FastifyInstance, bank: Bank, readJson: (body: unknown) => unknown): void {
  app.post('/v1/identity-checks', async (request, reply) => {
    const order = IdentityCheckRequest.safeParse(readJson(request.body));
    if (!order.success) return reply.code(400).send({ message: z.prettifyError(order.error) });
    if (!acceptIdentityCheck(bank, order.data))
      return reply.code(409).send({ message: 'This id was used for another check' });
    return reply.code(202).send({ checkId: order.data.checkId });
  });

  app.get<{ Params: { id: string } }>('/v1/identity-checks/:id', async (request, reply) => {
    const check = findIdentityCheck(bank.store, request.params.id);
    if (!check) return reply.code(404).send({ message: 'No such check' });
    if (!check.result) return reply.code(204).send();
    return { sequence: check.sequence, result: check.result };
  });
}

const Decision = z.enum(decisions);

export function identityControls(app: FastifyInstance, bank: Bank): void {
  app.get('/sandbox/identity-checks', async () =>
    listIdentityChecks(bank.store, 200).map(({ checkId, scenario, request, result }) => ({
      checkId,
      scenario,
      names: request.subjects.map(({ name }) => name),
      result: result ?? null,
    })),
  );

  app.post<{ Params: { id: string; decision: string } }>(
    '/sandbox/identity-checks/:id/:decision',
    async (request, reply) => {
      const decision = Decision.safeParse(request.params.decision);
      const check = findIdentityCheck(bank.store, request.params.id);
      if (!decision.success || !check) return reply.code(404).send({ message: 'No such check or decision' });
      decideIdentityCheck(bank, check, decision.data);
      return reply.code(204).send();
    },
  );
}
