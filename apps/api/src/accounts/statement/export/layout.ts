import type { StatementLayout } from '@larkmere/contract/accounts/statement';
import type { EntryRow } from './statement-export.read.ts';

/** An entry, or the entries of one operation together. Amounts are signed minor units. */
export type LineEntry = EntryRow &
  Readonly<{
    /** Part of `amount`: positive if charged, negative if refunded. */
    fee: bigint;
    /** The leg of what this row is the fee of. */
    feeForLeg: number | null;
  }>;

/** The entries of one operation are booked one after the other, because it locks the account. */
export async function* groupOperations(pages: AsyncIterable<readonly EntryRow[]>): AsyncGenerator<EntryRow[][]> {
  let open: EntryRow[] = [];
  for await (const page of pages) {
    const complete: EntryRow[][] = [];
    for (const entry of page) {
      if (open.length > 0 && open[0]?.operationId !== entry.operationId) {
        complete.push(open);
        open = [];
      }
      open.push(entry);
    }
    yield complete;
  }
  if (open.length > 0) yield [open];
}

/** `compact`: one row with the fees inside, and the balance after the last entry. `flat`: each fee as its own row. */
export const layOut = (operation: readonly EntryRow[], layout: StatementLayout): LineEntry[] =>
  layout === 'compact' ? [merge(operation)] : separate(operation);

function separate(operation: readonly EntryRow[]): LineEntry[] {
  const main = operation.find(({ isFee }) => !isFee);
  return operation.map((entry) => ({ ...entry, fee: 0n, feeForLeg: entry.isFee ? (main?.leg ?? null) : null }));
}

function merge(operation: readonly EntryRow[]): LineEntry {
  const [first, last] = [operation[0], operation.at(-1)];
  if (!first || !last) throw new RangeError('an operation without entries');
  const sumOf = (entries: readonly EntryRow[]): bigint => entries.reduce((sum, { amount }) => sum + amount, 0n);
  const isFee = operation.every((entry) => entry.isFee);
  return {
    ...last,
    leg: first.leg,
    amount: sumOf(operation),
    isFee,
    fee: isFee ? 0n : -sumOf(operation.filter((entry) => entry.isFee)),
    feeForLeg: null,
  };
}
