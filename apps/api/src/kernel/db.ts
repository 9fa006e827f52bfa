import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { Kysely, type Transaction } from 'kysely';
import pg from 'pg';
import { takeAppRole } from './app-role.ts';
import { PipelineDialect } from './driver.ts';
import type { DB } from './schema.gen.ts';

pg.types.setTypeParser(pg.types.builtins.INT8, BigInt); // money must never pass through a double
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day); // a day has no time zone

export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;

/** A database with a pool of its own; every parameterised statement is named, so the server plans it once. */
export function openDb(url: string, poolSize = 16): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 3000,
    application_name: 'larkmere-api',
    onConnect: (client) => takeAppRole(client) as unknown as undefined, // it is waited for
    pipeline: true, // statements that nobody waits for in between travel together
  });
  surviveBrokenConnections(pool);
  pool.on('connect', nameStatements);
  return new Kysely<DB>({ dialect: new PipelineDialect({ pool }) });
}

/** A connection that breaks is replaced, idle or in use; the query that had it says what is wrong. Unheard, it would end the process. */
export function surviveBrokenConnections(pool: pg.Pool): void {
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
}

const names = new Map<string, string>();
/** Texts of changing shape must not fill the server's memory with plans. */
const mostNames = 2000;

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= mostNames) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
  names.set(text, name);
  return name;
}

function nameStatements(client: pg.PoolClient): void {
  const plain = client.query.bind(client) as (...args: unknown[]) => unknown;
  const named = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
    gather(client);
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return plain(text, values, ...rest);
    return plain({ text, values, name: nameOf(text) }, ...rest);
  };
  client.query = named as typeof client.query;
}

/** Statements of one turn leave in one packet. */
function gather(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
