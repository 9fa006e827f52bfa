import { message } from '@larkmere/messages/message';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../requests/refusal.ts';

type OriginSettings = Readonly<{ publicUrl: string | undefined; requiresHostCookies: boolean }>;

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses writes whose `Origin` is another site. Ours is `LARKMERE_URL`; without it or outside production, also the
 * requested host. Programs send no origin.
 */
export function requireOwnOrigin(app: FastifyInstance, { publicUrl, requiresHostCookies }: OriginSettings): void {
  const own = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  const isHostOwn = own === undefined || !requiresHostCookies;
  app.addHook('onRequest', (request, _, done) => {
    const { origin } = request.headers;
    const isOwn = origin === undefined || origin === own || (isHostOwn && hostOf(origin) === request.host);
    if (isOwn || safeMethods.has(request.method)) return done();
    done(new Refusal('access_denied', { reason: message('request_from_other_site') }));
  });
}

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined);
