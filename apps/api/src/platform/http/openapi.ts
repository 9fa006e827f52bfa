import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';

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
  const compressedDocument = (): Promise<CompressedResponse> => {
    document ??= compressResponse(JSON.stringify(app.swagger()));
    return document;
  };
  app.get(documentUrl, { schema: { hide: true }, config: { usesSlot: true } }, async (request, reply) => {
    const encoded = await app.releaseSlotWhile(request, compressedDocument);
    void reply.type('application/json; charset=utf-8').header('cache-control', 'public, max-age=300');
    return sendCompressed(request, reply, encoded);
  });
}

type OpenApiDocument = Readonly<{ components?: { schemas?: Record<string, unknown> } }>;

const findReferences = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name ?? '');

function removeUnusedSchemas<D extends object>(document: D): D {
  // The plugin knows documents of Swagger 2 too, which have no components.
  const { components, ...rest } = document as OpenApiDocument;
  const schemas = components?.schemas ?? {};
  const used = new Set<string>();
  const waiting = findReferences(rest);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (used.has(name)) continue;
    used.add(name);
    waiting.push(...findReferences(schemas[name] ?? {}));
  }
  const usedSchemas = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
  return { ...document, components: { ...components, schemas: usedSchemas } };
}

type Encoding = 'br' | 'gzip' | 'identity';
type CompressedResponse = Readonly<Record<Encoding, Readonly<{ body: Buffer; etag: string }>>>;

const preferredEncodings: readonly Encoding[] = ['br', 'gzip'];
const brotliOptions = { params: { [zlib.BROTLI_PARAM_QUALITY]: 9 } };

async function compressResponse(text: string): Promise<CompressedResponse> {
  const plain = Buffer.from(text);
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(plain, brotliOptions), promisify(gzip)(plain)]);
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  const form = (body: Buffer, encoding: Encoding) => ({ body, etag: `"${digest}-${encoding}"` });
  return { br: form(br, 'br'), gzip: form(zipped, 'gzip'), identity: form(plain, 'identity') };
}

function sendCompressed(request: FastifyRequest, reply: FastifyReply, encoded: CompressedResponse): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'] ?? '');
  const { body, etag } = encoded[encoding];
  void reply.headers({ etag, vary: 'accept-encoding' });
  if (etagMatches(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  return reply.send(body);
}

function chooseEncoding(accepted: string): Encoding {
  const offers = new Map(
    accepted.split(',').map((each) => {
      const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
      return [name, !parameters.some((part) => /^q=0(\.0*)?$/.test(part))] as const;
    }),
  );
  return preferredEncodings.find((encoding) => offers.get(encoding) ?? offers.get('*')) ?? 'identity';
}

const etagMatches = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((each) => ['*', etag].includes(each.trim().replace(/^W\//, ''))) ?? false;
