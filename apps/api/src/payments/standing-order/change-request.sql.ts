import type { StandingOrderTerms } from '@larkmere/contract/payments/standing-order-terms';
import { v7 } from 'uuid';
import type { Tx } from '../../platform/db/db.ts';

export type ChangeRequest = Readonly<{
  id: string;
  version: number;
  terms: StandingOrderTerms;
  payee_name: string;
  payee_summary: string;
  user_id: string;
  created_at: Date;
}>;

type NewChangeRequest = Readonly<{
  orderId: string;
  version: number;
  terms: StandingOrderTerms;
  payee: Readonly<{ payee_name: string; payee_summary: string }>;
  userId: string;
  at: Date;
}>;

export async function insertChangeRequest(
  tx: Tx,
  { orderId, version, terms, payee, userId, at }: NewChangeRequest,
): Promise<void> {
  const { payee_name, payee_summary } = payee;
  await tx
    .insertInto('standing_order.change_request')
    .values({
      id: v7(),
      order_id: orderId,
      version,
      terms: JSON.stringify(terms),
      payee_name,
      payee_summary,
      user_id: userId,
      created_at: at,
    })
    .execute();
}

export const findPendingChange = (tx: Tx, orderId: string): Promise<ChangeRequest | undefined> =>
  tx
    .selectFrom('standing_order.change_request')
    .select(['id', 'version', 'terms', 'payee_name', 'payee_summary', 'user_id', 'created_at'])
    .where('order_id', '=', orderId)
    .where('state', '=', 'awaiting_approval')
    .executeTakeFirst() as unknown as Promise<ChangeRequest | undefined>;

export async function closeChangeRequest(tx: Tx, orderId: string, state: 'made' | 'sent_back'): Promise<void> {
  await tx
    .updateTable('standing_order.change_request')
    .set({ state })
    .where('order_id', '=', orderId)
    .where('state', '=', 'awaiting_approval')
    .execute();
}
