import type { StandingOrderTerms } from '@larkmere/contract/payments/standing-order-terms';
import type { Selectable } from 'kysely';
import { v7 } from 'uuid';
import type { Tx } from '../../platform/db/db.ts';
import type { StandingOrderOccurrenceChangeRequest } from '../../platform/db/schema.gen.ts';
import type { OccurrenceRow } from './standing-order.sql.ts';

export type ChangeRequest = Readonly<{
  id: string;
  version: number;
  terms: StandingOrderTerms;
  payeeName: string;
  payeeSummary: string;
  userId: string;
  createdAt: Date;
}>;

type NewChangeRequest = Readonly<{
  orderId: string;
  version: number;
  terms: StandingOrderTerms;
  payee: Readonly<{ payeeName: string; payeeSummary: string }>;
  userId: string;
  at: Date;
}>;

export async function insertChangeRequest(
  tx: Tx,
  { orderId, version, terms, payee, userId, at }: NewChangeRequest,
): Promise<void> {
  const { payeeName, payeeSummary } = payee;
  await tx
    .insertInto('standing_order.change_request')
    .values({
      id: v7(),
      orderId,
      version,
      terms: JSON.stringify(terms),
      payeeName,
      payeeSummary,
      userId,
      createdAt: at,
    })
    .execute();
}

export const findPendingChange = (tx: Tx, orderId: string): Promise<ChangeRequest | undefined> =>
  tx
    .selectFrom('standing_order.change_request')
    .select(['id', 'version', 'terms', 'payeeName', 'payeeSummary', 'userId', 'createdAt'])
    .where('orderId', '=', orderId)
    .where('state', '=', 'awaiting_approval')
    .$castTo<ChangeRequest>()
    .executeTakeFirst();

export async function closeChangeRequest(tx: Tx, orderId: string, state: 'made' | 'sent_back'): Promise<void> {
  await tx
    .updateTable('standing_order.change_request')
    .set({ state })
    .where('orderId', '=', orderId)
    .where('state', '=', 'awaiting_approval')
    .execute();
}

export type OccurrenceChangeRequest = Readonly<Selectable<StandingOrderOccurrenceChangeRequest>>;

type NewOccurrenceChange = Pick<
  OccurrenceChangeRequest,
  'version' | 'amountMinor' | 'payeeReference' | 'payDay' | 'userId' | 'createdAt'
>;

export const insertOccurrenceChange = (
  tx: Tx,
  { id, orderId }: OccurrenceRow,
  change: NewOccurrenceChange,
): Promise<OccurrenceChangeRequest> =>
  tx
    .insertInto('standing_order.occurrence_change_request')
    .values({ id: v7(), orderId, occurrenceId: id, ...change })
    .returningAll()
    .executeTakeFirstOrThrow();

export const findPendingOccurrenceChange = (
  tx: Tx,
  occurrenceId: string,
): Promise<OccurrenceChangeRequest | undefined> =>
  tx
    .selectFrom('standing_order.occurrence_change_request')
    .selectAll()
    .where('occurrenceId', '=', occurrenceId)
    .where('state', '=', 'awaiting_approval')
    .executeTakeFirst();

export async function closeOccurrenceChange(tx: Tx, occurrenceId: string, state: 'made' | 'sent_back'): Promise<void> {
  await tx
    .updateTable('standing_order.occurrence_change_request')
    .set({ state })
    .where('occurrenceId', '=', occurrenceId)
    .where('state', '=', 'awaiting_approval')
    .execute();
}
