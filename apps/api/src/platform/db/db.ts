import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { Kysely, type Transaction } from 'kysely';
import pg from 'pg';
import { assumeAppRole } from './app-role.ts';
import { nameFields } from './column-names.ts';
import { PipelineDialect } from './pipeline-driver.ts';
import type { DB } from './schema.gen.ts';

pg.types.setTypeParser(pg.types.builtins.INT8, BigInt); // money must never pass through a double
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day);

export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;

export function openDb(url: string, poolSize = 16): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: Number(process.env.DATABASE_WAIT_MS ?? 3000),
    // The default of ten seconds would start a process of the server for almost every burst of requests.
    idleTimeoutMillis: 600_000,
    application_name: 'larkmere-api',
    onConnect: (client) => assumeAppRole(client) as unknown as undefined,
    pipeline: true,
  });
  surviveBrokenConnections(pool);
  pool.on('connect', nameStatements);
  pool.on('connect', nameFields);
  return new Kysely<DB>({ dialect: new PipelineDialect({ pool }) });
}

/** Without these listeners a broken connection would end the process. The query that used it reports the error. */
export function surviveBrokenConnections(pool: pg.Pool): void {
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
}

const preparedNames = new Map<string, string>();
/** Limits the plans that the server caches, as some statement texts vary without end. */
const maxPreparedNames = 2000;

function preparedName(text: string): string | undefined {
  const known = preparedNames.get(text);
  if (known || preparedNames.size >= maxPreparedNames) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
  preparedNames.set(text, name);
  return name;
}

function nameStatements(client: pg.PoolClient): void {
  const plain = client.query.bind(client) as (...args: unknown[]) => unknown;
  const named = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
    corkUntilNextTick(client);
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return plain(text, values, ...rest);
    return plain({ text, values, name: preparedName(text) }, ...rest);
  };
  client.query = named as typeof client.query;
}

function corkUntilNextTick(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
