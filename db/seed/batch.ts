import { postOperations } from '@larkmere/ledger/operations';
import type { Operation } from '@larkmere/ledger/types';
import type { Insertable } from 'kysely';
import type { Tx } from '../../apps/api/src/kernel/db.ts';
import type {
  BooksNarrative,
  FxConversion,
  PaymentFreeTrade,
  PaymentIncoming,
  PaymentPayment,
  PaymentTransition,
  PositionCover,
} from '../../apps/api/src/kernel/schema.gen.ts';
import type { News } from './news.ts';

export type Batch = Readonly<{
  operations: Operation[];
  narratives: Insertable<BooksNarrative>[];
  payments: Insertable<PaymentPayment>[];
  transitions: Insertable<PaymentTransition>[];
  incomings: Insertable<PaymentIncoming>[];
  freeTrades: Insertable<PaymentFreeTrade>[];
  conversions: Insertable<FxConversion>[];
  covers: Insertable<PositionCover>[];
  news: News[];
}>;

export const emptyBatch = (): Batch => ({
  operations: [],
  narratives: [],
  payments: [],
  transitions: [],
  incomings: [],
  freeTrades: [],
  conversions: [],
  covers: [],
  news: [],
});

const timeOf = ({ bookedAt }: Operation): number => bookedAt?.getTime() ?? 0;

/** Throws if the ledger refuses an operation. */
export async function writeBatch(tx: Tx, batch: Batch): Promise<void> {
  const operations = batch.operations.toSorted((a, b) => timeOf(a) - timeOf(b));
  for (const some of inChunks(operations)) {
    const outcomes = await postOperations(tx, some);
    const refused = outcomes.findIndex(({ outcome }) => outcome !== 'done');
    if (refused < 0) continue;
    const { code, bookedAt } = some[refused] ?? {};
    throw new Error(`the ledger says ${outcomes[refused]?.outcome} to ${code} of ${bookedAt?.toISOString()}`);
  }
  for (const rows of inChunks(batch.payments)) await tx.insertInto('payment.payment').values(rows).execute();
  for (const rows of inChunks(batch.transitions)) await tx.insertInto('payment.transition').values(rows).execute();
  for (const rows of inChunks(batch.incomings)) await tx.insertInto('payment.incoming').values(rows).execute();
  for (const rows of inChunks(batch.freeTrades)) await tx.insertInto('payment.free_trade').values(rows).execute();
  for (const rows of inChunks(batch.conversions)) await tx.insertInto('fx.conversion').values(rows).execute();
  for (const rows of inChunks(batch.covers)) await tx.insertInto('position.cover').values(rows).execute();
  for (const rows of inChunks(batch.narratives)) await tx.insertInto('books.narrative').values(rows).execute();
}

/** A PostgreSQL statement takes at most 65,535 parameters. */
const most = 1000;

function inChunks<T>(all: readonly T[]): T[][] {
  const count = Math.ceil(all.length / most);
  return Array.from({ length: count }, (_, index) => all.slice(index * most, (index + 1) * most));
}
