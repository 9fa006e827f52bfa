import type { Selectable } from 'kysely';
import { v7 } from 'uuid';
import type { Tx } from '../kernel/db.ts';
import type { StandingOrderDateChange } from '../kernel/schema.gen.ts';
import type { OccurrenceRow } from './standing-order.sql.ts';

export type DateChange = Readonly<Selectable<StandingOrderDateChange>>;

type Asked = Pick<DateChange, 'version' | 'amount_minor' | 'payee_reference' | 'pay_day' | 'person_id' | 'created_at'>;

export const insertDateChange = (tx: Tx, { id, order_id }: OccurrenceRow, asked: Asked): Promise<DateChange> =>
  tx
    .insertInto('standing_order.date_change')
    .values({ id: v7(), order_id, occurrence_id: id, ...asked })
    .returningAll()
    .executeTakeFirstOrThrow();

export const waitingDateChange = (tx: Tx, occurrenceId: string): Promise<DateChange | undefined> =>
  tx
    .selectFrom('standing_order.date_change')
    .selectAll()
    .where('occurrence_id', '=', occurrenceId)
    .where('state', '=', 'awaiting_approval')
    .executeTakeFirst();

export async function closeDateChange(tx: Tx, occurrenceId: string, state: 'made' | 'sent_back'): Promise<void> {
  await tx
    .updateTable('standing_order.date_change')
    .set({ state })
    .where('occurrence_id', '=', occurrenceId)
    .where('state', '=', 'awaiting_approval')
    .execute();
}
