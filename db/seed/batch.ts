import { postOperations } from '@larkmere/ledger/operations';
import type { Operation, OperationId } from '@larkmere/ledger/types';
import type { Insertable } from 'kysely';
import type { Tx } from '../../apps/api/src/platform/db/db.ts';
import type {
  AccountingNarrative,
  FxConversion,
  PaymentFeeWaiver,
  PaymentIncomingCredit,
  PaymentPayment,
  PaymentTransition,
  TreasuryCoverDeal,
} from '../../apps/api/src/platform/db/schema.gen.ts';
import type { SeedNotification } from './notifications.ts';

export type SeedBatch = Readonly<{
  operations: Operation[];
  narratives: Insertable<AccountingNarrative>[];
  payments: Insertable<PaymentPayment>[];
  transitions: Insertable<PaymentTransition>[];
  incomings: Insertable<PaymentIncomingCredit>[];
  freeTrades: Insertable<PaymentFeeWaiver>[];
  conversions: Insertable<FxConversion>[];
  covers: Insertable<TreasuryCoverDeal>[];
  rewards: Readonly<{ operationId: OperationId; at: Date; friend: string; accountId: string }>[];
  notifications: SeedNotification[];
}>;

export const createBatch = (): SeedBatch => ({
  operations: [],
  narratives: [],
  payments: [],
  transitions: [],
  incomings: [],
  freeTrades: [],
  conversions: [],
  covers: [],
  rewards: [],
  notifications: [],
});

const bookingTime = ({ bookedAt }: Operation): number => bookedAt?.getTime() ?? 0;

/** Throws if the ledger refuses an operation. */
export async function writeBatch(tx: Tx, batch: SeedBatch): Promise<void> {
  const operations = batch.operations.toSorted((a, b) => bookingTime(a) - bookingTime(b));
  for (const some of toChunks(operations)) {
    const outcomes = await postOperations(tx, some);
    const refused = outcomes.findIndex(({ outcome }) => outcome !== 'done');
    if (refused < 0) continue;
    const { code, bookedAt } = some[refused] ?? {};
    throw new Error(`the ledger says ${outcomes[refused]?.outcome} to ${code} of ${bookedAt?.toISOString()}`);
  }
  for (const rows of toChunks(batch.payments)) await tx.insertInto('payment.payment').values(rows).execute();
  for (const rows of toChunks(batch.transitions)) await tx.insertInto('payment.transition').values(rows).execute();
  for (const rows of toChunks(batch.incomings)) await tx.insertInto('payment.incoming_credit').values(rows).execute();
  for (const rows of toChunks(batch.freeTrades)) await tx.insertInto('payment.fee_waiver').values(rows).execute();
  for (const rows of toChunks(batch.conversions)) await tx.insertInto('fx.conversion').values(rows).execute();
  for (const rows of toChunks(batch.covers)) await tx.insertInto('treasury.cover_deal').values(rows).execute();
  for (const rows of toChunks(batch.narratives)) await tx.insertInto('accounting.narrative').values(rows).execute();
}

/** A PostgreSQL statement takes at most 65,535 parameters. */
const maxRows = 1000;

function toChunks<T>(all: readonly T[]): T[][] {
  const count = Math.ceil(all.length / maxRows);
  return Array.from({ length: count }, (_, index) => all.slice(index * maxRows, (index + 1) * maxRows));
}
