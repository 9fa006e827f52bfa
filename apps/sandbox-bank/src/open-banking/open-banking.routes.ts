import type { FastifyInstance } from 'fastify';
import type { Bank } from '../bank.ts';
import { startWorkLoop } from '../work-loop.ts';
import { apiRoutes } from './api.routes.ts';
import { authorisationRoutes } from './authorisation.routes.ts';
import { directoryRoutes } from './directory.routes.ts';
import { createOpenBankingTables, signingKey } from './open-banking-store.ts';
import { findBank } from './other-banks.ts';
import { processPayments } from './process-payments.ts';
import { issuerUrl } from './request.ts';
import { publicJwk } from './signing.ts';

export async function openBankingRoutes(app: FastifyInstance, bank: Bank): Promise<void> {
  createOpenBankingTables(bank);
  const rounds = startWorkLoop(
    () => {
      if (!bank.settings().paused) processPayments(bank);
      return false;
    },
    () => {
      const at = bank.store.one('select min(due_at) as due_at from ob_payment where due_at is not null')?.due_at;
      return at === null || at === undefined ? undefined : Number(at);
    },
  );
  app.addHook('onClose', () => rounds.stop());
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  directoryRoutes(app, bank);
  app.get<{ Params: { bank: string } }>(
    '/open-banking/:bank/.well-known/openid-configuration',
    async (request, reply) => {
      const at = findBank(request.params.bank);
      if (!at) return reply.code(404).send({ message: 'No such bank' });
      const issuer = issuerUrl(request, at);
      return {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        pushed_authorization_request_endpoint: `${issuer}/par`,
        require_pushed_authorization_requests: true,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        pisp_endpoint: `${issuer}/v4.0/pisp`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['private_key_jwt'],
        request_object_signing_alg_values_supported: ['PS256'],
        authorization_response_iss_parameter_supported: true,
      };
    },
  );

  app.get('/open-banking/:bank/jwks', async () => ({ keys: [await publicJwk(signingKey(bank))] }));

  apiRoutes(app, bank, () => rounds.wake());
  authorisationRoutes(app, bank);
}
