import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

const schema = `
  create table if not exists settings (id integer primary key check (id = 1), value text not null);

  create table if not exists opening (
    id integer primary key check (id = 1),
    amount_minor integer not null check (amount_minor >= 0),
    booking_date text not null
  );

  create table if not exists payment (
    bank_reference text primary key,
    message_id text not null,
    payment_information_id text not null,
    instruction_id text not null unique,
    end_to_end_id text not null unique,
    uetr text not null,
    currency text not null,
    amount_minor integer not null check (amount_minor > 0),
    payer_name text not null, payer_sort_code text not null, payer_account_number text not null,
    payee_name text not null, payee_sort_code text not null, payee_account_number text not null,
    reference text not null,
    body_hash text not null,
    first_answer text not null,
    magic text,
    status text not null check (status in ('RCVD', 'PDNG', 'ACSP', 'ACSC', 'RJCT')),
    reason_code text,
    charges_minor integer not null default 0,
    received_at integer not null,
    settled_at integer,
    returned_at integer
  );

  -- What the bank still has to do, and when.
  create table if not exists step (
    id integer primary key autoincrement,
    bank_reference text not null references payment,
    kind text not null check (kind in ('accept', 'settle', 'return')),
    due_at integer not null
  );
  create index if not exists step_due on step (due_at);

  -- What the bank has to say; the sequence has no gaps because a rolled back number is given out again.
  create table if not exists event (
    sequence integer primary key autoincrement,
    event_id text not null unique,
    bank_reference text references payment,
    kind text not null check (kind in ('payment.status', 'payment.return', 'credit')),
    at integer not null,
    document text not null,
    unordered integer not null default 0,
    due_at integer not null,
    attempts integer not null default 0,
    delivered_at integer
  );
  create index if not exists event_waiting on event (due_at) where delivered_at is null;
  create index if not exists event_of_payment on event (bank_reference) where delivered_at is null;

  -- Foreign exchange: what was asked, and what it was answered.
  create table if not exists deal (
    deal_id text primary key,
    asked text not null,
    answer text not null,
    dealt_at integer not null
  );

  -- The settlement account, line by line.
  create table if not exists entry (
    id integer primary key autoincrement,
    booked_at integer not null,
    booking_date text not null,
    direction text not null check (direction in ('CRDT', 'DBIT')),
    kind text not null check (kind in ('payment', 'return', 'credit')),
    amount_minor integer not null check (amount_minor > 0),
    bank_reference text not null,
    end_to_end_id text not null,
    counterparty text not null,
    reference text not null
  );
  create index if not exists entry_by_day on entry (booking_date);
`;

export type Row = Readonly<Record<string, string | bigint | null>>;

/** The bank's own books and queue: one SQLite file that outlives the process. */
export type Store = Readonly<{
  all(sql: string, ...values: SQLInputValue[]): Row[];
  one(sql: string, ...values: SQLInputValue[]): Row | undefined;
  run(sql: string, ...values: SQLInputValue[]): void;
  insert(table: string, row: Readonly<Record<string, SQLInputValue>>): void;
  /** Everything inside happens, or nothing does. */
  atOnce<Result>(work: () => Result): Result;
  close(): void;
}>;

/** Opens the store, and makes it on the first start. `:memory:` keeps nothing. */
export function openStore(file: string): Store {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file);
  database.exec(`pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on; ${schema}`);
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();

  function statement(sql: string) {
    const known = statements.get(sql);
    if (known) return known;
    const fresh = database.prepare(sql);
    // Pence stay exact: SQLite's integers have 64 bits and a number has 53.
    fresh.setReadBigInts(true);
    statements.set(sql, fresh);
    return fresh;
  }

  return {
    all: (sql, ...values) => statement(sql).all(...values) as Row[],
    one: (sql, ...values) => statement(sql).get(...values) as Row | undefined,
    run: (sql, ...values) => void statement(sql).run(...values),
    insert(table, row) {
      const marks = Object.keys(row).map(() => '?');
      const sql = `insert into ${table} (${Object.keys(row).join(', ')}) values (${marks.join(', ')})`;
      statement(sql).run(...Object.values(row));
    },
    atOnce(work) {
      database.exec('begin immediate');
      try {
        const result = work();
        database.exec('commit');
        return result;
      } catch (error) {
        database.exec('rollback');
        throw error;
      }
    },
    close: () => database.close(),
  };
}

export const text = (row: Row, column: string): string => String(row[column]);
export const textOrNull = (row: Row, column: string): string | null =>
  row[column] === null ? null : String(row[column]);
/** Pence. */
export const pence = (row: Row, column: string): bigint => BigInt(row[column] ?? 0n);
/** Times and counters, which fit a number. */
export const whole = (row: Row, column: string): number => Number(row[column]);
