import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendNotFound } from './error-handler.ts';

export type AllowedOrigins = Readonly<{
  connect: readonly string[];
  /** Sites that may show our embedded pages. */
  frames: readonly string[];
  /** Sites whose pages ours may show: the form for card numbers and the confirmation by the card’s bank. */
  framed: readonly string[];
}>;

const embeddedPaths = ['/embedded/chart', '/embedded/review'];

const nonPagePaths =
  /^\/(api|assets|healthz|metrics|readyz|socket\.io)(\/|$)|\.(css|ico|js|json|map|png|svg|txt|webmanifest|woff2|xml)$/;

export async function serveWebApp(
  app: FastifyInstance,
  dist: string,
  { connect, frames, framed }: AllowedOrigins,
): Promise<void> {
  const page = join(dist, 'index.html');
  if (!existsSync(page)) return;
  const html = readFileSync(page, 'utf8');
  await app.register(fastifyStatic, {
    root: dist,
    wildcard: false,
    index: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      void reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  const sendPage = (reply: FastifyReply, policy: string): FastifyReply =>
    reply
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(html);
  const ownPolicy = buildContentSecurityPolicy(html, { connect, frames: [], framed });
  const embeddedPolicy = buildContentSecurityPolicy(html, { connect, frames, framed: [] });
  // X-Frame-Options cannot name partners, so pages that they may embed do not get it.
  const helmet = frames.length > 0 ? { xFrameOptions: false } : {};
  for (const path of embeddedPaths)
    app.get(path, { schema: { hide: true }, helmet }, (_, reply) => sendPage(reply, embeddedPolicy));
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    return nonPagePaths.test(path) ? sendNotFound(request, reply) : sendPage(reply, ownPolicy);
  });
}

function buildContentSecurityPolicy(html: string, { connect, frames, framed }: AllowedOrigins): string {
  const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, code]) =>
      `'sha256-${createHash('sha256')
        .update(code ?? '')
        .digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    `script-src 'self' ${inline.join(' ')}`.trim(),
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...connect].join(' '),
    ...(framed.length > 0 ? [['frame-src', ...framed].join(' ')] : []),
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    `frame-ancestors ${frames.length > 0 ? frames.join(' ') : "'none'"}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
