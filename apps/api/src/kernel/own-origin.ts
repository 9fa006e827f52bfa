import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal.ts';

type Settings = Readonly<{ publicUrl: string | undefined; onlyBoundCookies: boolean }>;

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses writes that name another site's page as their origin, whatever else the browser says. Ours is `LARKMERE_URL`;
 * outside production, and without it, so is the host that the request was sent to. Programs name no origin.
 */
export function requireOwnOrigin(app: FastifyInstance, { publicUrl, onlyBoundCookies }: Settings): void {
  const own = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  const isHostOwn = own === undefined || !onlyBoundCookies;
  app.addHook('onRequest', (request, _, done) => {
    const { origin } = request.headers;
    const isOwn = origin === undefined || origin === own || (isHostOwn && hostOf(origin) === request.host);
    if (isOwn || reading.has(request.method)) return done();
    done(new Refusal('access_denied', { message: 'Another site sent this request. Nothing was done.' }));
  });
}

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined);
