import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export const registry = new Registry();
collectDefaultMetrics({ register: registry, prefix: 'larkmere_' });

const duration = new Histogram({
  name: 'larkmere_request_seconds',
  help: 'Time to answer by route and status',
  labelNames: ['method', 'route', 'status'],
  registers: [registry],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});

export const closedConnections = new Counter({
  name: 'larkmere_http_connections_closed_total',
  help: 'Connections closed because they held what other clients need, by reason',
  labelNames: ['reason'],
  registers: [registry],
});

export const deliveries = new Counter({
  name: 'larkmere_deliveries_total',
  help: 'Outbox deliveries by listener and outcome',
  labelNames: ['listener', 'outcome'],
  registers: [registry],
});

export const repeats = new Counter({
  name: 'larkmere_transactions_repeated_total',
  help: 'Transactions that were undone and done again, by the code of PostgreSQL: 40P01 is a circle of locks',
  labelNames: ['code'],
  registers: [registry],
});

export function requestMetrics(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    duration.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    done();
  });
}
