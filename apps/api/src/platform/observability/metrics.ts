import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export const registry = new Registry();
collectDefaultMetrics({ register: registry, prefix: 'larkmere_' });

const requestDuration = new Histogram({
  name: 'larkmere_http_request_duration_seconds',
  help: 'HTTP request duration by route and status',
  labelNames: ['method', 'route', 'status'],
  registers: [registry],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});

export const closedConnections = new Counter({
  name: 'larkmere_http_connections_closed_total',
  help: 'Connections closed because they exceeded a limit, by reason',
  labelNames: ['reason'],
  registers: [registry],
});

export const outboxDeliveries = new Counter({
  name: 'larkmere_outbox_deliveries_total',
  help: 'Outbox deliveries by listener and outcome',
  labelNames: ['listener', 'outcome'],
  registers: [registry],
});

export const droppedLogLines = new Counter({
  name: 'larkmere_log_lines_dropped_total',
  help: 'Log lines that could not be written: the disk was full, or the reader too slow',
  registers: [registry],
});

export const droppedCalls = new Counter({
  name: 'larkmere_api_log_dropped_total',
  help: 'Calls that the API log could not keep: too many at once, or the database refused them',
  registers: [registry],
});

export const transactionRetries = new Counter({
  name: 'larkmere_db_transaction_retries_total',
  help: 'Database transactions that were retried, by SQLSTATE: 40P01 is a deadlock',
  labelNames: ['code'],
  registers: [registry],
});

export function observeRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    requestDuration.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    done();
  });
}
