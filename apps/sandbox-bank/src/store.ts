import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { schema, schemaVersion, upgrades } from './schema.ts';

export type Row = Readonly<Record<string, string | bigint | null>>;

export type Store = Readonly<{
  all(sql: string, ...values: SQLInputValue[]): Row[];
  one(sql: string, ...values: SQLInputValue[]): Row | undefined;
  run(sql: string, ...values: SQLInputValue[]): void;
  insert(table: string, row: Readonly<Record<string, SQLInputValue>>): void;
  inTransaction<Result>(work: () => Result): Result;
  close(): void;
}>;

export function openStore(file: string): Store {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = off');
  const version = Number(database.prepare('pragma user_version').get()?.user_version);
  const isNew = !database.prepare(`select 1 from sqlite_master where name = 'payment'`).get();
  database.exec((isNew ? undefined : upgrades[Math.max(version, 1)]) ?? schema);
  database.exec(`pragma user_version = ${schemaVersion}; pragma foreign_keys = on`);
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();

  function statement(sql: string) {
    const known = statements.get(sql);
    if (known) return known;
    const fresh = database.prepare(sql);
    // SQLite integers have 64 bits; a JavaScript number holds 53.
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
    inTransaction(work) {
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

export const textColumn = (row: Row, column: string): string => String(row[column]);
export const nullableTextColumn = (row: Row, column: string): string | null =>
  row[column] === null ? null : String(row[column]);
export const bigintColumn = (row: Row, column: string): bigint => BigInt(row[column] ?? 0n);
export const numberColumn = (row: Row, column: string): number => Number(row[column]);
