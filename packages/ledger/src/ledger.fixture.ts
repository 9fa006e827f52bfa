import { hash } from 'node:crypto';
import { type Currency, type Money, money } from '@larkmere/money/money';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll } from 'vitest';
import { nameFields } from '../../../apps/api/src/platform/db/column-names.ts';
import { openTestDatabase } from '../../../test/fixtures/database.ts';
import { openAccount } from './open-account.ts';
import { post } from './transfer.ts';
import type { AccountClass, AccountId, OperationId, Posting, Tx } from './types.ts';

pg.types.setTypeParser(pg.types.builtins.INT8, BigInt);

export async function openTestLedger(connections = 4, { prepares = false } = {}) {
  const { url } = await openTestDatabase();
  const options = prepares ? { options: '-c plan_cache_mode=force_generic_plan' } : {};
  const pool = new pg.Pool({ connectionString: url, max: connections, pipeline: true, ...options });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('connect', nameFields);
  if (prepares) pool.on('connect', nameStatements);
  /** SQLSTATEs of failed statements. */
  const faults: unknown[] = [];
  // biome-ignore lint/suspicious/noExplicitAny: the ledger serves any schema
  const db = new Kysely<any>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => void (event.level === 'error' && faults.push((event.error as { code?: unknown }).code)),
  });
  afterAll(() => db.destroy());
  return {
    db,
    url,
    faults,
    inTransaction: <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.transaction().execute(work),
  };
}

function nameStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (named: pg.QueryConfig) => Promise<pg.QueryResult>;
  const named = (text: string, values: unknown[] = []) => query({ name: hash('sha1', text), text, values });
  Object.assign(client, { query: named });
}

let count = 0;

export function nextId(at: Date = new Date()): OperationId {
  count += 1;
  const time = at.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${count.toString(16).padStart(12, '0')}` as OperationId;
}

export const gbp = (minor: bigint | number) => money('GBP', BigInt(minor));
export const eur = (minor: bigint | number) => money('EUR', BigInt(minor));

type TestAccountOptions = {
  code?: string;
  class?: AccountClass;
  currency?: Currency;
  mayOverdraw?: boolean;
  balance?: number;
};

export async function createTestAccount(tx: Tx, options: TestAccountOptions = {}): Promise<AccountId> {
  count += 1;
  const { currency = 'GBP', balance = 0 } = options;
  const id = await openAccount(tx, {
    code: `customer:${count}`,
    class: 'liability',
    currency,
    mayOverdraw: false,
    ...options,
  });
  if (balance > 0) {
    const amount = money(currency, BigInt(balance));
    await post(tx, {
      id: nextId(),
      code: 'funding',
      postings: [{ debit: await openExternalAccount(tx, currency), credit: id, amount }],
    });
  }
  return id;
}

export const openExternalAccount = (tx: Tx, currency: Currency = 'GBP'): Promise<AccountId> =>
  openAccount(tx, { code: `safeguarding:world:${currency}`, class: 'asset', currency, mayOverdraw: true });

export const gbpPosting = (debit: AccountId, credit: AccountId, minor: number): Posting => ({
  debit,
  credit,
  amount: gbp(minor),
});

type OpenHold = Readonly<{ id: OperationId; code: string; amount: Money; heldAt: Date; expiresAt?: Date }>;
type OpenHoldRow = {
  id: OperationId;
  code: string;
  currency: Currency;
  amount: bigint;
  heldAt: Date;
  expiresAt: Date | null;
};

export async function findOpenHolds(tx: Tx, account: AccountId): Promise<OpenHold[]> {
  const { rows } = await sql<OpenHoldRow>`
    select h.op_id as id, t.code, a.currency, sum(h.amount)::bigint as amount, min(t.booked_at) as held_at, min(h.expires_at) as expires_at
    from ledger.hold h
    join ledger.transfer t on t.op_id = h.op_id and t.leg = h.leg
    join ledger.account a on a.id = h.debit_account_id
    where h.debit_account_id = ${account}
    group by h.op_id, t.code, a.currency
    order by min(t.booked_at), h.op_id`.execute(tx);
  return rows.map(({ id, code, currency, amount, heldAt, expiresAt }) => ({
    id,
    code,
    amount: money(currency, amount),
    heldAt,
    ...(expiresAt && { expiresAt }),
  }));
}
