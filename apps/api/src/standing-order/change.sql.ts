import type { StandingOrderTerms } from '@larkmere/contract/standing-order-terms';
import { v7 } from 'uuid';
import type { Tx } from '../kernel/db.ts';

export type Change = Readonly<{
  id: string;
  version: number;
  terms: StandingOrderTerms;
  payee_name: string;
  payee_summary: string;
  person_id: string;
  created_at: Date;
}>;

type Asked = Readonly<{
  orderId: string;
  version: number;
  terms: StandingOrderTerms;
  payee: Readonly<{ payee_name: string; payee_summary: string }>;
  personId: string;
  at: Date;
}>;

export async function insertChange(tx: Tx, { orderId, version, terms, payee, personId, at }: Asked): Promise<void> {
  const { payee_name, payee_summary } = payee;
  await tx
    .insertInto('standing_order.change')
    .values({
      id: v7(),
      order_id: orderId,
      version,
      terms: JSON.stringify(terms),
      payee_name,
      payee_summary,
      person_id: personId,
      created_at: at,
    })
    .execute();
}

export const waitingChange = (tx: Tx, orderId: string): Promise<Change | undefined> =>
  tx
    .selectFrom('standing_order.change')
    .select(['id', 'version', 'terms', 'payee_name', 'payee_summary', 'person_id', 'created_at'])
    .where('order_id', '=', orderId)
    .where('state', '=', 'awaiting_approval')
    .executeTakeFirst() as unknown as Promise<Change | undefined>;

export async function closeChange(tx: Tx, orderId: string, state: 'made' | 'sent_back'): Promise<void> {
  await tx
    .updateTable('standing_order.change')
    .set({ state })
    .where('order_id', '=', orderId)
    .where('state', '=', 'awaiting_approval')
    .execute();
}
