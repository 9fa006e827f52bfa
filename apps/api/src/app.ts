import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { basePaths } from '@larkmere/contract/platform/endpoint';
import { createPartitions } from '@larkmere/ledger/maintenance';
import type { FastifyInstance } from 'fastify';
import { openAuditChainWriter } from './accounting/audit-chain/audit-chain-writer.ts';
import { openFirmAccounts } from './accounting/chart-of-accounts/chart-of-accounts.ts';
import { approvalHandlers } from './approvable-types.ts';
import { openCallStore } from './back-office/api-log/store-calls.ts';
import { visitPermissionOf } from './back-office/ghost-connect/visit-permissions.ts';
import { authenticateStaff } from './back-office/staff/staff-session.ts';
import { type Config, connectOrigins, verificationAddressOf } from './config.ts';
import { deriveContactRecoveryKey } from './customers/contact-recovery/contact-recovery.ts';
import { deriveInvitationKey } from './customers/invitation/invitation.ts';
import { findClosedMarket, pairMargins, tierRate } from './fx/conversion/conversion.ts';
import { rateGuard } from './fx/rate/rate.routes.ts';
import { openRateService } from './fx/rate/rate-service.ts';
import { authenticateCustomer, authenticateDownload, findSignedInCustomer } from './identity/session/authenticate.ts';
import { jobs } from './jobs.ts';
import { jobPartners, openPartners } from './partners.ts';
import { requireAppRole } from './platform/db/app-role.ts';
import { type Db, openDb } from './platform/db/db.ts';
import { requireDurability, waitForDatabase } from './platform/db/startup.ts';
import { inTransaction } from './platform/db/transaction.ts';
import { forwardLiveNotices } from './platform/events/live.ts';
import { startRelay } from './platform/events/run-relay.ts';
import { type Authenticate, type Bind, createBinder, type RequireService } from './platform/http/bind.ts';
import { readSessionCookie } from './platform/http/caller.ts';
import { type HttpListener, openHttpListener } from './platform/http/http-listener.ts';
import { addOpenApi } from './platform/http/openapi.ts';
import { verifyPartnerSignature } from './platform/http/partner-client.ts';
import { openServer, type RegisteredRoute } from './platform/http/server.ts';
import { openSockets } from './platform/http/sockets.ts';
import { serveWebApp } from './platform/http/web-app.ts';
import { startJobs } from './platform/jobs/job.ts';
import { withCallLog } from './platform/observability/call-log.ts';
import { type Log, openLog } from './platform/observability/log.ts';
import { addProbes } from './platform/observability/probes.ts';
import { audit } from './platform/requests/audit.ts';
import { Refusal } from './platform/requests/refusal.ts';
import type { CustomerActor } from './platform/requests/verb.ts';
import { systemClock } from './platform/time/clock.ts';
import { getServiceAvailability, requireAvailable } from './reference/service-availability/service-availability.ts';
import { bindRoutes } from './routes.ts';
import { subscriptions } from './subscriptions.ts';

const shutdownGraceMs = 5_000;
const webDist = join(import.meta.dirname, '../../web/dist');

export type App = Readonly<{
  url: string;
  bind: Bind;
  registeredRoutes: readonly RegisteredRoute[];
  close: () => Promise<void>;
}>;

/** `listener`: answers 503 until the application is ready. */
export async function startApp(config: Config, listener?: HttpListener, log = openLog(config.logLevel)): Promise<App> {
  const http = listener ?? (await openHttpListener(config));
  const db = openDb(config.databaseUrl, config.poolSize);
  await waitForDatabase(() => prepareDatabase(config, db), log);
  const partners = await openPartners(config, db, log);

  const server = await openApiServer(config, http, db, log);
  const calls = openCallStore(db, log);
  const { record } = calls;
  const bind = createBinder({
    app: server,
    db,
    authenticate: authenticate(config, db),
    record,
    requireService: requireService(db),
    visitPermissionOf,
  });
  bindRoutes(bind, config, partners);
  const openRates = () => openRateService(bind, db, config.rates, { pairMargins, tierRate, findClosedMarket }, log);
  const isOwnRates = config.rateService === basePaths.rate;
  const rates = isOwnRates ? [withCallLog({ record, correlationId: 'rates' }, openRates)] : [];
  await serveWebApp(server, webDist, {
    connect: connectOrigins(config),
    frames: config.embedPartners,
    framed: [new URL(config.cardProcessorUrl).origin],
  });
  const sockets = await openSockets(
    server,
    config.databaseUrl,
    (cookies, token, ip) =>
      findSignedInCustomer(db, {
        token,
        cookie: readSessionCookie(cookies, server.requiresHostCookies),
        isSameOrigin: true,
        ip,
      }),
    (actor) => recordLiveVisit(db, actor),
    log,
  );
  const live = await waitForDatabase(() => forwardLiveNotices(config.databaseUrl, sockets.io, log), log);
  const relay = startRelay(db, subscriptions(config, partners), log, server.inFlightRequests, record);
  const sealer = openAuditChainWriter(db, { key: config.sealKey, file: config.sealFile });
  const verificationAddress = verificationAddressOf(config);
  const invitationKey = deriveInvitationKey(config.pinPepper);
  const contactRecoveryKey = deriveContactRecoveryKey(config.pinPepper);
  const keys = { invitationKey, contactRecoveryKey };
  const scheduled = jobs({ sealer, ...jobPartners(partners), approvalHandlers, verificationAddress, ...keys });
  const tasks = [...rates, ...startJobs(scheduled, db, log, record)];

  await server.ready();
  const close = async (): Promise<void> => {
    const ending = [relay.stop(), ...tasks.map((task) => task.stop())];
    await http.drain(config.shutdownNoticeMs);
    // Sockets are closed, and their clients connect to another process. Requests in progress get their answers.
    await Promise.race([sockets.close(), sleep(shutdownGraceMs, undefined, { ref: false })]);
    await http.close(shutdownGraceMs);
    await server.close();
    await Promise.all([...ending, live.stop()]);
    await sealer.finish().catch((error: unknown) => log.error({ err: error }, 'the last rows are not sealed yet'));
    await calls.close();
    await db.destroy();
  };
  return { url: http.url, bind, registeredRoutes: server.registeredRoutes, close };
}

async function openApiServer(config: Config, listener: HttpListener, db: Db, log: Log): Promise<FastifyInstance> {
  const server = await openServer({
    log,
    maxInFlight: config.maxInFlight,
    // Fewer than the connections of the database: those of one session often wait for each other.
    maxInFlightPerClient: Math.max(2, Math.floor(Math.min(config.maxInFlight / 4, config.poolSize / 2))),
    trustedProxies: config.trustedProxies,
    requiresHostCookies: config.mode === 'production',
    publicUrl: config.publicUrl,
    listener,
  });
  await addOpenApi(server);
  addProbes(server, db);
  return server;
}

/** Staff who look at an account also see its live notices, so that counts as a call. */
const recordLiveVisit = (db: Db, actor: CustomerActor): Promise<void> =>
  inTransaction(db, (tx, now) =>
    audit({ tx, actor, now, requestId: `socket:${actor.sessionId}` }, 'ghost_connect.live', `visit:${actor.visit?.id}`),
  );

async function prepareDatabase({ mode }: Config, db: Db): Promise<void> {
  if (mode === 'production') await requireDurability(db);
  await requireAppRole(db);
  await createPartitions(db);
  await inTransaction(db, openFirmAccounts);
}

const requireService =
  (db: Db): RequireService =>
  (key, customerId) =>
    inTransaction(db, async (tx) => requireAvailable(await getServiceAvailability(tx, key, customerId)));

function authenticate(config: Config, db: ReturnType<typeof openDb>): Authenticate {
  const admit = rateGuard(config.rateSecret);
  return async (caller, request, endpoint) => {
    if (caller.isAmbiguous) throw new Refusal('not_signed_in');
    if (endpoint.access === 'public') return { kind: 'public', ip: caller.ip };
    if (endpoint.downloadTokenParameter)
      return authenticateDownload(db, caller, request.url, endpoint.downloadTokenParameter);
    if (endpoint.access === 'staff') return authenticateStaff(db, caller, endpoint);
    if (endpoint.access === 'rate') return admit(caller);
    if (endpoint.access !== 'rail') return authenticateCustomer(db, caller, endpoint);
    const { 'x-timestamp': timestamp, 'x-signature': signature } = request.headers;
    if (
      !verifyPartnerSignature(config.railSecret, String(timestamp), request.rawBody, String(signature), systemClock())
    )
      throw new Refusal('not_signed_in');
    return { kind: 'rail', ip: caller.ip };
  };
}
