import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';

const icon = join(import.meta.dirname, '../../../web/public/icon.svg');

/** The contract as OpenAPI 3.1 at `/api/openapi.json`, with a reader at `/api/docs`. Registered before any route. */
export async function addOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Larkmere',
        version: '0.1.0',
        description: 'Accounts and payments in several currencies.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          customer: {
            type: 'apiKey',
            in: 'header',
            name: 'authorization',
            description: 'The token of the login. A browser sends its cookie besides.',
          },
          staff: { type: 'apiKey', in: 'header', name: 'authorization_manage' },
          rate: {
            type: 'apiKey',
            in: 'header',
            name: 'authorization',
            description: 'The rate token of the login, or a public one: it opens the rate service alone.',
          },
          partner: {
            type: 'apiKey',
            in: 'header',
            name: 'x-signature',
            description: 'HMAC-SHA256 over time and body.',
          },
        },
      },
    },
    transform: (options) => jsonSchemaTransform(options as never),
    transformObject: jsonSchemaTransformObject,
    hideUntagged: true,
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP:
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    logLevel: 'silent',
    logo: { type: 'image/svg+xml', content: readFileSync(icon), href: '/' },
    theme: { title: 'Larkmere API' },
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger());
}
