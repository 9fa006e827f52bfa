import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { registry } from './metrics.ts';

const probeTimeoutMs = 2000;

export function addProbes(app: FastifyInstance, db: Db): void {
  const probe = async (): Promise<boolean> => {
    const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), probeTimeoutMs).unref());
    const answer = sql`select 1`.execute(db).then(
      () => true,
      () => false,
    );
    return Promise.race([answer, late]);
  };
  // The probes are public, so concurrent calls share one query.
  let probing: Promise<boolean> | undefined;
  const probeOnce = (): Promise<boolean> => {
    probing ??= probe().finally(() => {
      probing = undefined;
    });
    return probing;
  };
  /** The process runs. Whoever restarts it because the database is away helps nobody. */
  app.get('/healthz', { schema: { hide: true } }, (_request, reply) => reply.type('text/plain').send('healthy'));
  /** It can do its work: the database answers. While it starts and stops, `http-listener.ts` answers. */
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const ready = await probeOnce();
    return reply
      .code(ready ? 200 : 503)
      .type('text/plain')
      .send(ready ? 'ready' : 'not ready');
  });
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}
