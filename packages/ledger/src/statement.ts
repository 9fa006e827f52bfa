import { type Currency, type Money, money } from '@larkmere/money/money';
import { type RawBuilder, sql } from 'kysely';
import type { AccountId, OperationId, Tx } from './types.ts';

/** A booking time in microseconds since 1970; a Date would lose precision. */
export type Cursor = number & { readonly brand: 'Cursor' };

export type Entry = Readonly<{
  operationId: OperationId;
  leg: number;
  code: string;
  bookedAt: Date;
  valueDate: string;
  amount: Money;
  balance: Money;
  cursor: Cursor;
}>;

type Range = Readonly<{ accountId: AccountId; from?: Date | undefined; to?: Date | undefined }>;
type Page = Range & Readonly<{ before?: Cursor | undefined; limit: number; direction?: 'in' | 'out' | undefined }>;

/**
 * Entries booked in [`from`, `to`), newest first. Holds move nothing and are left out. For the next page pass the last
 * `cursor` as `before`.
 */
export async function listEntries(tx: Tx, page: Page): Promise<Entry[]> {
  const { rows } = await sql<{ page: PageColumns }>`select ${pageQuery(page)} as page`.execute(tx);
  return rows.flatMap((row) => entriesFromColumns(row.page));
}

/** JSON of the function, with the names of SQL. */
type PageColumns = Readonly<
  { currency: Currency } & Record<'legs' | 'booked_at', readonly number[] | null> &
    Record<'op_ids' | 'codes' | 'value_dates' | 'amounts' | 'balances', readonly string[] | null>
>;

const pageQuery = ({ accountId, from, to, before, limit, direction }: Page): RawBuilder<PageColumns> => sql`
  ledger.page_of(${accountId}, ${from?.toISOString() ?? '-infinity'}, ${endOf(to, before)}, ${directionSign(direction)}, ${limit})`;

function endOf(to: Date | undefined, before: Cursor | undefined): string {
  if (before === undefined || (to && to.getTime() * 1000 <= before)) return to?.toISOString() ?? 'infinity';
  const millis = Math.floor(before / 1000);
  const micros = String(before - millis * 1000).padStart(3, '0');
  return new Date(millis).toISOString().replace('Z', `${micros}Z`);
}

const directionSign = (direction: 'in' | 'out' | undefined): number => (direction ? (direction === 'in' ? 1 : -1) : 0);

function entriesFromColumns({
  currency,
  op_ids: opIds,
  legs,
  codes,
  booked_at: bookedAt,
  value_dates: valueDates,
  amounts,
  balances,
}: PageColumns): Entry[] {
  return (opIds ?? []).map((id, i) =>
    entryFromRow({
      opId: id as OperationId,
      leg: legs?.[i] ?? 0,
      code: codes?.[i] ?? '',
      valueDate: valueDates?.[i] ?? '',
      currency,
      amount: amounts?.[i] ?? '',
      balance: balances?.[i] ?? '',
      cursor: cursorOf(bookedAt?.[i] ?? 0),
    }),
  );
}

const cursorOf = (seconds: number): Cursor => Math.round(seconds * 1e6) as Cursor;

export type EntryRow = {
  opId: OperationId;
  leg: number;
  code: string;
  valueDate: string;
  currency: Currency;
  amount: string;
  balance: string;
  cursor: Cursor;
};

export const entryFromRow = (row: EntryRow): Entry => ({
  operationId: row.opId,
  leg: row.leg,
  code: row.code,
  bookedAt: new Date(Math.floor(row.cursor / 1000)),
  valueDate: row.valueDate,
  amount: money(row.currency, BigInt(row.amount)),
  balance: money(row.currency, BigInt(row.balance)),
  cursor: row.cursor,
});
