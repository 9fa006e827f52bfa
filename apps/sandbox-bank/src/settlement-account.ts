import type { Bank } from './bank.ts';
import { bankingDay } from './bank.ts';
import type { Scheme } from './scheme.ts';
import { bigintColumn, nullableTextColumn, numberColumn, type Row, type Store, textColumn } from './store.ts';

/** From Larkmere's side: a credit raises its balance at the bank. */
export type Entry = Readonly<{
  bookedAt: number;
  direction: 'CRDT' | 'DBIT';
  kind: 'payment' | 'return' | 'credit' | 'exchange' | 'card';
  currency: string;
  scheme: Scheme | null;
  amountMinor: bigint;
  bankReference: string;
  instructionId: string | null;
  endToEndId: string;
  counterparty: string;
  reference: string;
}>;

export type Statement = Readonly<{
  currency: string;
  day: string;
  openingMinor: bigint;
  entries: Entry[];
  closingMinor: bigint;
}>;

const signedAmount = `case direction when 'CRDT' then amount_minor else -amount_minor end`;

export function book(store: Store, entry: Entry): void {
  store.insert('entry', {
    booked_at: entry.bookedAt,
    booking_date: bankingDay(entry.bookedAt),
    direction: entry.direction,
    kind: entry.kind,
    currency: entry.currency,
    scheme: entry.scheme,
    amount_minor: entry.amountMinor,
    bank_reference: entry.bankReference,
    instruction_id: entry.instructionId,
    end_to_end_id: entry.endToEndId,
    counterparty: entry.counterparty,
    reference: entry.reference,
  });
}

export function setOpening(store: Store, currency: string, amountMinor: bigint, atMs: number): void {
  store.run(
    `insert into opening values (?, ?, ?)
     on conflict (currency) do update set amount_minor = excluded.amount_minor, booking_date = excluded.booking_date`,
    currency,
    amountMinor,
    bankingDay(atMs),
  );
}

export function statementFor({ store, now }: Bank, currency: string, day: string): Statement | undefined {
  if (day > bankingDay(now())) return undefined;
  const before = store.one(
    `select coalesce((select amount_minor from opening where currency = ? and booking_date <= ?), 0)
          + coalesce((select sum(${signedAmount}) from entry where currency = ? and booking_date < ?), 0) as balance`,
    currency,
    day,
    currency,
    day,
  ) as Row;
  const entries = store
    .all('select * from entry where currency = ? and booking_date = ? order by id', currency, day)
    .map(toEntry);
  const openingMinor = bigintColumn(before, 'balance');
  const moved = entries.reduce((sum, e) => sum + (e.direction === 'CRDT' ? e.amountMinor : -e.amountMinor), 0n);
  return { currency, day, openingMinor, entries, closingMinor: openingMinor + moved };
}

function toEntry(row: Row): Entry {
  return {
    bookedAt: numberColumn(row, 'booked_at'),
    direction: textColumn(row, 'direction') as Entry['direction'],
    kind: textColumn(row, 'kind') as Entry['kind'],
    currency: textColumn(row, 'currency'),
    scheme: nullableTextColumn(row, 'scheme') as Scheme | null,
    amountMinor: bigintColumn(row, 'amount_minor'),
    bankReference: textColumn(row, 'bank_reference'),
    instructionId: nullableTextColumn(row, 'instruction_id'),
    endToEndId: textColumn(row, 'end_to_end_id'),
    counterparty: textColumn(row, 'counterparty'),
    reference: textColumn(row, 'reference'),
  };
}
