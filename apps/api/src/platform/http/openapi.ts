import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { type CompressedResponse, compressResponse, sendCompressed } from './compressed-response.ts';
import { removeUnusedSchemas } from './openapi-schemas.ts';

const icon = join(import.meta.dirname, '../../../../web/public/icon.svg');

const documentUrl = '/api/openapi.json';

function redirectToDocument(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (/^\/api\/docs\/(json|yaml)\b/.test(request.url)) void reply.redirect(documentUrl);
  else done();
}

/** Serves the contract at `/api/openapi.json` and a viewer at `/api/docs`. Must run before any route is added. */
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
    transform: (options) => jsonSchemaTransform(options),
    transformObject: (options) => removeUnusedSchemas(jsonSchemaTransformObject(options)),
    hideUntagged: true,
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP:
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    logLevel: 'silent',
    logo: { type: 'image/svg+xml', content: readFileSync(icon), href: '/' },
    theme: { title: 'Larkmere API' },
    uiHooks: { onRequest: redirectToDocument },
  });
  let document: Promise<CompressedResponse> | undefined;
  app.get(documentUrl, { schema: { hide: true }, config: { usesSlot: true } }, async (request, reply) => {
    document ??= compressResponse(JSON.stringify(app.swagger()));
    const encoded = await app.releaseSlotWhile(request, () => document as Promise<CompressedResponse>);
    void reply.type('application/json; charset=utf-8').header('cache-control', 'public, max-age=300');
    return sendCompressed(request, reply, encoded);
  });
}
