import type { Selectable } from 'kysely';
import { v7 } from 'uuid';
import type { Tx } from '../../platform/db/db.ts';
import type { StandingOrderOccurrenceChangeRequest } from '../../platform/db/schema.gen.ts';
import type { OccurrenceRow } from './standing-order.sql.ts';

export type OccurrenceChangeRequest = Readonly<Selectable<StandingOrderOccurrenceChangeRequest>>;

type NewOccurrenceChange = Pick<
  OccurrenceChangeRequest,
  'version' | 'amountMinor' | 'payeeReference' | 'payDay' | 'userId' | 'createdAt'
>;

export const insertOccurrenceChange = (
  tx: Tx,
  { id, orderId }: OccurrenceRow,
  asked: NewOccurrenceChange,
): Promise<OccurrenceChangeRequest> =>
  tx
    .insertInto('standing_order.occurrence_change_request')
    .values({ id: v7(), orderId, occurrenceId: id, ...asked })
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
