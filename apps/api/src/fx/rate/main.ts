import { readConfig } from '../../config.ts';
import { openDb } from '../../platform/db/db.ts';
import { createBinder } from '../../platform/http/bind.ts';
import { startListening } from '../../platform/http/listen.ts';
import { openServer } from '../../platform/http/server.ts';
import { openLog } from '../../platform/observability/log.ts';
import { addProbes } from '../../platform/observability/probes.ts';
import { findClosedMarket, pairMargins, tierRate } from '../conversion/conversion.ts';
import { rateGuard } from './rate.routes.ts';
import { openRateService } from './rate-service.ts';

const config = readConfig(process.env);
const log = openLog(config.logLevel);
const db = openDb(config.databaseUrl, config.poolSize);
const { maxInFlight, trustedProxies, publicUrl } = config;
const server = await openServer({ log, maxInFlight, trustedProxies, publicUrl });
addProbes(server, db);
if (publicUrl !== undefined) allowBrowsersOf(new URL(publicUrl).origin);
const authenticateRate = rateGuard(config.rateSecret);
const bind = createBinder({ app: server, db, authenticate: async (caller) => authenticateRate(caller) });
const rateJob = openRateService(bind, db, config.rates, { pairMargins, tierRate, findClosedMarket }, log);
const ready = await startListening(server, config);
process.send?.({ ready });

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close());

async function close(): Promise<void> {
  await Promise.all([server.close(), rateJob.stop()]);
  await db.destroy();
  process.exit(0);
}

/** The bank's pages call this service from another origin; no other origin is allowed. */
function allowBrowsersOf(origin: string): void {
  server.addHook('onRequest', async (request, reply) => {
    void reply.headers({ 'access-control-allow-origin': origin, vary: 'origin' });
    if (request.method !== 'OPTIONS') return undefined;
    const headerNames = 'authorization, content-type, device, platform, platformdetail, appversion';
    return reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': headerNames,
        'access-control-max-age': '600',
      })
      .send();
  });
}
