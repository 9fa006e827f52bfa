import { type Currency, type Money, money } from '@larkmere/money/money';
import { type Kysely, sql } from 'kysely';
import { fingerprintOf } from './fingerprint.ts';
import type { AccountId, AccountState, Operation, OperationId, Outcome, RefusalCode } from './types.ts';

/**
 * Decides and writes any number of operations, in their order, in one round trip. Each succeeds or is refused alone, and
 * a refusal is an outcome, never thrown; outcomes stand in the order of the operations. Refused operations leave no
 * trace: asked again, they are decided again. An operation may end a hold that stands before it in the same batch.
 */
// biome-ignore lint/suspicious/noExplicitAny: the ledger serves any schema
export async function postOperations(tx: Kysely<any>, operations: readonly Operation[]): Promise<Outcome[]> {
  if (operations.length === 0) return [];
  const given = encode(operations);
  const { rows } = await sql<Row>`select * from ledger.post_operations(
    ${given.ids}, ${given.kinds}, ${given.codes}, ${given.fingerprints}, ${given.legCounts},
    ${given.holdIds}, ${given.expiries}, ${given.valueDates}, ${given.bookingTimes},
    ${given.accounts}, ${given.debits}, ${given.credits}, ${given.amounts}, ${given.currencies})`.execute(tx);
  return decode(operations.length, rows);
}

/** Turns operations into one array per column, as the function takes them; columns that nobody uses are null. */
function encode(operations: readonly Operation[]) {
  const positions = new Map<AccountId, number>();
  const position = (id: AccountId): number => {
    const known = positions.get(id) ?? positions.size + 1; // SQL counts from one
    positions.set(id, known);
    return known;
  };
  const legs = operations.map(legsOf);
  const allLegs = legs.flat();
  return {
    ids: operations.map(requireTimeOrderedId),
    kinds: operations.map(({ kind }) => kind),
    codes: operations.map(({ code }) => code),
    fingerprints: operations.map(fingerprintOf),
    legCounts: legs.map(({ length }) => length),
    holdIds: column(operations, (o) => ('holdId' in o ? o.holdId : undefined)),
    expiries: column(operations, (o) => ('expiresAt' in o ? o.expiresAt?.toISOString() : undefined)),
    valueDates: column(operations, (o) => ('valueDate' in o ? o.valueDate : undefined)),
    bookingTimes: column(operations, (o) => o.bookedAt?.toISOString()),
    debits: allLegs.map(({ debit }) => (debit === undefined ? null : position(debit))),
    credits: allLegs.map(({ credit }) => (credit === undefined ? null : position(credit))),
    amounts: allLegs.map(({ amount }) => amount.minor),
    currencies: allLegs.map(({ amount }) => amount.currency),
    accounts: [...positions.keys()],
  };
}

/** Throws what is a fault of the caller, before anything is sent: no postings, or an id that is not time-ordered. */
export function requireWellFormed(operation: Operation): void {
  legsOf(operation);
  requireTimeOrderedId(operation);
}

type Leg = Readonly<{ debit?: AccountId; credit?: AccountId; amount: Money }>;

/** A resolution takes its accounts from the hold; it has a leg of its own only to state a part of the amount. */
function legsOf(operation: Operation): readonly Leg[] {
  if ('holdId' in operation) return 'amount' in operation && operation.amount ? [{ amount: operation.amount }] : [];
  if (operation.postings.length === 0) throw new RangeError(`operation ${operation.id} moves nothing`);
  return operation.postings;
}

/** Random ids would scatter the index of all transfers, so they are a fault of the caller. */
function requireTimeOrderedId({ id }: Operation): OperationId {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))
    throw new TypeError(`operation id ${id} is not a UUID of version 7 in lower case`);
  return id;
}

function column<T>(operations: readonly Operation[], of: (o: Operation) => T | undefined): (T | null)[] | null {
  const values = operations.map((o) => of(o) ?? null);
  return values.some((value) => value !== null) ? values : null;
}

/** One row per account that an operation touched; one row without account for an operation that was refused. */
type Row = {
  operation: number;
  outcome: 'done' | 'exists' | RefusalCode;
  account_id: AccountId | null;
  currency: Currency;
  balance: bigint;
  held: bigint;
  version: bigint;
};

function decode(size: number, rows: readonly Row[]): Outcome[] {
  const accounts: AccountState[][] = Array.from({ length: size }, () => []);
  const outcomes: Outcome[] = [];
  for (const row of rows) {
    const own = accounts[row.operation - 1] ?? [];
    if (row.outcome === 'done' || row.outcome === 'exists') {
      outcomes[row.operation - 1] = { outcome: row.outcome, accounts: own };
      if (row.account_id !== null) own.push(stateOf(row.account_id, row));
    } else outcomes[row.operation - 1] = { outcome: row.outcome, accounts: [] };
  }
  return outcomes;
}

const stateOf = (id: AccountId, { currency, balance, held, version }: Row): AccountState => ({
  id,
  balance: money(currency, balance),
  available: money(currency, balance - held),
  version,
});
