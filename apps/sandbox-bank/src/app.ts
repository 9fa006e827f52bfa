import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify';
import type { Bank } from './bank.ts';
import { cardIssuerRoutes } from './card-issuer/card-issuer.routes.ts';
import { cardProcessorRoutes } from './card-processor/card-processor.routes.ts';
import { mailRoutes } from './mail/mail.routes.ts';
import type { Mailbox } from './mail/mailbox.ts';
import { openBankingRoutes } from './open-banking/open-banking.routes.ts';
import { partnerRoutes } from './partner.routes.ts';
import { sandboxRoutes } from './sandbox.routes.ts';
import { smsRoutes } from './sms/sms.routes.ts';

/** Never the address itself: pages of banks and cards carry tokens in it. */
const describeRequest = ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions.url ?? 'none' });

export function buildApp(bank: Bank, mailbox: Mailbox): FastifyInstance {
  const app = fastify({
    bodyLimit: 256 * 1024,
    forceCloseConnections: true,
    requestIdHeader: 'x-request-id',
    logger: { level: 'warn', serializers: { req: describeRequest } },
  });
  app.get('/healthz', async () => ({ ready: true }));
  app.register(async (scope) => partnerRoutes(scope, bank));
  app.register(async (scope) => sandboxRoutes(scope, bank, mailbox));
  app.register(async (scope) => mailRoutes(scope, mailbox));
  app.register(async (scope) => smsRoutes(scope));
  app.register(async (scope) => openBankingRoutes(scope, bank));
  app.register(async (scope) => cardProcessorRoutes(scope, bank));
  app.register(async (scope) => cardIssuerRoutes(scope, bank));
  return app;
}
