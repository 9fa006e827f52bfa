import type { FastifyInstance } from 'fastify';
import type { Bank } from '../bank.ts';
import { apiRoutes } from './api.routes.ts';
import { controlRoutes } from './controls.routes.ts';
import { pageRoutes } from './pages.routes.ts';

export async function cardIssuerRoutes(app: FastifyInstance, bank: Bank): Promise<void> {
  controlRoutes(app, bank);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    pageRoutes(scope, bank);
    scope.register(async (signed) => apiRoutes(signed, bank));
  });
}
